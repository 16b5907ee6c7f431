/** A form of one text field. */
import * as Exit from "effect/Exit"
import { type ReactNode, type SubmitEvent, useState } from "react"
import { Button, type ButtonProps } from "../components/button.tsx"
import { Field } from "../components/field.tsx"
import type { Action } from "../hooks/use-action.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { type CallError, CallErrorNotice } from "./call-error-notice.tsx"
import { Done } from "./section.tsx"

export interface TextFormProps<A, E extends CallError> {
  readonly label: string
  readonly submit: ReactNode
  readonly variant?: ButtonProps["variant"]
  readonly type?: "email" | "text"
  readonly autoComplete?: string
  readonly placeholder?: string
  /** The saved text. With it, the form edits: its buttons show while the text differs. Without it, the form adds. */
  readonly value?: string | undefined
  /** Returns what is wrong with the text; `null` if nothing is. */
  readonly check: (text: string) => string | null
  readonly action: Action<[string], A, E>
  /** Announced after success. */
  readonly done: string | ((text: string, result: A) => string)
}

export const TextForm = <A, E extends CallError>({
  action,
  autoComplete = "off",
  check,
  done,
  label,
  placeholder,
  submit,
  type = "text",
  value,
  variant
}: TextFormProps<A, E>) => {
  const { cancel } = useMessages()
  const [draft, setDraft] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const text = draft ?? value ?? ""
  const adds = value === undefined
  const changed = draft !== null && draft !== value

  const change = (next: string | null) => {
    setDraft(next)
    setWrong(null)
    setSaid(null)
    if (!action.pending) action.reset()
  }

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = text.trim()
    const problem = check(given)
    setWrong(problem)
    if (problem !== null) return
    const exit = await action.run(given)
    // The typed text is kept until it is saved.
    if (Exit.isFailure(exit)) return
    setDraft((now) => (now === text ? null : now))
    setSaid(typeof done === "string" ? done : done(given, exit.value))
  }

  return (
    <form className="ks-form" noValidate onSubmit={(event) => void send(event)}>
      <div className="ks-inline-form">
        <Field
          label={label}
          type={type}
          autoComplete={autoComplete}
          placeholder={placeholder}
          value={text}
          error={wrong ?? undefined}
          onChange={({ target }) => change(target.value)}
        />
        {(adds || changed) && (
          <div className="ks-row">
            <Button type="submit" variant={variant} busy={action.pending}>
              {submit}
            </Button>
            {!adds && (
              <Button variant="quiet" onClick={() => change(null)}>
                {cancel}
              </Button>
            )}
          </div>
        )}
      </div>
      <CallErrorNotice error={action.error} waiting={action.waiting} />
      {said !== null && <Done>{said}</Done>}
    </form>
  )
}

/** Maximum length of a name in characters. The wire has no limit; lists and menus have to show the name. */
const NAME_MAX_LENGTH = 256

/** Returns a check of names. */
export const useNameCheck = ({ required }: { readonly required: boolean }) => {
  const { empty, tooLong } = useMessages(account)
  return (name: string): string | null => {
    if (name === "") return required ? empty : null
    return name.length > NAME_MAX_LENGTH ? format(tooLong, { count: NAME_MAX_LENGTH }) : null
  }
}
