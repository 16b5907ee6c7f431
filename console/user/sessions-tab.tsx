/** The sessions and the API keys of a user. */
import { useApiKeysOfUserState, useSessionsOfUserState } from "../../react/dashboard/use-users.ts"
import { useProjectSettingsState } from "../../react/dashboard/use-project-settings.ts"
import type { ActiveSession } from "../../core/schema/active-session.ts"
import { clientNameOf } from "../../react/account/client-name.ts"
import { ApiKeyTable } from "../components/api-key-table.tsx"
import { ChangeButton } from "../components/change-button.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { actions, Table } from "../components/table.tsx"
import { agoOf, dateTimeOf } from "../components/times.ts"
import type { UserTabProps } from "./user-tab-props.ts"

export const SessionsTab = ({ now, user }: UserTabProps) => {
  const sessions = useSessionsOfUserState(user.id)
  const settings = useProjectSettingsState()
  return (
    <>
      <Section
        title="Sessions"
        text="One for each sign-in. A revoked session ends at once."
        actions={
          <ChangeButton
            word="Sign out everywhere"
            needsConfirmation
            variant="outline"
            done="The user is signed out everywhere"
            change={({ ofUser }) => ofUser(user.id).sessions.revokeOthers()}
          />
        }
      >
        <ReadView state={sessions}>
          {(data) =>
            data.length === 0 ? (
              <p className="ks-text">The user is signed in nowhere.</p>
            ) : (
              <Table label="Sessions" columns={["Device", "Address", "Signed in", "Last used", actions]}>
                {data.map((session) => (
                  <Session key={session.id} session={session} userId={user.id} now={now} />
                ))}
              </Table>
            )
          }
        </ReadView>
      </Section>
      {settings.data?.config.allowUserApiKeys === true && <ApiKeys userId={user.id} now={now} />}
    </>
  )
}

/** Names the device by its browser and system, as far as they are known. */
const deviceOf = ({ userAgent }: ActiveSession): string => {
  if (userAgent === undefined) return "Unknown device"
  const { browser, system } = clientNameOf(userAgent)
  return [browser, system].filter((part) => part !== null).join(" on ") || userAgent
}

interface SessionProps {
  readonly session: ActiveSession
  readonly userId: string
  readonly now: number
}

const Session = ({ now, session, userId }: SessionProps) => {
  const { createdAt, id, isImpersonation, lastUsedAt, lastUsedFrom, userAgent } = session
  const device = deviceOf(session)
  return (
    <tr>
      <th scope="row" data-fill title={userAgent}>
        {device} {isImpersonation && <span className="ks-badge">signed in as</span>}
      </th>
      <td>
        <span className="ks-mono">{lastUsedFrom?.address}</span>
      </td>
      <td title={dateTimeOf(createdAt)}>{agoOf(createdAt.getTime(), now)}</td>
      <td title={lastUsedAt === undefined ? undefined : dateTimeOf(lastUsedAt)}>
        {lastUsedAt === undefined ? "Never" : agoOf(lastUsedAt.getTime(), now)}
      </td>
      <td data-align="end">
        <span className="ks-actions">
          <ChangeButton
            word="Revoke"
            what={`the session of ${device}, signed in ${dateTimeOf(createdAt)}`}
            done="The session was revoked"
            change={({ ofUser }) => ofUser(userId).sessions.revoke(id)}
          />
        </span>
      </td>
    </tr>
  )
}

const ApiKeys = ({ now, userId }: { readonly userId: string; readonly now: number }) => {
  const keys = useApiKeysOfUserState(userId)
  return (
    <Section title="API keys" text="The user's programs call the application with them.">
      <ReadView state={keys}>
        {(data) =>
          data.length === 0 ? (
            <p className="ks-text">The user has no API key.</p>
          ) : (
            <ApiKeyTable
              keys={data}
              now={now}
              revoke={({ ofUser }, keyId) => ofUser(userId).userApiKeys.revoke(keyId)}
            />
          )
        }
      </ReadView>
    </Section>
  )
}
