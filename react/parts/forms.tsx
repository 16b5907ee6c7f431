/** Unstyled forms. A form renders nothing if the project or the step does not need it. */
import { type ComponentProps, useId, useState } from "react"
import { codeIn, type CodeKind } from "../components/code-characters.ts"
import { useCode } from "../components/use-code.ts"
import { useComposedText } from "../components/use-composed-text.ts"
import { secondFactor } from "../flows/second-factor.ts"
import { useFlow } from "../runtime/use-flow.ts"
import { useProject } from "../hooks/use-project.ts"
import { steps } from "../messages/english/steps.ts"
import { useErrorText, useMessages } from "../messages/messages.ts"
import { codeError } from "../screens/magic-link/code-error.ts"
import { ProofFields, ProofStatus } from "../forms/proof-fields.tsx"
import type { FormProof } from "../forms/form-proof.ts"
import { isAboutProof } from "../forms/error-subjects.ts"
import { isRequestFailure } from "../messages/request-problem.ts"
import { useSteps } from "../screens/sign-in/steps-context.ts"
import { useCredentialSignIn } from "../screens/password/use-credential-sign-in.ts"
import { useCredentialSignUp } from "../screens/password/use-credential-sign-up.ts"
import { useMagicLinkForm } from "../screens/magic-link/use-magic-link-form.ts"
import { FormContext, inputOf, type PartForm } from "./form-context.ts"
import type { RenderableProps } from "./renderable.ts"
import { useRootState } from "./root.tsx"

/** Props of `<Form>`. */
export type FormProps = Omit<RenderableProps<ComponentProps<"form">>, "onSubmit" | "method" | "noValidate">

interface PlainProps extends FormProps {
  readonly form: Omit<PartForm, "id">
  /** The proof for a sign-up, whose widget and status are added to the end of the form. */
  readonly proof?: FormProof
  readonly onSubmit: NonNullable<ComponentProps<"form">["onSubmit"]>
}

/**
 * `data-state` is `ready`, `busy` or `refused`. `method="post"` keeps secrets out of the URL if the browser submits
 * the form.
 */
const Plain = ({ children, form, proof, render, ...props }: PlainProps) => {
  const id = useId()
  const given = {
    ...props,
    children:
      proof === undefined ? (
        children
      ) : (
        <>
          {children}
          <ProofFields proof={proof} />
          <ProofStatus proof={proof} unstyled />
        </>
      ),
    method: "post",
    noValidate: true,
    "data-state": form.busy ? "busy" : form.error === null ? "ready" : "refused"
  }
  return <FormContext value={{ ...form, id }}>{render === undefined ? <form {...given} /> : render(given)}</FormContext>
}

/** Signs in with email and password. Contains `Email`, `Password`, `Submit`, `Error`. */
export const Form = (props: FormProps) => (useProject().config.credentialEnabled ? <CredentialForm {...props} /> : null)

/** Returns an error that belongs to no field; `null` for another one. */
const formErrorOf = <E extends { readonly _tag: string; readonly message: string }>(error: E | null): E | null =>
  error !== null && (isRequestFailure(error) || isAboutProof(error)) ? error : null

/** Returns the form's state for a form with email and password. */
const credentialForm = (
  { action, errorOf, inputs }: Omit<ReturnType<typeof useCredentialSignIn>, "submit">,
  submit: string
): Omit<PartForm, "id"> => ({
  busy: action.pending,
  waiting: action.waiting,
  error: formErrorOf(action.error),
  errorOf: (name) => (name === "code" ? undefined : errorOf(name)),
  input: (name) => inputOf(inputs, name),
  submit,
  cancel: null
})

const CredentialForm = (props: FormProps) => {
  const { signIn } = useMessages()
  const { submit, ...state } = useCredentialSignIn()
  return <Plain {...props} form={credentialForm(state, signIn)} onSubmit={submit} />
}

/** Props of `<SignUpForm>`. */
export interface SignUpFormProps extends FormProps {
  /** Score that the password has to reach, from 0 (any password) to 4. Default the provider's. */
  readonly strengthThreshold?: number | undefined
}

/** Signs up. Contains `Email`, `Password`, `Strength`, optionally `RepeatPassword`, `Submit`, `Error`. */
export const SignUpForm = (props: SignUpFormProps) => {
  const { credentialEnabled, signUpEnabled } = useProject().config
  return credentialEnabled && signUpEnabled ? <NewCredentialForm {...props} /> : null
}

const NewCredentialForm = ({ strengthThreshold, ...props }: SignUpFormProps) => {
  const { signUp } = useMessages()
  const { proof, submit, typed, ...state } = useCredentialSignUp(strengthThreshold)
  return <Plain {...props} proof={proof} form={{ ...credentialForm(state, signUp), typed }} onSubmit={submit} />
}

