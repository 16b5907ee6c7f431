/** A table of users with their sign-in methods and actions. */
import type { ServerUser } from "../../core/schema/server-user.ts"
import { Button, IconButton } from "../components/components.tsx"
import { actions, Table } from "../components/table.tsx"
import { agoOf, dateTimeOf } from "../components/times.ts"
import { initialsOf } from "../components/initials.ts"
import { projectHref } from "../route/route.ts"
import { UserBadges } from "./user-badges.tsx"
import { nameOf } from "./user-name.ts"

interface Props {
  readonly projectId: string
  readonly users: ReadonlyArray<ServerUser>
  readonly now: number
  readonly onSignInAs: (user: ServerUser) => void
  readonly onDelete: (user: ServerUser) => void
}

export const UsersTable = ({ now, onDelete, onSignInAs, projectId, users }: Props) => (
  <Table label="Users" columns={["User", "Primary email", "Can sign in with", "Signed up", "Last active", actions]}>
    {users.map((user) => (
      <tr key={user.id}>
        <th scope="row" aria-label={nameOf(user)}>
          <a className="ks-person" href={projectHref(projectId, "users", user.id)}>
            <span className="ks-avatar" aria-hidden="true">
              {initialsOf(nameOf(user))}
            </span>
            <span className="ks-truncate" title={`${nameOf(user)}\n${user.id}`}>
              {nameOf(user)}
            </span>
          </a>
        </th>
        <td data-fill title={user.primaryEmail ?? undefined}>
          {user.primaryEmail}
        </td>
        <td>
          <UserBadges user={user} />
        </td>
        <td title={dateTimeOf(user.signedUpAt)}>{agoOf(user.signedUpAt.getTime(), now)}</td>
        <td title={dateTimeOf(user.lastActiveAt)}>{agoOf(user.lastActiveAt.getTime(), now)}</td>
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
  </Table>
)
