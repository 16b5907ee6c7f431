/** The state of the form that mails a code. */
import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from "react"
import { useErrorText, useMessages } from "../../messages/messages.ts"
import { checkEmail } from "../../forms/field-checks.ts"
import { isAboutProof } from "../../forms/error-subjects.ts"
import { isRequestFailure } from "../../messages/request-problem.ts"
import { useSteps } from "../sign-in/steps-context.ts"

export const useMagicLinkForm = () => {
  const messages = useMessages()
  const errorText = useErrorText()
  const {
    autofill,
    draft,
    magicLink: { send, state, waiting },
    proof
  } = useSteps()
  const [invalid, setInvalid] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const failure = state.step === "email" ? state.error : null
  // Errors about the request and the proof are shown above the field.
  const formError = failure !== null && (isRequestFailure(failure) || isAboutProof(failure)) ? failure : null
  const refused =
    failure === null || formError !== null
      ? undefined
      : failure._tag === "SignUpNotEnabled"
        ? messages.signUpNotAllowed
        : errorText(failure)

  useEffect(() => {
    if (refused !== undefined) field.current?.focus()
  }, [failure, refused])

  // The code's form would replace that of another tab, while the user types.
  useEffect(() => () => send({ type: "leave" }), [send])

  const problemOf = (email: string) => {
    const checked = checkEmail(messages)(email)
    return checked === true ? undefined : checked
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = field.current?.value ?? draft.read()
    const problem = problemOf(email)
    setInvalid(problem)
    if (problem === undefined) send({ type: "submit", email })
    else field.current?.focus()
  }

  return {
    formError,
    waiting,
    submit,
    proof,
    busy: state.step === "sending",
    /** Error of the email field. */
    error: invalid ?? refused,
    /** Props of the email input. */
    input: {
      ref: field,
      name: "email",
      autoComplete: autofill ? "username webauthn" : "username",
      defaultValue: draft.initial,
      onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
        // Not on focus: rendering then could replace the email that an untouched field shows.
        proof.begin()
        draft.write(value)
        if (invalid !== undefined) setInvalid(problemOf(value))
        send({ type: "edit" })
      }
    }
  }
}
