/** The form that creates an API key, after the user's password where there is one. */
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react"
import type { UserTeamApiKeyInput } from "../../tiers/calls/user-api-keys.ts"
import type { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { Field } from "../components/field.tsx"
import { account } from "../messages/english/account.ts"
import { apiKeyTexts } from "../messages/english/api-keys.ts"
import { useLanguage, useMessages } from "../messages/messages.ts"
import { type DisplayedCallError, CallErrorNotice } from "./call-error-notice.tsx"
import { Question } from "./confirm-button.tsx"
import { usePasswordConfirmationEmail } from "./password-confirmation.ts"
import { SelectField } from "./select-field.tsx"
import { useNameCheck } from "./text-form.tsx"
import { useAnnouncedAction } from "./use-announced-action.ts"

const DAY = 86_400_000

/** The lifetimes to choose from, in days. */
const lifetimes = [7, 30, 90, 365] as const

const UNLIMITED = "unlimited"

export interface NewApiKeyFormProps<A, E extends DisplayedCallError> {
  readonly create: (input: UserTeamApiKeyInput) => Effect.Effect<A, E, Client>
  readonly onClose: () => void
}

export const NewApiKeyForm = <A, E extends DisplayedCallError>({ create, onClose }: NewApiKeyFormProps<A, E>) => {
  const texts = useMessages(apiKeyTexts)
  const { name: nameLabel } = useMessages(account)
  const { cancel } = useMessages()
  const { tag } = useLanguage()
  const passwordEmail = usePasswordConfirmationEmail()
  const check = useNameCheck({ required: true })
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState("")
  const [wrong, setWrong] = useState<string | null>(null)
  const [lifetime, setLifetime] = useState("90")
  const [isAsking, setAsking] = useState(false)
  const effect = () => {
    const expiresAt = lifetime === UNLIMITED ? null : new Date(Date.now() + Number(lifetime) * DAY)
    return create({ description: name.trim(), expiresAt })
  }
  const direct = useAnnouncedAction(effect, texts.apiKeyCreated)

  useLayoutEffect(() => field.current?.focus(), [])

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = check(name.trim())
    setWrong(problem)
    if (problem !== null) return field.current?.focus()
    if (passwordEmail !== null) return setAsking(true)
    if (Exit.isSuccess(await direct.run())) onClose()
  }

  const unit = (days: number) =>
    new Intl.NumberFormat(tag, {
      style: "unit",
      unit: days === 365 ? "year" : "day",
      unitDisplay: "long"
    }).format(days === 365 ? 1 : days)

  return (
    <>
      <form className="ks-form" noValidate onSubmit={(event) => void send(event)}>
        <div className="ks-inline-form">
          <Field
            ref={field}
            label={nameLabel}
            autoComplete="off"
            autoCapitalize="sentences"
            dir="auto"
            value={name}
            error={wrong ?? undefined}
            onChange={({ target }) => {
              setName(target.value)
              setWrong(null)
              if (!direct.pending) direct.reset()
            }}
          />
          <SelectField label={texts.apiKeyExpiration} value={lifetime} onChange={setLifetime}>
            {lifetimes.map((days) => (
              <option key={days} value={days}>
                {unit(days)}
              </option>
            ))}
            <option value={UNLIMITED}>{texts.apiKeyUnlimited}</option>
          </SelectField>
        </div>
        <div className="ks-row">
          <Button type="submit" busy={direct.pending || (isAsking && passwordEmail === undefined)}>
            {texts.apiKeyCreate}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              direct.reset()
              onClose()
            }}
          >
            {cancel}
          </Button>
        </div>
        <CallErrorNotice error={direct.error} waiting={direct.waiting} />
      </form>
      {isAsking && (
        <Question
          title={texts.apiKeyCreateTitle}
          confirm={texts.apiKeyCreate}
          danger={false}
          passwordEmail={passwordEmail}
          effect={effect}
          done={texts.apiKeyCreated}
          onClose={() => setAsking(false)}
          onDone={onClose}
        />
      )}
    </>
  )
}
