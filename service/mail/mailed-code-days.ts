/** The lifetimes of mailed codes, in days. The default mails name them. */
import type { EmailTemplateType } from "../../core/schema/email-template.ts"

export const mailedCodeDays: Readonly<Record<EmailTemplateType, number>> = {
  email_verification: 7,
  magic_link: 7,
  password_reset: 7,
  team_invitation: 7
}
