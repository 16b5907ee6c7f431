/** Finds a user of the project and adds them to a team. */
import { useDeferredValue, useState } from "react"
import type { ServerTeam } from "../../core/schema/server-team.ts"
import { useUsersState } from "../../react/dashboard/use-users.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Search } from "../components/fields.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { nameOf } from "../users/user-name.ts"

interface Props {
  readonly team: ServerTeam
  /** The members that are shown. They are not offered. */
  readonly memberIds: ReadonlyArray<string>
}

export const AddMember = ({ memberIds, team }: Props) => {
  const [text, setText] = useState("")
  const query = useDeferredValue(text.trim())
  return (
    <Section title="Add a member" text="With the permissions that new members get.">
      <div className="ks-toolbar">
        <Search label="Find a user to add" placeholder="Search name, email or id" value={text} onChange={setText} />
      </div>
      {query !== "" && <Found team={team} memberIds={memberIds} query={query} />}
    </Section>
  )
}

const FOUND = 5

const Found = ({ memberIds, query, team }: Props & { readonly query: string }) => {
  const found = useUsersState({ query, limit: FOUND + memberIds.length })
  return (
    <ReadView state={found}>
      {({ items }) => {
        const users = items.filter(({ id }) => !memberIds.includes(id)).slice(0, FOUND)
        if (users.length === 0) return <p className="ks-text">No other user matches.</p>
        return (
          <ul className="ks-list">
            {users.map((user) => (
              <li key={user.id}>
                <div className="ks-list-row ks-list-wrap">
                  <span className="ks-list-main">
                    <span>{nameOf(user)}</span>
                    {user.primaryEmail !== null && user.primaryEmail !== nameOf(user) && (
                      <span className="ks-text">{user.primaryEmail}</span>
                    )}
                  </span>
                  <ChangeButton
                    word="Add"
                    what={nameOf(user)}
                    variant="outline"
                    done={`${nameOf(user)} was added`}
                    change={({ allTeams }) => allTeams.addUser(team.id, user.id)}
                  />
                </div>
              </li>
            ))}
          </ul>
        )
      }}
    </ReadView>
  )
}
