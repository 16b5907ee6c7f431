/** The section that sets or changes the user's password. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type SubmitEvent, useRef, useState } from "react"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { PasswordField } from "../components/password-field.tsx"
import { preloadPasswordStrength } from "../components/password-strength.tsx"
import { useFocusRefused } from "../components/use-focus-refused.ts"
import { useContactChannelsState } from "../hooks/use-contact-channels.ts"
import { account } from "../messages/english/account.ts"
import { useErrorText, useMessages } from "../messages/messages.ts"
import { checkPassword, checkRepeat } from "../forms/field-checks.ts"
import { isAboutNewPassword } from "../forms/error-subjects.ts"
import { NewPasswordField } from "../forms/new-password-field.tsx"
import { useNewPasswordCheck } from "../forms/use-new-password-check.ts"
import { useAccountUser } from "./account-user.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { Section } from "./section.tsx"
import { useAnnouncedAction } from "./use-announced-action.ts"
import { useLatest } from "./use-latest.ts"

export const Password = () => {
  const texts = useMessages(account)
  const messages = useMessages()
  const { hasPassword } = useAccountUser()
  const { data: channels } = useLatest(useContactChannelsState())
  const [open, setOpen] = useState(false)
  const authEmail = channels?.find(({ usedForAuth }) => usedForAuth)?.value
  const needsEmail = channels !== undefined && authEmail === undefined
  const none = needsEmail ? texts.passwordNeedsEmail : texts.passwordNone
  return (
    <Section
      title={messages.password}
      text={hasPassword ? texts.passwordSet : none}
      action={
        !open &&
        !(needsEmail && !hasPassword) && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              preloadPasswordStrength()
              setOpen(true)
            }}
          >
            {hasPassword ? texts.updatePassword : texts.setPassword}
          </Button>
        )
      }
    >
      {open && <PasswordForm email={authEmail} onClose={() => setOpen(false)} />}
    </Section>
  )
}

interface FormProps {
  readonly email: string | undefined
  readonly onClose: () => void
}

interface PasswordFields {
  readonly old: string
  readonly password: string
  readonly repeat: string
}

const emptyFields: PasswordFields = { old: "", password: "", repeat: "" }

const PasswordForm = ({ email, onClose }: FormProps) => {
  const texts = useMessages(account)
  const messages = useMessages()
  // Read once: the user has a password as soon as the form has set one.
  const [hadPassword] = useState(useAccountUser().hasPassword)
  const [typed, setTyped] = useState(emptyFields)
  const [wrong, setWrong] = useState<Partial<PasswordFields>>({})
  const checkNewPassword = useNewPasswordCheck()
  const [checking, setChecking] = useState(false)
  const action = useAnnouncedAction(
    (given: PasswordFields) =>
      Effect.flatMap(Client, (client) =>
        hadPassword
          ? client.updatePassword({ oldPassword: given.old, newPassword: given.password })
          : client.setPassword({ password: given.password })
      ),
    hadPassword ? texts.passwordUpdated : texts.passwordWasSet
  )
  const errorText = useErrorText()
  const oldIsWrong = action.error?._tag === "PasswordConfirmationMismatch"
  const newIsRefused = action.error !== null && isAboutNewPassword(action.error)
  const oldField = useFocusRefused(oldIsWrong)
  const newField = useFocusRefused(newIsRefused)
  const repeatField = useRef<HTMLInputElement>(null)

  const change =
    (name: keyof PasswordFields) =>
    ({ target }: { readonly target: HTMLInputElement }) => {
      setTyped((now) => ({ ...now, [name]: target.value }))
      setWrong(({ [name]: _gone, ...others }) => others)
      if (!action.pending) action.reset()
    }
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (checking) return
    const form = event.currentTarget
    setChecking(true)
    const strong = await checkNewPassword(typed.password, email === undefined ? [] : [email])
    setChecking(false)
    // The user closed the form during the check.
    if (!form.isConnected) return
    const problems = [
      { name: "old", field: oldField, problem: hadPassword ? checkPassword(messages)(typed.old) : true },
      { name: "password", field: newField, problem: strong },
      { name: "repeat", field: repeatField, problem: checkRepeat(messages)(typed.repeat, typed) }
    ].filter(({ problem }) => problem !== true)
    setWrong(Object.fromEntries(problems.map(({ name, problem }) => [name, problem])))
    const [first] = problems
    if (first !== undefined) first.field.current?.focus()
    else if (Exit.isSuccess(await action.run(typed))) onClose()
  }

  return (
    <form className="ks-form ks-narrow" method="post" noValidate onSubmit={(event) => void send(event)}>
      {!oldIsWrong && !newIsRefused && <CallErrorNotice error={action.error} waiting={action.waiting} />}
      <input type="email" autoComplete="username" value={email ?? ""} readOnly hidden />
      {hadPassword && (
        <PasswordField
          ref={oldField}
          label={texts.passwordOld}
          autoComplete="current-password"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the user has opened the form
          autoFocus
          value={typed.old}
          error={wrong.old ?? (oldIsWrong ? texts.passwordWrong : undefined)}
          onChange={change("old")}
        />
      )}
      <NewPasswordField
        ref={newField}
        label={texts.passwordNew}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the user has opened the form
        autoFocus={!hadPassword}
        value={typed.password}
        error={wrong.password ?? (newIsRefused ? errorText(action.error) : undefined)}
        password={typed.password}
        own={email === undefined ? [] : [email]}
        onChange={change("password")}
      />
      <PasswordField
        ref={repeatField}
        label={texts.passwordNewRepeat}
        autoComplete="new-password"
        value={typed.repeat}
        error={wrong.repeat}
        onChange={change("repeat")}
      />
      <p className="ks-hint">{hadPassword ? texts.passwordEndsOthers : texts.passwordKeepsOthers}</p>
      <div className="ks-row">
        <Button type="submit" busy={checking || action.pending}>
          {hadPassword ? texts.updatePassword : texts.setPassword}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            action.reset()
            onClose()
          }}
        >
          {messages.cancel}
        </Button>
      </div>
    </form>
  )
}
