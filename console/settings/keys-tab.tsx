/** The API keys of the project, and the way to its webhooks. */
import { useState } from "react"
import type { ApiKey } from "../../core/schema/api-key.ts"
import { useApiKeysState } from "../../react/dashboard/use-project-settings.ts"
import { whyApiKeyInvalid } from "../../tiers/calls/admin/api-key-validity.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Button } from "../components/button.tsx"
import { Icon } from "../components/icons.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { actions, Table } from "../components/table.tsx"
import { agoOf, dateTimeOf, untilOf } from "../components/times.ts"
import { projectHref } from "../route/route.ts"
import { NewKeysDialog } from "./new-keys-dialog.tsx"
import { SettingSwitches } from "./setting-switches.tsx"
import type { SettingsTabProps } from "./settings-tabs.ts"

export const KeysTab = ({ now, project, settings }: SettingsTabProps) => {
  const sets = useApiKeysState()
  const [making, setMaking] = useState(false)
  return (
    <>
      <Section
        title="API keys"
        text="Sets of keys for one application or server each. Only the last four characters can be read again."
        actions={
          <Button onClick={() => setMaking(true)}>
            <Icon name="plus" />
            New keys
          </Button>
        }
      >
        <ReadView state={sets}>
          {(data) =>
            data.length === 0 ? (
              <p className="ks-text">The project has no keys, so no application can use it.</p>
            ) : (
              <Table label="API keys" columns={["Description", "Keys", "Created", "Expires", "State", actions]}>
                {data.map((set) => (
                  <KeyRow key={set.id} set={set} now={now} />
                ))}
              </Table>
            )
          }
        </ReadView>
        <SettingSwitches
          label="API keys"
          settings={settings}
          flags={[
            {
              flag: "clientKeyRequired",
              title: "Clients need a publishable key",
              text: "Turned off, applications need the project id only. A wrong key is refused in any case."
            }
          ]}
        />
      </Section>
      <Section
        title="Webhooks"
        text="Messages to your server about users and teams: targets, deliveries and resending."
      >
        <p>
          <a className="ks-link" href={projectHref(project.id, "webhooks")}>
            Targets and deliveries of webhooks
          </a>
        </p>
      </Section>
      {making && <NewKeysDialog now={now} onClose={() => setMaking(false)} />}
    </>
  )
}

const keysOf = ({ publishableClientKey, secretServerKey, superSecretAdminKey }: ApiKey): string =>
  (
    [
      ["client", publishableClientKey],
      ["server", secretServerKey],
      ["admin", superSecretAdminKey]
    ] as const
  )
    .flatMap(([tier, key]) => (key === undefined ? [] : [`${tier} …${key.lastFour}`]))
    .join(", ")

const states = {
  valid: { word: "Valid", tone: "success" },
  expired: { word: "Expired", tone: "danger" },
  "manually-revoked": { word: "Revoked", tone: "danger" }
} as const

const KeyRow = ({ now, set }: { readonly now: number; readonly set: ApiKey }) => {
  const { createdAt, description, expiresAt, id } = set
  const state = whyApiKeyInvalid(set, new Date(now)) ?? "valid"
  const name = description === "" ? "keys without a description" : description
  return (
    <tr>
      <th scope="row" data-fill title={description}>
        {name}
      </th>
      <td>
        <span className="ks-mono">{keysOf(set)}</span>
      </td>
      <td title={dateTimeOf(createdAt)}>{agoOf(createdAt.getTime(), now)}</td>
      <td title={dateTimeOf(expiresAt)}>{untilOf(expiresAt.getTime(), now)}</td>
      <td>
        <span className="ks-badge" data-tone={states[state].tone}>
          {states[state].word}
        </span>
      </td>
      <td data-align="end">
        <span className="ks-actions">
          {state === "valid" && (
            <ChangeButton
              word="Revoke"
              what={name}
              needsConfirmation
              done={`${name} was revoked`}
              change={({ apiKeys }) => apiKeys.revoke(id)}
            />
          )}
        </span>
      </td>
    </tr>
  )
}
