/** The form of the six-digit code of an authenticator app. */
import { type ReactNode, useState } from "react"
import { Button } from "../../components/button.tsx"
import { CodeField } from "../../components/code-field.tsx"
import type { SecondFactorEvent, SecondFactorProblem } from "../../flows/second-factor.ts"
import { steps } from "../../messages/english/steps.ts"
import { useMessages } from "../../messages/messages.ts"

export interface SecondFactorFormProps {
  readonly busy: boolean
  readonly error: SecondFactorProblem | null
  /** Shown at the field. */
  readonly errorText: string | undefined
  readonly send: (event: SecondFactorEvent) => void
  /** Rendered above the field. */
  readonly before: ReactNode
}

export const TotpForm = ({ before, busy, error, errorText, send }: SecondFactorFormProps) => {
  const texts = useMessages(steps)
  const [code, setCode] = useState("")
  return (
    <form
      className="ks-form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === 6) send({ type: "enter", code: { totp: code } })
      }}
    >
      {before}
      <CodeField
        label={texts.secondFactorLabel}
        kind="digits"
        // eslint-disable-next-line jsx-a11y/no-autofocus -- a step of its own, which the user asked for
        autoFocus
        busy={busy}
        refused={errorText === undefined ? null : error}
        error={errorText}
        onChange={(next) => {
          setCode(next)
          if (next !== "") send({ type: "edit" })
        }}
        onComplete={(totp) => send({ type: "enter", code: { totp } })}
      />
      <Button type="submit" width="full" busy={busy} disabled={code.length < 6 && !busy}>
        {texts.verify}
      </Button>
    </form>
  )
}
