/** A table of users with their sign-in methods and actions. */
import { memo } from "react"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { Avatar } from "../components/avatar.tsx"
import { Button } from "../components/button.tsx"
import { IconButton } from "../components/icon-button.tsx"
import { actions, type Column, Table } from "../components/table.tsx"
import { agoOf, dateTimeOf } from "../components/times.ts"
import { projectHref } from "../route/route.ts"
import { UserBadges } from "./user-badges.tsx"
import { nameOf } from "./user-name.ts"

interface Props {
  readonly projectId: string
  readonly users: ReadonlyArray<ServerUser>
  readonly now: number
  readonly selected: ReadonlySet<string>
  /** The same in each render, as all functions here. */
  readonly onSelect: (userIds: ReadonlyArray<string>, isSelected: boolean) => void
  /** Undefined in production. */
  readonly onSignInAs: ((user: ServerUser) => void) | undefined
  readonly onDelete: (user: ServerUser) => void
}

export const UsersTable = ({ now, onDelete, onSelect, onSignInAs, projectId, selected, users }: Props) => (
  <Table
    label="Users"
    columns={[
      selectionOf({ onSelect, selected, users }),
      "User",
      { title: "Primary email", isWideOnly: true },
      "Can sign in with",
      "Signed up",
      "Last active",
      actions
    ]}
  >
    {users.map((user) => (
      <UserRow
        key={user.id}
        projectId={projectId}
        user={user}
        now={now}
        isSelected={selected.has(user.id)}
        onSelect={onSelect}
        onSignInAs={onSignInAs}
        onDelete={onDelete}
      />
    ))}
  </Table>
)

interface RowProps extends Omit<Props, "selected" | "users"> {
  readonly user: ServerUser
  readonly isSelected: boolean
}

/** Memoized: each typed character of a search renders the page before it sends the request. */
const UserRow = memo(({ isSelected, now, onDelete, onSelect, onSignInAs, projectId, user }: RowProps) => (
  <tr>
    <td>
      <input
        type="checkbox"
        className="ks-select-row"
        aria-label={`Select ${nameOf(user)}`}
        checked={isSelected}
        onChange={({ target }) => onSelect([user.id], target.checked)}
      />
    </td>
    <th scope="row" aria-label={nameOf(user)}>
      <a className="ks-person" href={projectHref(projectId, "users", user.id)}>
        <Avatar kind="user" name={nameOf(user)} />
        <span className="ks-person-text" title={`${nameOf(user)}\n${user.id}`}>
          <span className="ks-truncate">{nameOf(user)}</span>
          <span className="ks-truncate ks-person-mail" data-narrow>
            {user.primaryEmail}
          </span>
        </span>
      </a>
    </th>
    <td data-fill data-wide title={user.primaryEmail ?? undefined}>
      {user.primaryEmail}
    </td>
    <td>
      <UserBadges user={user} />
    </td>
    <td title={dateTimeOf(user.signedUpAt)}>{agoOf(user.signedUpAt.getTime(), now)}</td>
    <td title={dateTimeOf(user.lastActiveAt)}>{agoOf(user.lastActiveAt.getTime(), now)}</td>
    <td data-align="end">
      <span className="ks-actions">
        {onSignInAs !== undefined && (
          <span data-wide>
            <Button variant="quiet" label={`Sign in as ${nameOf(user)}`} onClick={() => onSignInAs(user)}>
              Sign in as
            </Button>
          </span>
        )}
        <IconButton icon="bin" label={`Delete ${nameOf(user)}`} onClick={() => onDelete(user)} />
      </span>
    </td>
  </tr>
))

/** The column of the checkboxes. That of its head selects all users of the page. */
const selectionOf = ({ onSelect, selected, users }: Pick<Props, "onSelect" | "selected" | "users">): Column => {
  const ids = users.map(({ id }) => id)
  const isAll = ids.every((id) => selected.has(id))
  return {
    title: "Selection",
    content: (
      <input
        type="checkbox"
        className="ks-select-row"
        aria-label="Select all users on this page"
        checked={isAll}
        ref={(element) => {
          if (element !== null) element.indeterminate = !isAll && ids.some((id) => selected.has(id))
        }}
        onChange={({ target }) => onSelect(ids, target.checked)}
      />
    )
  }
}
