/** The form of a recovery code, for users without their authenticator app. */
import { useContext, useState } from "react"
import { Button } from "../../components/button.tsx"
import { CardTextContext } from "../../components/card-text.ts"
import { Field } from "../../components/field.tsx"
import { useFocusRefused } from "../../components/use-focus-refused.ts"
import { steps } from "../../messages/english/steps.ts"
import { useMessages } from "../../messages/messages.ts"
import type { SecondFactorFormProps } from "./totp-form.tsx"

export const RecoveryCodeForm = ({ before, busy, error, errorText, send }: SecondFactorFormProps) => {
  const texts = useMessages(steps)
  const [code, setCode] = useState("")
  const input = useFocusRefused(error?._tag === "InvalidRecoveryCode")

  return (
    <form
      className="ks-form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== "" && !busy) send({ type: "enter", code: { recoveryCode: code } })
      }}
    >
      {before}
      <Field
        ref={input}
        label={texts.recoveryLabel}
        autoComplete="off"
        // eslint-disable-next-line jsx-a11y/no-autofocus -- a step of its own, which the user asked for
        autoFocus
        aria-describedby={useContext(CardTextContext)}
        dir="ltr"
        placeholder="xxxx-xxxx-xxxx"
        value={code}
        readOnly={busy}
        error={errorText}
        onChange={({ target }) => {
          setCode(target.value)
          send({ type: "edit" })
        }}
      />
      <Button type="submit" width="full" busy={busy} disabled={code.trim() === "" && !busy}>
        {texts.verify}
      </Button>
    </form>
  )
}
