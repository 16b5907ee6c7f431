/**
 * French as it is written in Canada, where it is not as in France: « courriel » for the message and the address,
 * « fournisseur » alike, « pourriel » for spam, « téléverser » for upload, « téléphone », and no space before « ? » and
 * « ! ». People are addressed as « vous ».
 */
import type { Translation } from "../english.ts"
import { texts as france } from "./fr-FR.ts"

export const texts: Translation = {
  ...france,
  email: "Adresse courriel",
  emailPlaceholder: "vous@exemple.ca",
  forgotPassword: "Mot de passe oublié?",
  sendEmail: "Recevoir un code par courriel",
  noAccount: "Vous n’avez pas de compte?",
  haveAccount: "Vous avez déjà un compte?",
  emailTab: "Courriel",
  passwordTab: "Courriel et mot de passe",
  emailEmpty: "Veuillez entrer votre adresse courriel",
  emailInvalid: "Veuillez entrer une adresse courriel valide",
  passwordEmpty: "Veuillez entrer votre mot de passe",
  unknownErrorText: "Veuillez réessayer. Si le problème persiste, communiquez avec le soutien technique.",
  unknownErrorNotice:
    "Une erreur inconnue s’est produite. Veuillez réessayer. " +
    "Si le problème persiste, communiquez avec le soutien technique.",

  codeTitle: "Entrez le code reçu par courriel",
  codeSentTo: "Nous avons envoyé un code de six caractères à {email}. Vérifiez aussi vos pourriels.",
  addressFirst: "Ajoutez votre adresse courriel et vérifiez-la avant de continuer.",
  notVerifiedYet: "L’adresse n’est pas encore vérifiée. Ouvrez d’abord le lien reçu par courriel.",
  verifyLinkSent: "Nous avons envoyé un lien à {email}. Vérifiez aussi vos pourriels.",
  sentAgain: "Nous avons envoyé un autre courriel.",
  codeLabel: "Code reçu par courriel",
  secondFactorText: "Entrez le code à six chiffres de votre application d’authentification.",
  totpInvalid: "Ce code est incorrect. Entrez le code le plus récent de votre application d’authentification.",
  adviceKeyboard: "Les touches voisines, comme qwerty, sont faciles à deviner.",
  adviceOwn: "N’utilisez ni votre nom, ni votre adresse courriel, ni le nom de ce site.",
  totpInvalidTryAgain: "Ce code est incorrect. Entrez le code le plus récent de votre application d’authentification.",

  yourEmail: "Votre adresse courriel",
  forgotText: "Nous vous enverrons par courriel un lien pour en choisir un nouveau.",
  sendLink: "Recevoir un lien par courriel",
  noNeedToReset: "Vous vous en souvenez?",
  emailSent: "Courriel envoyé!",
  emailSentText:
    "Si un compte existe pour cette adresse courriel, un message vient d’y être envoyé. Vérifiez aussi vos pourriels.",
  passwordReset: "Mot de passe réinitialisé!",
  resetFailedText:
    "Demandez un nouveau lien et réessayez. Si le problème persiste, communiquez avec le soutien technique.",
  verifyTitle: "Vérifier votre adresse courriel",
  verifyText: "Confirmez que cette adresse courriel est la vôtre.",
  verifyEmail: "Vérifier l’adresse courriel",
  emailVerified: "Votre adresse courriel est vérifiée",
  linkInvalidText: "Il est peut-être incomplet. Ouvrez-le de nouveau à partir du courriel ou demandez-en un autre.",
  linkExpiredText: "Les liens reçus par courriel ne sont valables qu’un temps. Veuillez en demander un autre.",
  linkUsedText: "Un lien reçu par courriel ne sert qu’une fois. Demandez-en un autre au besoin.",
  emailInUse: "Cette adresse courriel sert déjà à se connecter",
  emailInUseText:
    "Un autre compte utilise l’adresse courriel de votre compte chez le fournisseur. " +
    "Connectez-vous à ce compte comme auparavant.",

  emailsAndAuth: "Courriels et connexion",
  empty: "Veuillez entrer un nom",
  confirmPasswordText: "Pour votre sécurité, entrez votre mot de passe pour continuer.",
  typeToConfirm: "Entrez « {word} » pour confirmer",
  upload: "Téléverser",
  emails: "Adresses courriel",
  addEmail: "Ajouter une adresse courriel",
  emailDuplicate: "Vous avez déjà ajouté cette adresse courriel",
  emailTaken: "Un autre utilisateur se connecte déjà avec cette adresse courriel. Utilisez-en une autre.",
  emailSentTo: "Nous avons envoyé un courriel à {email}. Ouvrez le lien qu’il contient pour vérifier l’adresse.",
  emailNotSent:
    "L’adresse a été ajoutée, mais le courriel de vérification n’a pas pu être envoyé. " +
    "Renvoyez-le à partir du menu de l’adresse.",
  sendVerification: "Envoyer le courriel de vérification",
  verifyFirst: "Vérifiez d’abord cette adresse courriel.",
  removeEmailTitle: "Supprimer cette adresse courriel?",
  passwordNeedsEmail:
    "Pour définir un mot de passe, utilisez d’abord une de vos adresses courriel pour vous connecter.",
  addPasskeyTitle: "Ajouter une clé d’accès?",
  removePasskeyTitle: "Supprimer votre clé d’accès?",
  removePasskeyOf: "Supprimer {name}?",
  needsVerifiedEmail: "Pour l’activer, vérifiez d’abord une adresse courriel qui vous sert à vous connecter.",
  onlyMethodUntilVerified:
    "C’est votre seule méthode de connexion. Vérifiez d’abord une adresse courriel qui vous sert à vous connecter.",
  otp: "Connexion par courriel",
  otpText: "Connectez-vous avec un code ou un lien que nous vous envoyons par courriel.",
  otpOn: "Activée. Vous pouvez vous connecter avec un code ou un lien que nous vous envoyons par courriel.",
  otpEnabled: "La connexion par courriel est activée.",
  otpDisabled: "La connexion par courriel ne compte plus parmi vos méthodes de connexion.",
  otpEnableTitle: "Activer la connexion par courriel?",
  otpDisableTitle: "Désactiver la connexion par courriel?",
  mfaText: "À la connexion, vous entrez aussi un code fourni par une application de votre téléphone.",
  mfaOn: "À la connexion, vous entrez aussi un code de votre application d’authentification.",
  otpDisableText:
    "Elle ne comptera plus parmi vos méthodes de connexion. Un code ou un lien permet toujours de vous connecter " +
    "s’il est envoyé à une adresse courriel vérifiée qui vous sert à vous connecter.",
  mfaScan:
    "Numérisez le code QR avec votre application d’authentification, puis entrez le code à six chiffres qu’elle " +
    "affiche.",
  mfaSecret: "Ou entrez cette clé dans l’application :",
  mfaWrong:
    "Ce code est incorrect. Entrez le plus récent et vérifiez l’heure de l’appareil où se trouve votre application d’authentification.",
  mfaEnableTitle: "Configurer l’authentification à deux facteurs?",
  mfaDisableTitle: "Désactiver l’authentification à deux facteurs?",
  deleteQuestion: "Supprimer votre compte?",

  inviteText: "Nous envoyons à la personne un courriel avec un lien pour se joindre à l’équipe.",
  leaveQuestion: "Quitter {team}?",
  join: "Se joindre à {team}",
  joinText: "Vous êtes invité à vous joindre à l’équipe {team}.",
  joinButton: "Se joindre",
  invitationTitle: "Vous êtes invité à vous joindre à une équipe",
  joined: "Vous vous êtes joint à {team}",
  apiKeyCreateTitle: "Créer une clé d’API?",
  apiKeyRevokeTitle: "Révoquer {name}?",
  sessionRevokeTitle: "Déconnecter {device}?",
  sessionsRevokeOthersTitle: "Déconnecter tous les autres appareils?",
  receivedText: "Ces équipes vous ont invité à l’une de vos adresses courriel vérifiées.",
  disconnectTitle: "Dissocier {name}?",
  receivedJoined: "Vous vous êtes joint à {team}.",

  EMAIL_PASSWORD_MISMATCH: "Adresse courriel ou mot de passe incorrect.",
  USER_EMAIL_ALREADY_EXISTS: "Un compte existe déjà avec cette adresse courriel.",
  INVALID_TOTP_CODE: "Ce code est incorrect. Entrez le code le plus récent de votre application d’authentification.",
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED:
    "Ce code a été entré trop de fois et n’est plus valable. Demandez-en un autre.",
  EMAIL_ALREADY_VERIFIED: "Cette adresse courriel est déjà vérifiée. Vous n’avez rien d’autre à faire.",
  REDIRECT_URL_NOT_WHITELISTED: "Ce site n’est pas autorisé pour la connexion. Communiquez avec le soutien technique.",
  CookiesBlocked:
    "Ce navigateur bloque les témoins (cookies) de cette page, nécessaires pour se connecter. " +
    "Autorisez-les et réessayez.",
  recoveryStepText: "Entrez l’un des codes de récupération que vous avez conservés. Chacun ne sert qu’une fois.",
  recoveryText:
    "Un code de récupération vous permet de vous connecter sans votre téléphone. Codes inutilisés : {count}.",
  recoveryRenewTitle: "Créer de nouveaux codes de récupération?",
  removeMemberTitle: "Retirer {name}?",
  makeAdminTitle: "Nommer {name} admin?",
  makeMemberTitle: "Rendre {name} simple membre?",
  stepDownTitle: "Renoncer au rôle d’admin?",

  activityCodeRequested: "Courriel de connexion demandé",
  activityEmailAdded: "Adresse courriel ajoutée",
  activityEmailVerified: "Adresse courriel vérifiée",
  activityEmailRemoved: "Adresse courriel supprimée",
  activityEmailChanged: "Réglages de courriel modifiés",
  activityVerificationRequested: "Courriel de vérification demandé",
  activityCodesOn: "Connexion par courriel activée",
  activityCodesOff: "Connexion par courriel désactivée"
}
