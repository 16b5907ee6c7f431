/** The first step of a magic link: the address. */
import { type SubmitEvent, useEffect, useRef, useState } from "react"
import { Button } from "../components/button.tsx"
import { Field } from "../components/field.tsx"
import { useMessages } from "../messages/messages.ts"
import { useScope } from "../theme/scope.tsx"
import { checkEmail } from "./credential-rules.ts"
import { RequestNotice, requestErrorOf } from "./request-notice.tsx"
import { preloadSteps, SignInSteps, useSteps } from "./sign-in-steps.tsx"

/**
 * Signs in, and signs up whoever is new, by a mailed code. After the address the code takes the form's place.
 *
 * @example <MagicLinkSignIn />
 */
export const MagicLinkSignIn = () => (
  <SignInSteps>
    <MagicLinkForm />
  </SignInSteps>
)

const MagicLinkForm = () => {
  const messages = useMessages()
  const { autofill, draft, magicLink: { send, state, waiting } } = useSteps()
  const [invalid, setInvalid] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const failure = state.step === "email" ? state.error : null
  const requestError = requestErrorOf(failure)
  const refused = failure === null || requestError !== null
    ? undefined
    : failure._tag === "SignUpNotEnabled" ? messages.signUpNotAllowed : failure.message

  useEffect(() => {
    if (refused !== undefined) field.current?.focus()
  }, [failure, refused])

  const problemOf = (email: string) => {
    const checked = checkEmail(messages)(email)
    return checked === true ? undefined : checked
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = draft.read()
    const problem = problemOf(email)
    setInvalid(problem)
    if (problem === undefined) send({ type: "submit", email })
    else field.current?.focus()
  }

  return (
    <form {...useScope()} className="ks ks-form" method="post" noValidate onSubmit={submit}>
      <RequestNotice error={requestError} waiting={waiting} />
      <Field
        ref={field}
        label={messages.email}
        name="email"
        type="email"
        placeholder={messages.emailPlaceholder}
        autoComplete={autofill ? "username webauthn" : "username"}
        defaultValue={draft.read()}
        error={invalid ?? refused}
        onFocus={preloadSteps}
        onChange={({ target: { value } }) => {
          draft.write(value)
          if (invalid !== undefined) setInvalid(problemOf(value))
          send({ type: "edit" })
        }}
      />
      <Button type="submit" width="full" busy={state.step === "sending"}>{messages.sendEmail}</Button>
    </form>
  )
}
