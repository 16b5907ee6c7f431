/** Renames a passkey in its row. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react"
import { PASSKEY_NAME_LENGTH } from "../../core/schema/fields/passkey-limits.ts"
import type { Passkey } from "../../core/schema/passkey.ts"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { Field } from "../components/field.tsx"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { useAnnouncedAction } from "./use-announced-action.ts"

export interface PasskeyNameFormProps {
  readonly passkey: Passkey
  readonly onClose: () => void
}

export const PasskeyNameForm = ({ onClose, passkey: { id, name: current } }: PasskeyNameFormProps) => {
  const texts = useMessages(account)
  const { cancel } = useMessages()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(current)
  const [wrong, setWrong] = useState<string | undefined>()
  const rename = useAnnouncedAction(
    (next: string) => Effect.flatMap(Client, ({ passkeys }) => passkeys.rename(id, next)),
    (renamed) => format(texts.passkeyRenamed, { name: renamed.name })
  )

  const close = () => {
    rename.reset()
    onClose()
  }

  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const next = name.trim()
    if (next === current) return onClose()
    const tooLong = next.length > PASSKEY_NAME_LENGTH
    const problem = next === "" ? texts.empty : tooLong ? format(texts.tooLong, { count: PASSKEY_NAME_LENGTH }) : null
    setWrong(problem ?? undefined)
    if (problem !== null) return field.current?.focus()
    if (Exit.isSuccess(await rename.run(next))) onClose()
  }

  return (
    <form className="ks-form" noValidate onSubmit={(event) => void send(event)}>
      <div className="ks-inline-form">
        <Field
          ref={field}
          label={texts.passkeyName}
          autoComplete="off"
          autoCapitalize="sentences"
          dir="auto"
          value={name}
          error={wrong}
          onChange={({ target }) => {
            setName(target.value)
            setWrong(undefined)
            if (!rename.pending) rename.reset()
          }}
          onKeyDown={({ key }) => {
            if (key === "Escape") close()
          }}
        />
        <div className="ks-row">
          <Button type="submit" busy={rename.pending}>
            {texts.save}
          </Button>
          <Button variant="quiet" onClick={close}>
            {cancel}
          </Button>
        </div>
      </div>
      <CallErrorNotice error={rename.error} waiting={rename.waiting} />
    </form>
  )
}
