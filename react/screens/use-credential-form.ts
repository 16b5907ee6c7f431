/** The state of a credential form: its fields, what is wrong with them, and what the service said. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { useEffect, useState } from "react"
import { createFormControl, type FieldErrors } from "react-hook-form"
import { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import { RequestError } from "../../core/errors/request-error.ts"
import type { Client } from "../../tiers/client.ts"
import type { Credential } from "../../tiers/calls/credential.ts"
import { useAction } from "../hooks/use-action.ts"
import { useKeystile } from "../keystile-context.ts"
import { changeSession } from "../session-change.ts"
import { useSteps } from "./sign-in-steps.tsx"

export interface CredentialFields {
  readonly email: string
  readonly password: string
  readonly repeat: string
}

/** Sends the credential by `change` and leaves for `page`. What the service refuses is shown on the e-mail field. */
export const useCredentialForm = <E extends { readonly message: string }>(
  change: (credential: Credential) => Effect.Effect<void, E, Client>,
  page: "afterSignIn" | "afterSignUp"
) => {
  const keystile = useKeystile()
  const { draft, remember, requireSecondFactor } = useSteps()
  // Of all that a form knows these need its errors alone: the form's control without `useForm` weighs 1 kB less.
  const [form] = useState(() =>
    createFormControl<CredentialFields>({
      mode: "onSubmit",
      reValidateMode: "onChange",
      defaultValues: { email: draft.read(), password: "", repeat: "" }
    })
  )
  const [errors, setErrors] = useState<FieldErrors<CredentialFields>>({})
  useEffect(
    () => form.subscribe({ formState: { errors: true }, callback: ({ errors }) => setErrors({ ...errors }) }),
    [form]
  )

  const action = useAction((credential: Credential) =>
    changeSession(
      keystile,
      Effect.tap(change(credential), () =>
        Effect.sync(() => {
          remember("password")
          form.resetField("password")
          form.resetField("repeat")
        })),
      page
    ).pipe(Effect.catch((error): Effect.Effect<void, E | RequestError> => {
      if (!(error instanceof MultiFactorAuthenticationRequired)) return Effect.fail(error)
      remember("password")
      return requireSecondFactor(error)
    }))
  )

  const submit = form.handleSubmit(async ({ email, password }) => {
    const exit = await action.run({ email, password })
    const error = Exit.findErrorOption(exit)
    if (Option.isSome(error) && !(error.value instanceof RequestError)) {
      form.setError("email", { type: "server", message: error.value.message }, { shouldFocus: true })
    }
  })

  /** What the service said is about e-mail and password together: it goes when either is changed. */
  const forgetAnswer = () => {
    if (form.getFieldState("email").error?.type === "server") form.clearErrors("email")
  }

  /** The address survives when another form takes this one's place. */
  const keepDraft = () => draft.write(form.getValues("email"))

  const errorOf = (name: keyof CredentialFields) => errors[name]?.message

  return { form, action, submit, forgetAnswer, keepDraft, errorOf }
}
