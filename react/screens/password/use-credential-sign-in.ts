/** The state of the sign-in form with email and password. */
import { useMessages } from "../../messages/messages.ts"
import { checkEmail, checkPassword } from "../../forms/field-checks.ts"
import { useSteps } from "../sign-in/steps-context.ts"
import { useCredentialForm } from "./use-credential-form.ts"

export const useCredentialSignIn = () => {
  const messages = useMessages()
  const { autofill } = useSteps()
  const { action, draft, errorOf, clearServiceErrors, form, keepDraft, submit } = useCredentialForm("sign-in")
  return {
    action,
    errorOf,
    submit,
    /** Props of the inputs. */
    inputs: {
      email: () => ({
        autoComplete: autofill ? "username webauthn" : "username",
        defaultValue: draft,
        ...form.field("email", { validate: checkEmail(messages), onChange: keepDraft })
      }),
      password: () => ({
        autoComplete: "current-password",
        ...form.field("password", { validate: checkPassword(messages), onChange: clearServiceErrors })
      })
    }
  }
}
