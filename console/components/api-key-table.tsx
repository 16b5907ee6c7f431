/** The API keys of a user or a team, with a button that revokes each. */
import type * as Effect from "effect/Effect"
import type { TeamApiKey, UserApiKey } from "../../core/schema/user-team-api-key.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { ChangeButton } from "./change-button.tsx"
import type { CallFailure } from "./problem-text.ts"
import { actions, Table } from "./table.tsx"
import { agoOf, dateTimeOf, untilOf } from "./times.ts"

type ApiKey = TeamApiKey | UserApiKey

interface Props<E extends CallFailure> {
  readonly keys: ReadonlyArray<ApiKey>
  readonly now: number
  readonly revoke: (admin: ProjectAdminCalls, keyId: string) => Effect.Effect<unknown, E>
}

export const ApiKeyTable = <E extends CallFailure>({ keys, now, revoke }: Props<E>) => (
  <Table label="API keys" columns={["Description", "Key", "Created", "Expires", "State", actions]}>
    {keys.map((key) => (
      <Row key={key.id} apiKey={key} now={now} revoke={revoke} />
    ))}
  </Table>
)

const stateOf = ({ expiresAt, manuallyRevokedAt }: ApiKey, now: number) => {
  if (manuallyRevokedAt !== undefined) return { tone: "danger", word: "Revoked" }
  return expiresAt !== undefined && expiresAt.getTime() <= now
    ? { tone: "danger", word: "Expired" }
    : { tone: "success", word: "Valid" }
}

const Row = <E extends CallFailure>({
  apiKey: key,
  now,
  revoke
}: Omit<Props<E>, "keys"> & { readonly apiKey: ApiKey }) => {
  const { tone, word } = stateOf(key, now)
  return (
    <tr>
      <th scope="row" data-fill title={key.description}>
        {key.description}
      </th>
      <td>
        <span className="ks-mono">…{key.value.lastFour}</span>
      </td>
      <td title={dateTimeOf(key.createdAt)}>{agoOf(key.createdAt.getTime(), now)}</td>
      <td title={key.expiresAt === undefined ? undefined : dateTimeOf(key.expiresAt)}>
        {key.expiresAt === undefined ? "Never" : untilOf(key.expiresAt.getTime(), now)}
      </td>
      <td>
        <span className="ks-badge" data-tone={tone}>
          {word}
        </span>
      </td>
      <td data-align="end">
        <span className="ks-actions">
          {word === "Valid" && (
            <ChangeButton
              word="Revoke"
              what={key.description}
              needsConfirmation
              done={`${key.description} was revoked`}
              change={(admin) => revoke(admin, key.id)}
            />
          )}
        </span>
      </td>
    </tr>
  )
}
