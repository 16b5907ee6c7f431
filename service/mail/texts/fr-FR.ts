/** French as it is written in France. People are addressed as « vous ». A no-break space precedes « : ». */
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "French (France)", own: "Français (France)" }

export const texts: MailTexts = {
  greeting: "Bonjour {{ userDisplayName }}. ",
  copyLink: "Ou copiez ce lien dans votre navigateur :",
  emailVerification: {
    subject: "Confirmez votre adresse e-mail pour {{ projectDisplayName }}",
    title: "Confirmez votre adresse e-mail",
    message: "Confirmez qu’il s’agit bien de votre adresse e-mail pour {{ projectDisplayName }}.",
    action: "Confirmer cette adresse",
    footer:
      "Le lien expire dans {days} jours. Si vous n’utilisez pas {{ projectDisplayName }}, quelqu’un a saisi votre " +
      "adresse par erreur. Vous pouvez ignorer cet e-mail."
  },
  passwordReset: {
    subject: "Choisissez un nouveau mot de passe pour {{ projectDisplayName }}",
    title: "Choisissez un nouveau mot de passe",
    message:
      "Choisissez un nouveau mot de passe pour {{ projectDisplayName }}. Vous serez déconnecté de tous vos appareils.",
    action: "Choisir un nouveau mot de passe",
    footer:
      "Le lien expire dans {days} jours. Si vous n’avez rien demandé, ignorez cet e-mail. Votre mot de passe reste " +
      "le même."
  },
  magicLink: {
    subject: "{{ otp }} est votre code de connexion à {{ projectDisplayName }}",
    title: "Connectez-vous à {{ projectDisplayName }}",
    message: "Saisissez ce code sur la page où vous l’avez demandé :",
    onThisDevice: "Ou connectez-vous sur cet appareil :",
    action: "Se connecter",
    footer:
      "Le code et le lien expirent dans {days} jours. Si vous n’avez pas essayé de vous connecter, ignorez cet " +
      "e-mail. Ne communiquez ce code à personne."
  },
  teamInvitation: {
    subject: "Rejoignez {{ teamDisplayName }} sur {{ projectDisplayName }}",
    title: "Rejoignez {{ teamDisplayName }}",
    message: "Vous êtes invité à rejoindre l’équipe {{ teamDisplayName }} sur {{ projectDisplayName }}.",
    action: "Accepter l’invitation",
    footer:
      "L’invitation expire dans {days} jours. Si vous ne connaissez pas cette équipe, ignorez cet e-mail. Vous ne la " +
      "rejoignez que si vous acceptez."
  },
  ownerLink: {
    subject: "Définissez votre mot de passe pour {{ projectDisplayName }}",
    title: "Définissez votre mot de passe",
    message:
      "Vos projets : {{ ownedProjects }}. Ouvrez ce lien dans les 24 heures pour définir votre mot de passe de " +
      "propriétaire.",
    action: "Définir le mot de passe",
    footer:
      "Le lien ne fonctionne qu’une fois. Si vous ne l’attendiez pas, ignorez cet e-mail et ne le transférez pas. Il " +
      "donne accès à : {{ ownedProjects }}."
  },
  someProjects: "des projets de ce service",
  otherProjects: { one: "{count} autre projet", many: "{count} d’autres projets", other: "{count} autres projets" },
  test: {
    subject: "E-mail de test de {{ projectDisplayName }}",
    title: "Tout fonctionne",
    message:
      "Le serveur de messagerie a accepté cet e-mail. {{ projectDisplayName }} peut donc envoyer des e-mails avec lui.",
    footer:
      "Une personne qui gère {{ projectDisplayName }} a envoyé cet e-mail pour tester les paramètres de messagerie."
  }
}
