/** The field of a new password, with the project's minimum length and the strength meter. */
import { type ComponentProps, useId } from "react"
import { PASSWORD_MIN_LENGTH } from "../../core/schema/fields/password-length.ts"
import { PasswordField } from "../components/password-field.tsx"
import { PasswordStrength } from "../components/password-strength.tsx"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { usePasswordMinLength } from "./use-password-min-length.ts"

interface Props extends Omit<ComponentProps<typeof PasswordField>, "autoComplete" | "below"> {
  /** The typed password. */
  readonly password: string
  /** Texts that others can guess: the user's email address and name. */
  readonly own?: ReadonlyArray<string> | undefined
}

export const NewPasswordField = ({ error, own, password, ...props }: Props) => {
  const { passwordTooShort } = useMessages()
  const minLength = usePasswordMinLength()
  const id = useId()
  // The default is usual. A longer minimum is shown before the user chooses a password.
  const hasNote = error === undefined && minLength > PASSWORD_MIN_LENGTH
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      error={error}
      aria-describedby={hasNote ? id : undefined}
      below={
        error === undefined && (
          <>
            {hasNote && (
              <p className="ks-hint" id={id}>
                {format(passwordTooShort, { count: minLength })}
              </p>
            )}
            <PasswordStrength password={password} own={own} />
          </>
        )
      }
    />
  )
}
