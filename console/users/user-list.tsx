/** A page of the list of users: the table, what can be done with a user, and with those that are selected. */
import { useState } from "react"
import { flushSync } from "react-dom"
import type { ServerUser } from "../../core/schema/server-user.ts"
import type { useUsersState } from "../../react/dashboard/use-users.ts"
import { Empty } from "../components/empty.tsx"
import { ReadView } from "../components/read-view.tsx"
import { useIsDeleted } from "../deletions/deletions.tsx"
import { useHost } from "../route/host.ts"
import type { Project } from "../route/project.ts"
import { BulkBar } from "./bulk-bar.tsx"
import { DeleteUsersDialog } from "./delete-users-dialog.tsx"
import { useSelection } from "./use-selection.ts"
import { hasNoFilter, type UserSearch } from "./user-search.ts"
import { UsersTable } from "./users-table.tsx"

interface Props {
  readonly project: Project
  readonly page: ReturnType<typeof useUsersState>
  /** True while another page is read. */
  readonly isPending: boolean
  readonly wanted: UserSearch
  readonly now: number
  /** Called when the element that had the focus was removed. */
  readonly focusHeading: () => void
}

export const UserList = ({ focusHeading, isPending, now, page, project, wanted }: Props) => {
  const { isDevelopment, SignInAsDialog } = useHost()
  const { select, selected } = useSelection()
  const [as, setAs] = useState<ServerUser | null>(null)
  const [deleting, setDeleting] = useState<ServerUser | null>(null)
  const isDeleted = useIsDeleted()

  return (
    <>
      <div className="ks-stack" aria-busy={isPending || undefined}>
        <ReadView state={page}>
          {({ items, nextCursor }) => {
            const users = items.filter(({ id }) => !isDeleted(id))
            return users.length > 0 ? (
              <UsersTable
                projectId={project.id}
                users={users}
                now={now}
                selected={selected}
                onSelect={select}
                onSignInAs={isDevelopment ? setAs : undefined}
                onDelete={setDeleting}
              />
            ) : (
              <NoUser search={wanted} hasMore={nextCursor !== null} />
            )
          }}
        </ReadView>
      </div>
      <BulkBar
        // Users of other pages are not selected: they are not seen.
        users={(page.data?.items ?? []).filter(({ id }) => selected.has(id) && !isDeleted(id))}
        onDone={(users) => {
          flushSync(() =>
            select(
              users.map(({ id }) => id),
              false
            )
          )
          // The bar of the selection had the focus, and is removed with the last selected user.
          if (document.activeElement === document.body) focusHeading()
        }}
      />
      {as !== null && <SignInAsDialog project={project} user={as} onClose={() => setAs(null)} />}
      {deleting !== null && (
        <DeleteUsersDialog
          users={[deleting]}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            // A modal dialog makes the page inert, so it is closed before the focus moves.
            flushSync(() => setDeleting(null))
            // The button that had the focus is removed with its row.
            focusHeading()
          }}
        />
      )}
    </>
  )
}

/** @param hasMore the service has not read all users for the filters yet */
const NoUser = ({ hasMore, search }: { readonly hasMore: boolean; readonly search: UserSearch }) => {
  if (hasMore) {
    return (
      <Empty icon="user" title="No user found so far">
        The next page continues the search.
      </Empty>
    )
  }
  if (hasNoFilter(search)) {
    return (
      <Empty icon="user" title="No user yet">
        Users who sign up in the application or are created here are listed here.
      </Empty>
    )
  }
  const text = search.query.trim()
  return (
    <Empty icon="user" title={text === "" ? "No user matches the filters" : `No user matches “${text}”`}>
      Names and addresses are searched for a part, ids whole.
    </Empty>
  )
}
