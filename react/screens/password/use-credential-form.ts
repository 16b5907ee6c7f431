/** The state of a credential form: its fields and errors. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { SubmitEvent } from "react"
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { RequestError } from "../../../core/errors/request-error.ts"
import type { Client } from "../../../tiers/client.ts"
import type { Credential } from "../../../tiers/calls/sign-up.ts"
import { useAction } from "../../hooks/use-action.ts"
import { useLazyForm } from "../../forms/use-lazy-form.ts"
import { useKeystile } from "../../runtime/keystile-context.ts"
import { changeSession } from "../../runtime/change-session.ts"
import { useErrorText } from "../../messages/messages.ts"
import { useSteps } from "../sign-in/steps-context.ts"

/** A type: an interface is not assignable to a record of strings. */
export type CredentialFields = {
  readonly email: string
  readonly password: string
  readonly repeat: string
}

/** Sends the credential by `change` and redirects to `page`. Errors of the service are shown at the email field. */
export const useCredentialForm = <E extends { readonly message: string }>(
  change: (credential: Credential) => Effect.Effect<void, E, Client>,
  page: "afterSignIn" | "afterSignUp"
) => {
  const keystile = useKeystile()
  const errorText = useErrorText()
  const { draft, remember, requireSecondFactor } = useSteps()
  const { errors, failure, form, opening } = useLazyForm<CredentialFields>()

  const action = useAction((credential: Credential) =>
    changeSession(
      keystile,
      Effect.tap(change(credential), () =>
        Effect.sync(() => {
          remember("password")
          form.control()?.setValue("password", "")
          form.control()?.setValue("repeat", "")
        })
      ),
      page
    ).pipe(
      Effect.catch((error): Effect.Effect<void, E | RequestError> => {
        if (!(error instanceof MultiFactorAuthenticationRequired)) return Effect.fail(error)
        remember("password")
        return requireSecondFactor(error)
      })
    )
  )

  const send = async ({ email, password }: CredentialFields) => {
    const exit = await action.run({ email, password })
    const error = Exit.findErrorOption(exit)
    if (Option.isSome(error) && !(error.value instanceof RequestError)) {
      form.control()?.setError("email", { type: "server", message: errorText(error.value) }, { shouldFocus: true })
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void form.submit(send)
  }

  /** Errors of the service concern both fields, so a change of either clears them. */
  const forgetAnswer = () => {
    const control = form.control()
    if (control?.getFieldState("email").error?.type === "server") control.clearErrors("email")
  }

  /** Keeps the address for the other forms of the page. */
  const keepDraft = () => draft.write(form.value("email"))

  const errorOf = (name: keyof CredentialFields) => errors[name]?.message

  return {
    form,
    action: { ...action, error: failure ?? action.error, pending: opening || action.pending },
    /** Initial email address. */
    draft: draft.read(),
    submit,
    forgetAnswer,
    keepDraft,
    errorOf
  }
}
