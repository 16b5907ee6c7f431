/** Unstyled labels, inputs, buttons and errors of a form. */
import { type ComponentProps, useState } from "react"
import { useTimeLeft } from "../components/time-left.ts"
import { useErrorText, useMessages } from "../messages/messages.ts"
import { steps } from "../messages/english/steps.ts"
import { format } from "../messages/template.ts"
import { useRequestProblem } from "../components/use-request-problem.ts"
import { isRequestFailure, requestErrorOf, type RequestProblem } from "../messages/request-problem.ts"
import { type FieldName, type InputProps, usePartForm } from "./form-context.ts"
import type { RenderableProps } from "./renderable.ts"

/** Props of `<Email>`, `<Password>` and `<RepeatPassword>`. */
export type InputPartProps = Omit<RenderableProps<InputProps>, "children" | "name" | "ref">

/** Runs the element's own handler first, then the application's. */
const callBoth = <Event,>(own: ((event: Event) => void) | undefined, given: ((event: Event) => void) | undefined) =>
  own === undefined || given === undefined
    ? (own ?? given)
    : (event: Event) => {
        own(event)
        given(event)
      }

const inputPart = (part: string, name: FieldName, plain: InputProps) =>
  function Input({ render, ...props }: InputPartProps) {
    const form = usePartForm(part)
    const own = form.input(name)
    const error = form.errorOf(name)
    const given: InputProps = {
      id: `${form.id}-${name}`,
      spellCheck: false,
      autoCapitalize: "none",
      "aria-required": true,
      ...plain,
      ...own,
      ...props,
      onChange: callBoth(own.onChange, props.onChange),
      onFocus: callBoth(own.onFocus, props.onFocus),
      onCompositionEnd: callBoth(own.onCompositionEnd, props.onCompositionEnd),
      "aria-invalid": error !== undefined,
      "aria-describedby": error === undefined ? props["aria-describedby"] : `${form.id}-${name}-error`
    }
    return render === undefined ? <input {...given} /> : render(given)
  }

/** The field for the email address. */
export const Email = inputPart("Email", "email", { type: "email" })
/** The field for the password. */
export const Password = inputPart("Password", "password", { type: "password" })
/** The field that repeats a new password. */
export const RepeatPassword = inputPart("RepeatPassword", "repeat", { type: "password" })
/** The mailed code in `<MagicLinkCode>`, the authenticator's in `<SecondFactor>`. Submits with the last character. */
export const Code = inputPart("Code", "code", { type: "text", autoComplete: "one-time-code", dir: "ltr" })

/** Props of `<Label>`. */
export interface LabelProps extends RenderableProps<ComponentProps<"label">> {
  /** The field. */
  readonly for: FieldName
}

/** The label of a field. Default text: the field's name. */
export const Label = ({ children, for: name, render, ...props }: LabelProps) => {
  const form = usePartForm("Label")
  const { email, password, repeatPassword } = useMessages()
  const { codeLabel } = useMessages(steps)
  const words = { email, password, repeat: repeatPassword, code: codeLabel }
  const htmlFor = props.htmlFor ?? `${form.id}-${name}`
  const given = { ...props, htmlFor, children: children ?? words[name] }
  return render === undefined ? (
    <label {...props} htmlFor={htmlFor}>
      {given.children}
    </label>
  ) : (
    render(given)
  )
}

/** Props of the buttons of a form. */
export type ButtonPartProps = Omit<RenderableProps<ComponentProps<"button">>, "type">

/** Submits its form. Meanwhile it has `aria-disabled` and `data-busy`, and keeps the focus. */
export const Submit = ({ children, render, ...props }: ButtonPartProps) => {
  const { busy, submit } = usePartForm("Submit")
  const given = {
    ...props,
    type: "submit" as const,
    "aria-disabled": busy || props["aria-disabled"],
    "aria-busy": busy || undefined,
    "data-busy": busy || undefined,
    children: children ?? submit
  }
  return render === undefined ? <button {...given} type="submit" /> : render(given)
}

/** Returns to the first step, from the forms of the second steps. */
export const Cancel = ({ children, render, ...props }: ButtonPartProps) => {
  const { cancel } = usePartForm("Cancel")
  const messages = useMessages()
  if (cancel === null) return null
  const given = { ...props, type: "button" as const, onClick: cancel, children: children ?? messages.cancel }
  return render === undefined ? <button {...given} type="button" /> : render(given)
}

/** Props of `<Error>`. */
export interface ErrorProps extends RenderableProps<ComponentProps<"p">> {
  /** The field of the error. Default errors of the whole form, e.g. of the network. */
  readonly for?: FieldName | undefined
}

/**
 * An error, announced by screen readers. Renders nothing without one. `data-kind` is `field`, `form` or `waiting`.
 */
const FormError = ({ for: name, ...props }: ErrorProps) => {
  const form = usePartForm("Error")
  const messages = useMessages()
  const errorText = useErrorText()
  const { error, waiting } = form
  const requestProblem = useRequestProblem(requestErrorOf(error))
  if (name !== undefined) {
    const text = form.errorOf(name)
    return text === undefined ? null : (
      <MessageText {...props} id={`${form.id}-${name}-error`} kind="field" problem={{ text }} />
    )
  }
  if (waiting !== null) {
    return (
      <MessageText
        {...props}
        key={waiting.until}
        kind="waiting"
        problem={{ text: messages.retryingIn, until: waiting.until }}
      />
    )
  }
  if (error === null) return null
  const problem = isRequestFailure(error) ? requestProblem : { text: errorText(error) }
  if (problem === null) return null
  return <MessageText {...props} key={problem.until} kind="form" problem={problem} />
}

interface MessageTextProps extends Omit<ErrorProps, "for"> {
  readonly kind: "field" | "form" | "waiting"
  readonly problem: RequestProblem
}

const MessageText = ({ children, kind, problem, render, ...props }: MessageTextProps) => {
  const [now] = useState(() => Date.now())
  const left = useTimeLeft(problem.until ?? now)
  if (problem.until !== undefined && left === null) return null
  const text = problem.until === undefined ? problem.text : format(problem.text, { time: left ?? "" })
  const given = {
    ...props,
    role: kind === "waiting" ? "status" : "alert",
    "data-kind": kind,
    children: children ?? text
  }
  return render === undefined ? <p {...given} /> : render(given)
}

export { FormError as Error }
