/** A page on which the owner of a project finds its users, restricts and deletes them. */
import { useState } from "react"
import { DashboardProvider, useAdminAction, useProjectSettingsState, useUsersState } from "keystile/dashboard"
import { useClient, UserButton } from "keystile/react"

/** The page for the owner who is signed in to the internal project. */
export const AdminPage = ({ projectId }: { readonly projectId: string }) => {
  const { asProjectOwner } = useClient({ projectIdMustMatch: "internal" })
  return (
    <DashboardProvider owner={asProjectOwner} projectId={projectId}>
      <UserButton />
      <Users />
    </DashboardProvider>
  )
}

export const Users = () => {
  const [query, setQuery] = useState("")
  const { data: project } = useProjectSettingsState()
  const users = useUsersState({ query, orderBy: "signedUpAt", desc: true, limit: 20 })
  const restrict = useAdminAction(({ users }, userId: string, isRestricted: boolean) =>
    users.update(userId, { restrictedByAdmin: isRestricted })
  )
  const remove = useAdminAction(({ users }, userId: string) => users.remove(userId))
  const error = users.error ?? restrict.error ?? remove.error
  return (
    <main>
      <h1>Users of {project?.displayName}</h1>
      <label>
        Search <input type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
      </label>
      {error !== null && <p role="alert">{error.message}</p>}
      <table aria-busy={users.pending || restrict.pending || remove.pending}>
        <tbody>
          {users.data?.items.map(({ displayName, id, primaryEmail, restrictedByAdmin }) => (
            <tr key={id}>
              <th scope="row">{displayName ?? id}</th>
              <td>{primaryEmail}</td>
              <td>
                <button type="button" onClick={() => void restrict.run(id, !restrictedByAdmin)}>
                  {restrictedByAdmin ? "Allow again" : "Restrict"}
                </button>
                <button type="button" onClick={() => confirm(`Delete ${displayName ?? id}?`) && void remove.run(id)}>
                  Delete
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {users.data?.items.length === 0 && <p>No user matches.</p>}
    </main>
  )
}
