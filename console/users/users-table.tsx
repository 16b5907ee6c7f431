/** A table of users with their sign-in methods and actions. */
import type { User } from "../control/responses.ts"
import { Button, IconButton } from "../components/components.tsx"
import { actions, Table } from "../components/table.tsx"
import { agoOf, dateTimeOf } from "../components/times.ts"
import { initialsOf, nameOf } from "./user-name.ts"

interface Props {
  readonly users: ReadonlyArray<User>
  readonly now: number
  readonly onSignInAs: (user: User) => void
  readonly onDelete: (user: User) => void
}

export const UsersTable = ({ now, onDelete, onSignInAs, users }: Props) => (
  <Table label="Users" columns={["User", "Primary email", "Can sign in with", "Last active", actions]}>
    {users.map((user) => (
      <tr key={user.id}>
        <th scope="row" aria-label={nameOf(user)}>
          <span className="ks-person">
            <span className="ks-avatar" aria-hidden="true">
              {initialsOf(nameOf(user))}
            </span>
            <span className="ks-truncate" title={`${nameOf(user)}\n${user.id}`}>
              {nameOf(user)}
            </span>
          </span>
        </th>
        <td data-fill title={user.primary_email ?? undefined}>
          {user.primary_email}
        </td>
        <td>
          <Methods user={user} />
        </td>
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
  </Table>
)

const Methods = ({ user }: { readonly user: User }) => (
  <span className="ks-badges">
    {user.has_password && <span className="ks-badge">password</span>}
    {user.otp_auth_enabled && <span className="ks-badge">code</span>}
    {user.passkey_auth_enabled && <span className="ks-badge">passkey</span>}
    {user.oauth_providers.map(({ account_id, id }) => (
      <span key={`${id} ${account_id}`} className="ks-badge">
        {id}
      </span>
    ))}
    {user.requires_totp_mfa && (
      <span className="ks-badge" data-tone="accent">
        2FA
      </span>
    )}
    {user.primary_email !== null && !user.primary_email_verified && (
      <span className="ks-badge" data-tone="warning">
        unverified
      </span>
    )}
  </span>
)
