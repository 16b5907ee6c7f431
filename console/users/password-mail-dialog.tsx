/** Mails a link with which the user sets a password: a new one, or the first. */
import type { Project } from "../route/project.ts"
import { MailDialog } from "./mail-dialog.tsx"

interface Props {
  readonly project: Project
  readonly email: string
  /** False for the first password. */
  readonly hasPassword: boolean
  readonly onClose: () => void
}

export const PasswordMailDialog = ({ email, hasPassword, onClose, project }: Props) => (
  <MailDialog
    project={project}
    title={hasPassword ? `Send a password reset to ${email}` : `Send ${email} a link to set a password`}
    page="password-reset"
    done={hasPassword ? `Reset mail sent to ${email}` : `Mail to set a password sent to ${email}`}
    send={({ sendForgotPasswordEmail }, callbackUrl) => sendForgotPasswordEmail(email, { callbackUrl })}
    onClose={onClose}
  />
)
