/** The state of a credential form: its fields and errors. */
import type { SubmitEvent } from "react"
import type { Credential } from "../../../tiers/calls/sign-up.ts"
import { isAboutNewPassword, isAboutProof } from "../../forms/error-subjects.ts"
import { useForm } from "../../forms/use-form.ts"
import { useErrorText } from "../../messages/messages.ts"
import { isRequestFailure } from "../../messages/request-problem.ts"
import { useTask } from "../../runtime/use-task.ts"
import { useSteps } from "../sign-in/steps-context.ts"

/** A type: an interface is not assignable to a record of strings. */
export type CredentialFields = {
  readonly email: string
  readonly password: string
  readonly repeat: string
}

/**
 * Sends the credential and redirects. Errors of the service are shown at the email field, those about a new password at
 * the password field. After a wrong password the password field has the focus.
 */
export const useCredentialForm = (type: "sign-in" | "sign-up") => {
  const errorText = useErrorText()
  const { draft, proof, saveMethod, requireSecondFactor } = useSteps()
  const { checking, errors, form } = useForm<CredentialFields>()

  const action = useTask(({ engine, keystile }, credential: Credential) =>
    engine.credentialWork({
      keystile,
      type,
      credential,
      proof: proof.take,
      onAccepted: () => saveMethod("password"),
      onDone: () => {
        form.empty("password")
        form.empty("repeat")
      },
      requireSecondFactor
    })
  )

  const send = async ({ email, password }: CredentialFields) => {
    const { outcome } = await action.run({ email, password })
    // Those about the request and the proof are shown above the fields.
    if (outcome.status !== "failure" || isRequestFailure(outcome.error) || isAboutProof(outcome.error)) return
    const isWrong = outcome.error._tag === "EmailPasswordMismatch"
    const field = isAboutNewPassword(outcome.error) ? "password" : "email"
    form.refuse(field, errorText(outcome.error))
    // A mistyped password is the likelier cause, and typing replaces the selected one.
    if (isWrong) form.select("password")
    else form.focus(field)
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void form.submit(send)
  }

  /** Keeps the email for the other forms of the page. */
  const keepDraft = () => draft.write(form.value("email"))

  const errorOf = (name: keyof CredentialFields) => errors[name]?.message

  return {
    form,
    action: { ...action, pending: checking || action.pending },
    proof,
    /** Initial email address. */
    draft: draft.initial,
    submit,
    /** Errors of the service concern both fields, so a change of either clears them. */
    clearServiceErrors: form.clearServiceErrors,
    keepDraft,
    errorOf
  }
}
