/** The users of a project: found, made, signed in as, and deleted. */
import { useDeferredValue, useRef, useState } from "react"
import type { User, Users } from "./answers.ts"
import type { Shown } from "./console.tsx"
import { CreateUserDialog } from "./create-user-dialog.tsx"
import { DeleteUserDialog } from "./delete-user-dialog.tsx"
import { Icon } from "./icons.tsx"
import { useLive } from "./live.ts"
import { useNow } from "./now.ts"
import { Bones, Button, Empty, IconButton, Notice, Said, Search } from "./parts.tsx"
import { ProjectChoice } from "./project-choice.tsx"
import { SignInAsDialog } from "./sign-in-as-dialog.tsx"
import { agoOf, dateTimeOf } from "./times.ts"

export const UsersPage = (shown: Shown) => {
  const { overview, project } = shown
  const [text, setText] = useState("")
  const query = useDeferredValue(text.trim())
  // The first users of the pages that lead here; the last one is the shown one's.
  const [trail, setTrail] = useState<ReadonlyArray<string>>([])
  const [creating, setCreating] = useState(false)
  const [as, setAs] = useState<User | null>(null)
  const [asked, ask] = useState<User | null>(null)
  const [said, say] = useState("")
  const heading = useRef<HTMLHeadingElement>(null)
  const cursor = trail.at(-1)
  const parameters = new URLSearchParams({
    ...(query === "" ? {} : { query }),
    ...(cursor === undefined ? {} : { cursor })
  })
  const { problem, value } = useLive<Users>(project === undefined ? null : `/projects/${project.id}/users?${parameters}`)
  const now = useNow(overview)

  const content = () => {
    if (problem !== null) return <Notice tone="warning">{problem}</Notice>
    if (value === undefined) return <Bones />
    if (value.users.length > 0) return <Table users={value.users} now={now} onSignInAs={setAs} onDelete={ask} />
    return query === ""
      ? <Empty icon="user" title="No user yet">Who signs up in the application comes here, and so does who is created here.</Empty>
      : <Empty icon="user" title={`Nobody fits “${query}”`}>Names and addresses are searched for a part, ids whole.</Empty>
  }

  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden" ref={heading} tabIndex={-1}>Users</h1>
      <Said>{said}</Said>
      <div className="ks-toolbar">
        <Search
          label="Search users"
          placeholder="Search name, email or id"
          value={text}
          onChange={(next) => {
            setText(next)
            setTrail([])
          }}
        />
        <Button onClick={() => setCreating(true)}><Icon name="plus" />Create user</Button>
        <ProjectChoice
          {...shown}
          choose={(id) => {
            setTrail([])
            shown.choose(id)
          }}
        />
        {value !== undefined && (
          <span className="ks-toolbar-end">{value.total === 1 ? "1 user" : `${value.total.toLocaleString()} users`}</span>
        )}
      </div>
      {content()}
      {value !== undefined && (trail.length > 0 || value.next_cursor !== null) && (
        <div className="ks-row">
          {trail.length > 0 && <Button onClick={() => setTrail(trail.slice(0, -1))}>Newer</Button>}
          {value.next_cursor !== null && (
            <Button onClick={() => setTrail(value.next_cursor === null ? trail : [...trail, value.next_cursor])}>Older</Button>
          )}
        </div>
      )}
      {creating && project !== undefined && <CreateUserDialog project={project} onClose={() => setCreating(false)} />}
      {as !== null && project !== undefined && <SignInAsDialog project={project} user={as} onClose={() => setAs(null)} />}
      {asked !== null && project !== undefined && (
        <DeleteUserDialog
          project={project}
          user={asked}
          onClose={() => ask(null)}
          onDeleted={() => {
            ask(null)
            say(`${nameOf(asked)} was deleted`)
            // The button that was pressed goes with its row.
            requestAnimationFrame(() => heading.current?.focus())
          }}
        />
      )}
    </div>
  )
}

/** What stands for a user who has not said their name. */
export const nameOf = ({ display_name, id, primary_email }: User): string => display_name ?? primary_email ?? id

const initialsOf = (name: string): string =>
  name.split(/\s+/).filter((word) => word !== "").map((word) => [...word][0] ?? "").slice(0, 2).join("").toUpperCase()

interface TableProps {
  readonly users: ReadonlyArray<User>
  readonly now: number
  readonly onSignInAs: (user: User) => void
  readonly onDelete: (user: User) => void
}

const Table = ({ now, onDelete, onSignInAs, users }: TableProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keyboard has to reach it.
  <div className="ks-table-box" tabIndex={0} role="region" aria-label="Users">
    <table className="ks-table">
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Primary email</th>
          <th scope="col">Can sign in with</th>
          <th scope="col">Last active</th>
          <th scope="col" data-align="end"><span className="ks-visually-hidden">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <th scope="row" aria-label={nameOf(user)}>
              <span className="ks-person">
                <span className="ks-avatar" aria-hidden="true">{initialsOf(nameOf(user))}</span>
                <span className="ks-truncate" title={`${nameOf(user)}\n${user.id}`}>{nameOf(user)}</span>
              </span>
            </th>
            <td data-fill title={user.primary_email ?? undefined}>{user.primary_email}</td>
            <td><Ways user={user} /></td>
            <td title={dateTimeOf(user.last_active_at_millis)}>{agoOf(user.last_active_at_millis, now)}</td>
            <td data-align="end">
              <span className="ks-actions">
                <Button variant="quiet" label={`Sign in as ${nameOf(user)}`} onClick={() => onSignInAs(user)}>
                  Sign in as
                </Button>
                <IconButton icon="bin" label={`Delete ${nameOf(user)}`} onClick={() => onDelete(user)} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Ways = ({ user }: { readonly user: User }) => (
  <span className="ks-badges">
    {user.has_password && <span className="ks-badge">password</span>}
    {user.otp_auth_enabled && <span className="ks-badge">code</span>}
    {user.passkey_auth_enabled && <span className="ks-badge">passkey</span>}
    {user.oauth_providers.map(({ account_id, id }) => <span key={`${id} ${account_id}`} className="ks-badge">{id}</span>)}
    {user.requires_totp_mfa && <span className="ks-badge" data-tone="accent">2FA</span>}
    {user.primary_email !== null && !user.primary_email_verified && (
      <span className="ks-badge" data-tone="warning">unverified</span>
    )}
  </span>
)
