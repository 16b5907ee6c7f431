/** The mails of a project: their names, and their variables with values for the preview. */
import { EmailTemplateType } from "../../core/schema/email-template.ts"

interface MailType {
  readonly title: string
  readonly text: string
  /** The variables besides `projectDisplayName`. */
  readonly variables: Readonly<Record<string, string>>
}

const link = (page: string) => `https://app.example.com/handler/${page}?code=k3j9x2`

export const mailTypes: Readonly<Record<EmailTemplateType, MailType>> = {
  email_verification: {
    title: "Confirm an address",
    text: "At sign-up, and when a user adds an address.",
    variables: { emailVerificationLink: link("email-verification"), userDisplayName: "Ada Okafor" }
  },
  password_reset: {
    title: "Choose a new password",
    text: "When a user has forgotten the password.",
    variables: { passwordResetLink: link("password-reset"), userDisplayName: "Ada Okafor" }
  },
  magic_link: {
    title: "Sign in by a code",
    text: "With the code, and a link for the same device.",
    variables: { magicLink: link("magic-link-callback"), otp: "7K2M9Q" }
  },
  team_invitation: {
    title: "Join a team",
    text: "When a member invites an address to a team.",
    variables: { teamInvitationLink: link("team-invitation"), teamDisplayName: "Orchard team" }
  }
}

export const typeOf = (name: string): EmailTemplateType =>
  EmailTemplateType.literals.find((type) => type === name) ?? "email_verification"
