/** The section of the API keys of the user or of a team, for projects that allow them. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { useEffect, useRef, useState } from "react"
import type { Team } from "../../core/schema/team.ts"
import type { TeamApiKey, UserApiKey } from "../../core/schema/user-team-api-key.ts"
import { isApiKeyValid } from "../../tiers/calls/admin/api-key-validity.ts"
import type { UserTeamApiKeyInput } from "../../tiers/calls/user-api-keys.ts"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { CopyButton } from "../components/copy-button.tsx"
import { Icon, plusIcon } from "../components/icons.tsx"
import { useTeamApiKeysState, useUserApiKeysState } from "../hooks/use-api-keys.ts"
import { account } from "../messages/english/account.ts"
import { apiKeyTexts } from "../messages/english/api-keys.ts"
import { useMessages } from "../messages/messages.ts"
import { ApiKeyRow } from "./api-key-row.tsx"
import type { DisplayedCallError } from "./call-error-notice.tsx"
import { NewApiKeyForm } from "./new-api-key-form.tsx"
import { ListSkeleton } from "./page-skeleton.tsx"
import { ReadErrorNotice, Section } from "./section.tsx"
import { type LatestRead, useLatest } from "./use-latest.ts"
import { Text } from "./text.tsx"

export const UserApiKeys = () => {
  const { apiKeysText } = useMessages(apiKeyTexts)
  const state = useLatest(useUserApiKeysState())
  return (
    <ApiKeys
      text={apiKeysText}
      state={state}
      create={(input) => Effect.flatMap(Client, ({ userApiKeys }) => userApiKeys.create(input))}
      revoke={(id) => Effect.flatMap(Client, ({ userApiKeys }) => userApiKeys.revoke(id))}
    />
  )
}

export const TeamApiKeys = ({ team }: { readonly team: Team }) => {
  const { apiKeysOfTeamText } = useMessages(apiKeyTexts)
  const state = useLatest(useTeamApiKeysState(team))
  return (
    <ApiKeys
      text={apiKeysOfTeamText}
      state={state}
      create={(input) => Effect.flatMap(Client, ({ teamApiKeys }) => teamApiKeys.create(team.id, input))}
      revoke={(id) => Effect.flatMap(Client, ({ teamApiKeys }) => teamApiKeys.revoke(team.id, id))}
    />
  )
}

type ApiKey = UserApiKey | TeamApiKey

/** A new key, which the service cannot show again. */
type NewKey = Redacted.Redacted<string>

interface ApiKeysProps<C extends DisplayedCallError, R extends DisplayedCallError> {
  readonly text: string
  readonly state: LatestRead<ReadonlyArray<ApiKey>, DisplayedCallError>
  readonly create: (input: UserTeamApiKeyInput) => Effect.Effect<{ readonly value: NewKey }, C, Client>
  readonly revoke: (id: string) => Effect.Effect<unknown, R, Client>
}

const ApiKeys = <C extends DisplayedCallError, R extends DisplayedCallError>({
  create,
  revoke,
  state: { data, error, refresh },
  text
}: ApiKeysProps<C, R>) => {
  const texts = useMessages(apiKeyTexts)
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<NewKey | null>(null)
  const [now] = useState(() => new Date())
  const keys = data ?? []
  const valid = keys.filter((key) => isApiKeyValid(key, now))
  const invalid = keys.filter((key) => !isApiKeyValid(key, now))
  const rows = (all: ReadonlyArray<ApiKey>, isValid: boolean, label: string) => (
    <ul className="ks-list" aria-label={label}>
      {all.map((apiKey) => (
        <ApiKeyRow key={apiKey.id} apiKey={apiKey} isValid={isValid} revoke={revoke} />
      ))}
    </ul>
  )
  return (
    <Section
      title={texts.apiKeys}
      text={text}
      action={
        !isCreating &&
        created === null && (
          <Button variant="outline" size="sm" onClick={() => setCreating(true)}>
            <Icon path={plusIcon} />
            {texts.apiKeyCreate}
          </Button>
        )
      }
    >
      {isCreating && (
        <NewApiKeyForm
          create={(input) => Effect.tap(create(input), ({ value }) => Effect.sync(() => setCreated(value)))}
          onClose={() => setCreating(false)}
        />
      )}
      {created !== null && <NewApiKey apiKey={created} onClose={() => setCreated(null)} />}
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {data === undefined && error === null && <ListSkeleton />}
      {valid.length > 0 && rows(valid, true, texts.apiKeys)}
      {invalid.length > 0 && (
        <details className="ks-details">
          <summary>{texts.apiKeysInvalid}</summary>
          {rows(invalid, false, texts.apiKeysInvalid)}
        </details>
      )}
    </Section>
  )
}

const NewApiKey = ({ apiKey, onClose }: { readonly apiKey: NewKey; readonly onClose: () => void }) => {
  const texts = useMessages(apiKeyTexts)
  const { copy } = useMessages(account)
  const element = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => element.current?.querySelector("button")?.focus(), [])
  const text = Redacted.value(apiKey)
  return (
    <div ref={element} className="ks-stack" role="group" aria-label={texts.apiKeySave}>
      <Text>{texts.apiKeySave}</Text>
      <code className="ks-new-key" dir="ltr" translate="no">
        {text}
      </code>
      <div className="ks-row">
        <CopyButton label={copy} text={text} />
        <Button variant="quiet" size="sm" onClick={onClose}>
          {texts.apiKeySaved}
        </Button>
      </div>
    </div>
  )
}