/** Mails a sign-in code. Contains `Email`, `Submit`, `Error`. */
export const MagicLink = (props: FormProps) => (useProject().config.magicLinkEnabled ? <EmailForm {...props} /> : null)

const EmailForm = (props: FormProps) => {
  const { sendEmail } = useMessages()
  const { busy, error, formError, input, proof, submit, waiting } = useMagicLinkForm()
  return (
    <Plain
      {...props}
      proof={proof}
      form={{
        busy,
        waiting,
        error: formError,
        errorOf: (name) => (name === "email" ? error : undefined),
        input: (name) => inputOf({ email: () => input }, name),
        submit: sendEmail,
        cancel: null
      }}
      onSubmit={submit}
    />
  )
}

/**
 * Checks the mailed code, in the step `code`. Contains `Code`, `Cancel`, `Error`, optionally `Submit`: the last
 * character submits the form. A code that could not be checked stays.
 */
export const MagicLinkCode = (props: FormProps) =>
  useRootState("MagicLinkCode").step === "code" ? <CodeForm {...props} /> : null

const CodeForm = (props: FormProps) => {
  const texts = useMessages(steps)
  const common = useMessages()
  const errorText = useErrorText()
  const {
    magicLink: { send, state, waiting }
  } = useSteps()
  const error = state.step === "code" ? state.error : null
  const wrong = error === null ? undefined : codeError(error, texts, common, errorText)
  const enter = (code: string) => send({ type: "enter", code })
  const field = useCodeInput("letters", wrong === undefined ? null : error, enter, () => send({ type: "edit" }))
  return (
    <Plain
      {...props}
      form={{
        busy: state.step === "checking",
        waiting,
        error: wrong === undefined ? error : null,
        errorOf: (name) => (name === "code" ? wrong : undefined),
        input: (name) => inputOf({ code: () => field.input(state.step === "checking") }, name),
        submit: texts.verify,
        cancel: () => send({ type: "cancel" })
      }}
      onSubmit={(event) => {
        event.preventDefault()
        field.submit()
      }}
    />
  )
}

/** Checks the second factor, in the step `second-factor`. Contains `Code`, `Submit`, `Cancel`, `Error`. */
export const SecondFactor = (props: FormProps) => {
  const { required } = useRootState("SecondFactor")
  return required === null ? null : <TotpForm {...props} required={required} />
}

const TotpForm = ({
  required,
  ...props
}: FormProps & { readonly required: NonNullable<ReturnType<typeof useRootState>["required"]> }) => {
  const { forgetRequired } = useRootState("SecondFactor")
  const texts = useMessages(steps)
  const { send, state, waiting } = useFlow(secondFactor, ({ engine, keystile }) =>
    engine.secondFactorWork({ keystile, error: required })
  )
  const error = state.step === "code" ? state.error : null
  const busy = state.step === "checking" || state.step === "done"
  const enter = (totp: string) => send({ type: "enter", code: { totp } })
  const field = useCodeInput("digits", isRequestFailure(error) ? null : error, enter, () => send({ type: "edit" }))
  return (
    <Plain
      {...props}
      form={{
        busy,
        waiting,
        error:
          state.step === "over" ? { message: texts.attemptOver } : error?._tag === "InvalidTotpCode" ? null : error,
        errorOf: (name) => (name === "code" && error?._tag === "InvalidTotpCode" ? texts.totpInvalid : undefined),
        input: (name) => inputOf({ code: () => field.input(busy || state.step === "over") }, name),
        submit: texts.verify,
        cancel: forgetRequired
      }}
      onSubmit={(event) => {
        event.preventDefault()
        field.submit()
      }}
    />
  )
}

/** Number of characters of a code. */
const LENGTH = 6

/** A change event, or one that an input of the application makes without a native event. */
interface CodeEvent {
  readonly nativeEvent?: Event
  readonly target: { readonly value: string }
}

const useCodeInput = (kind: CodeKind, refused: unknown, onComplete: (code: string) => void, onEdit: () => void) => {
  const [typed, setTyped] = useState("")
  const { code, inputRef, type } = useCode({
    length: LENGTH,
    refused,
    onComplete,
    onChange: (next) => {
      setTyped(next)
      if (next !== "") onEdit()
    }
  })
  const read = (text: string) => codeIn(text, { kind, length: LENGTH })
  const text = useComposedText(code, read)
  return {
    submit: () => {
      if (typed.length === LENGTH) onComplete(typed)
    },
    input: (busy: boolean) => ({
      name: "code",
      ref: inputRef,
      value: text.value,
      readOnly: busy,
      inputMode: kind === "digits" ? ("numeric" as const) : ("text" as const),
      autoCapitalize: kind === "digits" ? "none" : "characters",
      autoFocus: true,
      onChange: ({ nativeEvent, target }: CodeEvent) => {
        text.update(target.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
        type(read(target.value))
      },
      onCompositionEnd: text.end
    })
  }
}
