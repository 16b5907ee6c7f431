/** The form of a new password. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { type SubmitEvent, useEffect, useRef, useState } from "react"
import { RequestError } from "../../../core/errors/request-error.ts"
import { Client } from "../../../tiers/client.ts"
import { Button } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { lockIcon } from "../../components/icons.tsx"
import { PasswordField } from "../../components/password-field.tsx"
import { preloadPasswordStrength } from "../../components/password-strength.tsx"
import { useAction } from "../../hooks/use-action.ts"
import { NewPasswordField } from "../../forms/new-password-field.tsx"
import { useForm } from "../../forms/use-form.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { pages } from "../../messages/english/pages.ts"
import { useErrorText, useMessages } from "../../messages/messages.ts"
import { checkRepeat } from "../../forms/field-checks.ts"
import { linkProblem } from "../frame/link-problem.ts"
import { useNewPasswordCheck } from "../../forms/use-new-password-check.ts"
import { mayHaveArrived } from "../../runtime/may-have-arrived.ts"
import type { LinkCardProps } from "../cards/page-cards.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"

/** The result: the password is set, the link does not work, or another error. */
export type ResetOutcome = "done" | "failed" | LinkCardProps["problem"]

export interface NewPasswordFormProps {
  readonly code: Redacted.Redacted<string>
  /** The email of the account, for password managers. `undefined` if the service does not return it. */
  readonly email: string | undefined
  readonly level: 1 | 2
  readonly onOutcome: (outcome: ResetOutcome) => void
  /**
   * Score that the password has to reach, from 0 (any password) to 4. Default the provider's, which is
   * `STRENGTH_THRESHOLD`.
   */
  readonly strengthThreshold?: number | undefined
}

/** A type: an interface is not assignable to a record of strings. */
type Fields = {
  readonly password: string
  readonly repeat: string
}

export const NewPasswordForm = ({ code, email, level, onOutcome, strengthThreshold }: NewPasswordFormProps) => {
  const { resetTitle } = useMessages(pages)
  const texts = useMessages(mailed)
  const messages = useMessages()
  const errorText = useErrorText()
  const checkNewPassword = useNewPasswordCheck(strengthThreshold)
  const own = email === undefined ? [] : [email]
  const { checking, errors, form } = useForm<Fields>()
  const [password, setPassword] = useState("")
  const { error, pending, run, waiting } = useAction((password: string) =>
    Effect.flatMap(Client, (client) => client.resetPassword({ code, password }))
  )
  /** The password of the first attempt without a response: it may be set. */
  const unconfirmed = useRef<string | null>(null)
  useEffect(preloadPasswordStrength, [])

  /** The passwords are compared, so a change of one clears both errors. */
  const onChange = () => {
    setPassword(form.value("password"))
    form.clearErrors("password", "repeat")
  }

  const send = async ({ password }: Fields) => {
    const exit = await run(password)
    if (Exit.isSuccess(exit)) return onOutcome("done")
    const refused = Exit.findErrorOption(exit)
    if (Option.isNone(refused)) return
    if (refused.value instanceof RequestError) {
      if (mayHaveArrived(refused.value)) unconfirmed.current ??= password
      return
    }
    // That attempt has set the password and used the code.
    if (refused.value._tag === "VerificationCodeAlreadyUsed" && password === unconfirmed.current)
      return onOutcome("done")
    // The other rules use up the code. A breached password does not.
    if (refused.value._tag === "PasswordBreached") {
      form.refuse("password", errorText(refused.value))
      form.focus("password")
    } else {
      onOutcome(linkProblem(refused.value) ?? "failed")
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void form.submit(send)
  }

  return (
    <Card level={level} icon={lockIcon} title={resetTitle}>
      <form className="ks-form" method="post" noValidate onSubmit={submit}>
        <RequestNotice error={error instanceof RequestError ? error : null} waiting={waiting} />
        {email !== undefined && <input type="email" autoComplete="username" value={email} readOnly hidden />}
        <NewPasswordField
          label={texts.newPassword}
          error={errors.password?.message}
          password={password}
          own={own}
          {...form.field("password", { validate: (password) => checkNewPassword(password, own), onChange })}
        />
        <PasswordField
          label={texts.repeatNewPassword}
          autoComplete="new-password"
          error={errors.repeat?.message}
          {...form.field("repeat", { validate: checkRepeat(messages), onChange })}
        />
        <Button type="submit" width="full" busy={checking || pending}>
          {texts.resetPassword}
        </Button>
      </form>
    </Card>
  )
}
