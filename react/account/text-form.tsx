/** A form of one text field. */
import * as Exit from "effect/Exit"
import type * as Effect from "effect/Effect"
import { type ReactNode, type SubmitEvent, useRef, useState } from "react"
import type { Client } from "../../tiers/client.ts"
import { Button, type ButtonProps } from "../components/button.tsx"
import { Field } from "../components/field.tsx"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { type DisplayedCallError, CallErrorNotice } from "./call-error-notice.tsx"
import { useAnnouncedAction } from "./use-announced-action.ts"

export interface TextFormProps<A, E extends DisplayedCallError> {
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
  readonly effect: (text: string) => Effect.Effect<A, E, Client>
  /** Announced after success. */
  readonly done?: string | ((result: A, text: string) => string)
}

export const TextForm = <A, E extends DisplayedCallError>({
  autoComplete = "off",
  check,
  done,
  effect,
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
  const action = useAnnouncedAction(effect, done)
  const field = useRef<HTMLInputElement>(null)
  const text = draft ?? value ?? ""
  const adds = value === undefined
  const changed = draft !== null && draft !== value

  const change = (next: string | null) => {
    setDraft(next)
    setWrong(null)
    if (!action.pending) action.reset()
  }

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = text.trim()
    const problem = check(given)
    setWrong(problem)
    if (problem !== null) {
      field.current?.focus()
      return
    }
    // The typed text is kept until it is saved.
    if (Exit.isFailure(await action.run(given))) return
    setDraft((now) => (now === text ? null : now))
  }

  return (
    <form className="ks-form" noValidate onSubmit={(event) => void send(event)}>
      <div className="ks-inline-form">
        <Field
          ref={field}
          label={label}
          type={type}
          autoComplete={autoComplete}
          autoCapitalize={type === "text" ? "words" : "none"}
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
              <Button
                variant="quiet"
                onClick={() => {
                  action.reset()
                  change(null)
                }}
              >
                {cancel}
              </Button>
            )}
          </div>
        )}
      </div>
      <CallErrorNotice error={action.error} waiting={action.waiting} />
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
