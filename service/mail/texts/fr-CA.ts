/** French as it is written in Canada, where it is not as in France: « courriel » for the message and the address. */
import { texts as france } from "./fr-FR.ts"
import type { LanguageNames, MailTexts } from "./mail-texts.ts"

export const names: LanguageNames = { english: "French (Canada)", own: "Français (Canada)" }

export const texts: MailTexts = {
  ...france,
  emailVerification: {
    ...france.emailVerification,
    subject: "Confirmez votre adresse courriel pour {{ projectDisplayName }}",
    title: "Confirmez votre adresse courriel",
    message: "Confirmez qu’il s’agit bien de votre adresse courriel pour {{ projectDisplayName }}.",
    footer:
      "Le lien expire dans {days} jours. Si vous n’utilisez pas {{ projectDisplayName }}, quelqu’un a saisi votre " +
      "adresse par erreur. Vous pouvez ignorer ce courriel."
  },
  passwordReset: {
    ...france.passwordReset,
    footer:
      "Le lien expire dans {days} jours. Si vous n’avez rien demandé, ignorez ce courriel. Votre mot de passe reste " +
      "le même."
  },
  magicLink: {
    ...france.magicLink,
    footer:
      "Le code et le lien expirent dans {days} jours. Si vous n’avez pas essayé de vous connecter, ignorez ce " +
      "courriel. Ne communiquez ce code à personne."
  },
  teamInvitation: {
    ...france.teamInvitation,
    subject: "Joignez-vous à {{ teamDisplayName }} sur {{ projectDisplayName }}",
    title: "Joignez-vous à {{ teamDisplayName }}",
    message: "Vous êtes invité à vous joindre à l’équipe {{ teamDisplayName }} sur {{ projectDisplayName }}.",
    footer:
      "L’invitation expire dans {days} jours. Si vous ne connaissez pas cette équipe, ignorez ce courriel. Vous ne " +
      "vous y joignez que si vous acceptez."
  },
  ownerLink: {
    ...france.ownerLink,
    footer:
      "Le lien ne fonctionne qu’une fois. Si vous ne l’attendiez pas, ignorez ce courriel et ne le transférez pas. " +
      "Il donne accès à : {{ ownedProjects }}."
  },
  test: {
    subject: "Courriel de test de {{ projectDisplayName }}",
    title: "Tout fonctionne",
    message:
      "Le serveur de messagerie a accepté ce courriel. {{ projectDisplayName }} peut donc envoyer des courriels avec " +
      "lui.",
    footer:
      "Une personne qui gère {{ projectDisplayName }} a envoyé ce courriel pour tester les paramètres de messagerie."
  }
}
