/** The passkeys of a user. */
import { usePasskeysOfUserState } from "../../react/dashboard/use-users.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { actions, Table } from "../components/table.tsx"
import { agoOf, dateTimeOf } from "../components/times.ts"
import type { UserTabProps } from "./user-tab-props.ts"

export const PasskeysSection = ({ now, user }: UserTabProps) => {
  const passkeys = usePasskeysOfUserState(user.id)
  return (
    <Section title="Passkeys" text="Only the user can add one. A removed passkey stays on the device, without effect.">
      <ReadView state={passkeys}>
        {(data) =>
          data.length === 0 ? (
            <p className="ks-text">The user has no passkey.</p>
          ) : (
            <Table label="Passkeys" columns={["Name", "Added", "Last used", actions]}>
              {data.map(({ createdAt, id, lastUsedAt, name }) => (
                <tr key={id}>
                  <th scope="row" data-fill title={name}>
                    {name}
                  </th>
                  <td title={dateTimeOf(createdAt)}>{agoOf(createdAt.getTime(), now)}</td>
                  <td title={lastUsedAt === null ? undefined : dateTimeOf(lastUsedAt)}>
                    {lastUsedAt === null ? "Never" : agoOf(lastUsedAt.getTime(), now)}
                  </td>
                  <td data-align="end">
                    <span className="ks-actions">
                      <ChangeButton
                        word="Remove"
                        what={name}
                        needsConfirmation
                        done={`${name} was removed`}
                        change={({ ofUser }) => ofUser(user.id).passkeys.remove(id)}
                      />
                    </span>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </ReadView>
    </Section>
  )
}
