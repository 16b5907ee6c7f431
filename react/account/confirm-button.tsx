/** A button whose action needs confirmation in a dialog: by the password, by a word, or by a second click. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type ReactNode, type SubmitEvent, useId, useState } from "react"
import type { Client } from "../../tiers/client.ts"
import { Button, type ButtonProps } from "../components/button.tsx"
import { Field } from "../components/field.tsx"
import { PasswordField } from "../components/password-field.tsx"
import { account } from "../messages/english/account.ts"
import { useLanguage, useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useFocusRefused } from "../components/use-focus-refused.ts"
import { Dialog } from "./dialog.tsx"
import { checkOwnPassword, usePasswordConfirmationEmail } from "./password-confirmation.ts"
import { type DisplayedCallError, CallErrorNotice } from "./call-error-notice.tsx"
import { Text } from "./text.tsx"
import { useAnnouncedAction } from "./use-announced-action.ts"

export interface ConfirmButtonProps<A, E extends DisplayedCallError> {
  readonly label: ReactNode
  readonly variant?: ButtonProps["variant"]
  /** Why the button is disabled. Default `null`, which enables it. */
  readonly unless?: string | null | undefined
  /** Title of the dialog. */
  readonly title: string
  readonly text?: string | undefined
  /** Label of the dialog's submit button. */
  readonly confirm: string
  /** A word that the user has to type. */
  readonly word?: string | undefined
  /** Requires the password, if the user has one. Default `true`. */
  readonly askPassword?: boolean | undefined
  /** Skips the dialog if no password is needed. Default `false`. */
  readonly onlyPassword?: boolean | undefined
  readonly effect: () => Effect.Effect<A, E, Client>
  /** Announced after success. */
  readonly done?: string | undefined
  readonly onDone?: (() => void) | undefined
}

export const ConfirmButton = <A, E extends DisplayedCallError>({
  done,
  effect,
  label,
  onDone,
  onlyPassword = false,
  unless = null,
  variant = "outline",
  ...question
}: ConfirmButtonProps<A, E>) => {
  const why = useId()
  const [open, setOpen] = useState(false)
  const passwordEmail = usePasswordConfirmationEmail()
  const asked = question.askPassword === false ? null : passwordEmail
  const direct = useAnnouncedAction(effect, done)
  const press = async () => {
    if (unless !== null) return
    if (asked !== null || !onlyPassword) return setOpen(true)
    if (Exit.isSuccess(await direct.run())) onDone?.()
  }
  return (
    <div className="ks-confirm">
      <Button
        size="sm"
        variant={variant}
        busy={direct.pending || (open && asked === undefined)}
        aria-disabled={unless !== null || undefined}
        aria-describedby={unless === null ? undefined : why}
        onClick={() => void press()}
      >
        {label}
      </Button>
      {unless !== null && (
        <p className="ks-hint" id={why}>
          {unless}
        </p>
      )}
      <CallErrorNotice error={direct.error} waiting={direct.waiting} />
      {open && (
        <Question
          {...question}
          passwordEmail={asked}
          danger={variant === "danger"}
          done={done}
          effect={effect}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            onDone?.()
          }}
        />
      )}
    </div>
  )
}

export interface ConfirmQuestionProps<A, E extends DisplayedCallError> extends Pick<
  ConfirmButtonProps<A, E>,
  "title" | "text" | "confirm" | "word" | "effect" | "done"
> {
  /** Email address that the password belongs to; `null` if no password is needed, `undefined` until it is known. */
  readonly passwordEmail: string | null | undefined
  readonly danger: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The confirmation dialog. Not rendered until it is known whether to ask for the password. */
export const Question = <A, E extends DisplayedCallError>({ passwordEmail, ...props }: ConfirmQuestionProps<A, E>) =>
  passwordEmail === undefined ? null : <KnownQuestion {...props} passwordEmail={passwordEmail} />

const KnownQuestion = <A, E extends DisplayedCallError>({
  confirm,
  danger,
  done,
  effect,
  onClose,
  onDone,
  passwordEmail,
  text,
  title,
  word
}: ConfirmQuestionProps<A, E> & { readonly passwordEmail: string | null }) => {
  const texts = useMessages(account)
  const messages = useMessages()
  const { tag } = useLanguage()
  const [password, setPassword] = useState("")
  const [typed, setTyped] = useState("")
  const action = useAnnouncedAction(
    () =>
      passwordEmail === null
        ? effect()
        : Effect.andThen(checkOwnPassword(passwordEmail, password), Effect.suspend(effect)),
    done
  )
  const cancel = () => {
    action.reset()
    onClose()
  }
  const wrong = action.error?._tag === "EmailPasswordMismatch"
  const passwordField = useFocusRefused(wrong)
  const ready =
    (word === undefined || typed.trim().toLocaleLowerCase(tag) === word.toLocaleLowerCase(tag)) &&
    (passwordEmail === null || password !== "")

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (ready && Exit.isSuccess(await action.run())) onDone()
  }

  return (
    <Dialog title={title} text={text} onClose={cancel}>
      <form className="ks-form" method="post" noValidate onSubmit={(event) => void send(event)}>
        {!wrong && <CallErrorNotice error={action.error} waiting={action.waiting} />}
        {passwordEmail !== null && (
          <>
            <Text>{texts.confirmPasswordText}</Text>
            <input type="email" autoComplete="username" value={passwordEmail} readOnly hidden />
            <PasswordField
              ref={passwordField}
              label={texts.confirmPassword}
              autoComplete="current-password"
              value={password}
              error={wrong ? texts.passwordWrong : undefined}
              onChange={({ target }) => {
                setPassword(target.value)
                if (!action.pending) action.reset()
              }}
            />
          </>
        )}
        {word !== undefined && (
          <Field
            label={format(texts.typeToConfirm, { word })}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <div className="ks-dialog-actions">
          <Button variant="quiet" onClick={cancel}>
            {messages.cancel}
          </Button>
          <Button
            type="submit"
            variant={danger ? "danger" : "primary"}
            busy={action.pending}
            aria-disabled={!ready || undefined}
          >
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
