/** The state of the sign-up form with email and password. */
import { useState } from "react"
import { preloadPasswordStrength } from "../../components/password-strength.tsx"
import { useMessages } from "../../messages/messages.ts"
import { checkEmail, checkRepeat } from "../../forms/field-checks.ts"
import { useNewPasswordCheck } from "../../forms/use-new-password-check.ts"
import { useCredentialForm } from "./use-credential-form.ts"

export const useCredentialSignUp = (strengthThreshold: number | undefined) => {
  const messages = useMessages()
  const { action, draft, errorOf, clearServiceErrors, form, keepDraft, proof, submit } = useCredentialForm("sign-up")
  const checkNewPassword = useNewPasswordCheck(strengthThreshold)
  const [typed, setTyped] = useState({ password: "", email: "" })

  // Not on focus: rendering then could replace the email that an untouched field shows.
  const onEmail = () => {
    proof.begin()
    keepDraft()
  }

  /** The passwords are compared, so a change of one clears both errors. */
  const onChange = () => {
    proof.begin()
    clearServiceErrors()
    form.clearErrors("password", "repeat")
    setTyped({ password: form.value("password"), email: form.value("email") })
  }

  return {
    action,
    errorOf,
    submit,
    proof,
    /** The typed credential, for the strength meter. */
    typed,
    /** Props of the inputs. */
    inputs: {
      email: () => ({
        autoComplete: "username",
        defaultValue: draft,
        ...form.field("email", { validate: checkEmail(messages), onChange: onEmail })
      }),
      password: () => ({
        autoComplete: "new-password",
        ...form.field("password", {
          validate: (password, { email }) => checkNewPassword(password, [email]),
          onChange,
          onFocus: preloadPasswordStrength
        })
      }),
      repeat: () => ({
        autoComplete: "new-password",
        ...form.field("repeat", { validate: checkRepeat(messages), onChange })
      })
    }
  }
}
