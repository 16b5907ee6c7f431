/** The second factor as a step of its own: six digits from an authenticator app, whatever the first factor was. */
import * as Effect from "effect/Effect"
import { type SubmitEvent, useState } from "react"
import { InvalidTotpCode, type MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import { RequestError } from "../../core/errors/request-error.ts"
import type { NewSession } from "../../tiers/calls/parts.ts"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { Card } from "../components/card.tsx"
import { CodeField } from "../components/code-field.tsx"
import { phoneIcon } from "../components/icons.tsx"
import { Notice } from "../components/notice.tsx"
import { useAction } from "../hooks/use-action.ts"
import { useKeystile } from "../keystile-context.ts"
import { steps } from "../messages/english/steps.ts"
import { useMessages } from "../messages/messages.ts"
import { changeSession } from "../session-change.ts"
import { RequestNotice } from "./request-notice.tsx"

const LENGTH = 6

export interface SecondFactorStepProps {
  /** What the sign-in failed with, which carries the attempt. */
  readonly error: MultiFactorAuthenticationRequired
  /** Somebody is signed in, and the step is about to go on to `afterSignUp` or `afterSignIn`. */
  readonly onComplete?: ((session: NewSession) => void) | undefined
  /** Back to where signing in began: by choice, or because the attempt is over. */
  readonly onCancel: () => void
  /** What a wrong code is told. Default "Invalid TOTP code". */
  readonly wrongText?: string | undefined
  /** Rank of the title among the page's headings. Default 2. */
  readonly level?: 1 | 2 | undefined
}

/**
 * Asks for the code and finishes the sign-in. A wrong code can be tried again; when the attempt itself is over, which
 * five minutes or 20 codes make it, there is only the way back.
 */
export const SecondFactorStep = (
  { error: required, level, onCancel, onComplete, wrongText }: SecondFactorStepProps
) => {
  const keystile = useKeystile()
  const texts = useMessages(steps)
  const { cancel } = useMessages()
  const [code, setCode] = useState("")
  const [typed, setTyped] = useState(false)
  const { error, pending, run, waiting } = useAction((totp: string) =>
    changeSession(
      keystile,
      Effect.tap(
        Effect.flatMap(Client, (client) => client.completeMultiFactor({ error: required, totp })),
        (session) => Effect.sync(() => onComplete?.(session))
      ),
      ({ isNewUser }) => isNewUser ? "afterSignUp" : "afterSignIn"
    )
  )

  const wrong = error instanceof InvalidTotpCode
  const over = error !== null && !wrong && !(error instanceof RequestError)

  const type = (next: string) => {
    setCode(next)
    // A refused code is cleared by the field: that is not the user's typing.
    if (next !== "") setTyped(true)
  }

  const send = (totp: string) => {
    setTyped(false)
    void run(totp)
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (code.length === LENGTH) send(code)
  }

  return (
    <Card
      level={level}
      seal={phoneIcon}
      title={texts.secondFactorTitle}
      text={texts.secondFactorText}
      stub={<Button variant="quiet" size="sm" onClick={onCancel}>{over ? texts.startOver : cancel}</Button>}
    >
      {over ? <Notice>{error._tag === "CookiesBlocked" ? error.message : texts.attemptOver}</Notice> : (
        <form className="ks-form" method="post" noValidate onSubmit={submit}>
          <RequestNotice error={error instanceof RequestError ? error : null} waiting={waiting} />
          <CodeField
            label={texts.secondFactorLabel}
            kind="digits"
            length={LENGTH}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- a step of its own, which the user came to
            autoFocus
            error={wrong && !typed ? wrongText ?? texts.totpInvalid : undefined}
            onChange={type}
            onComplete={send}
          />
          <Button type="submit" width="full" busy={pending} disabled={!pending && code.length < LENGTH}>
            {texts.verify}
          </Button>
        </form>
      )}
    </Card>
  )
}
