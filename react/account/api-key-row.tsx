/** One API key of the user or of a team, with a button that revokes it. */
import type * as Effect from "effect/Effect"
import { useState } from "react"
import type { TeamApiKey, UserApiKey } from "../../core/schema/user-team-api-key.ts"
import type { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { apiKeyTexts } from "../messages/english/api-keys.ts"
import { useLanguage, useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import type { DisplayedCallError } from "./call-error-notice.tsx"
import { Question } from "./confirm-button.tsx"
import { DetailLine } from "./detail-line.tsx"

export interface ApiKeyRowProps<E extends DisplayedCallError> {
  readonly apiKey: UserApiKey | TeamApiKey
  /** True if the key is neither revoked nor expired. */
  readonly isValid: boolean
  readonly revoke: (id: string) => Effect.Effect<unknown, E, Client>
}

export const ApiKeyRow = <E extends DisplayedCallError>({ apiKey, isValid, revoke }: ApiKeyRowProps<E>) => {
  const texts = useMessages(apiKeyTexts)
  const [isAsking, setAsking] = useState(false)
  const ending = `${apiKey.isPublic ? "pk" : "sk"}_…${apiKey.value.lastFour}`
  // A program may create keys without a description.
  const name = apiKey.description.trim() === "" ? ending : apiKey.description
  const { created, end } = useDates({ apiKey, isValid })
  const close = () => setAsking(false)
  return (
    <li>
      <div className="ks-list-row">
        <div className="ks-list-main">
          <span className="ks-person-text">
            <span className="ks-truncate" dir="auto" title={name}>
              {name}
            </span>
            <DetailLine>
              <bdi dir="ltr" translate="no">
                {ending}
              </bdi>
              {created}
              {end}
            </DetailLine>
          </span>
        </div>
        {isValid && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={format(texts.apiKeyRevokeOf, { name })}
            onClick={() => setAsking(true)}
          >
            {texts.apiKeyRevoke}
          </Button>
        )}
      </div>
      {isAsking && (
        <Question
          title={format(texts.apiKeyRevokeTitle, { name })}
          text={texts.apiKeyRevokeText}
          confirm={texts.apiKeyRevoke}
          danger
          passwordEmail={null}
          effect={() => revoke(apiKey.id)}
          done={format(texts.apiKeyRevoked, { name })}
          onClose={close}
          onDone={close}
        />
      )}
    </li>
  )
}

/** Returns when the key was created, and when its validity ends or ended. */
const useDates = ({ apiKey, isValid }: Pick<ApiKeyRowProps<DisplayedCallError>, "apiKey" | "isValid">) => {
  const texts = useMessages(apiKeyTexts)
  const { tag } = useLanguage()
  const { createdAt, expiresAt, manuallyRevokedAt } = apiKey
  const formatter = new Intl.DateTimeFormat(tag, { dateStyle: "medium" })
  const created = format(texts.apiKeyCreatedOn, { date: formatter.format(createdAt) })
  const end =
    manuallyRevokedAt !== undefined
      ? format(texts.apiKeyRevokedOn, { date: formatter.format(manuallyRevokedAt) })
      : expiresAt === undefined
        ? texts.apiKeyUnlimited
        : format(isValid ? texts.apiKeyExpiresOn : texts.apiKeyExpiredOn, { date: formatter.format(expiresAt) })
  return { created, end }
}
