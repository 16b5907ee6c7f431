/** The users of a project: search, filters, order and pages; create, sign in as, delete. */
import { useCallback, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useProjectSettingsState } from "../../react/dashboard/use-project-settings.ts"
import { useUsersState } from "../../react/dashboard/use-users.ts"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { Button, Empty } from "../components/components.tsx"
import { Search } from "../components/fields.tsx"
import { Icon } from "../components/icons.tsx"
import { Pager, useCursor } from "../components/pager.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Select } from "../components/select.tsx"
import { useKeptPage } from "../components/use-kept-page.ts"
import { useHost } from "../route/host.ts"
import { setSearch } from "../route/route.ts"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { ExportDialog } from "../export/export-dialog.tsx"
import { useIsDeleted } from "../deletions/deletions.tsx"
import { usePendingUsers } from "../deletions/use-pending-users.ts"
import { BulkBar } from "./bulk-bar.tsx"
import { CreateUserDialog } from "./create-user-dialog.tsx"
import { DeleteUsersDialog } from "./delete-users-dialog.tsx"
import { TeamFilter } from "./team-filter.tsx"
import { userExport } from "./user-export.ts"
import {
  activeOptions,
  isEverybody,
  methodOptions,
  orderOptions,
  pageOptions,
  readSearch,
  restrictedOptions,
  type UserSearch,
  verifiedOptions
} from "./user-search.ts"
import { UsersTable } from "./users-table.tsx"

const LIMIT = 50

export const UsersPage = ({ now, project, search }: ProjectPageProps) => {
  const wanted = readSearch(search)
  const cursor = useCursor()
  const { isDevelopment, SignInAsDialog } = useHost()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [exporting, setExporting] = useState(false)
  const [creating, setCreating] = useState(false)
  const [as, setAs] = useState<ServerUser | null>(null)
  const [asked, ask] = useState<ServerUser | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const settings = useProjectSettingsState()
  const current = useUsersState(pageOptions(wanted, now, cursor, LIMIT))
  const page = useKeptPage(current)
  const isDeleted = useIsDeleted()
  const pending = usePendingUsers()

  // A list with other filters begins with its first page.
  const change = (changes: Partial<UserSearch>) => setSearch({ ...wanted, ...changes })
  const select = useCallback(
    (ids: ReadonlyArray<string>, isSelected: boolean) =>
      setSelected((selected) => {
        const others = [...selected].filter((id) => !ids.includes(id))
        return new Set(isSelected ? [...others, ...ids] : others)
      }),
    [setSelected]
  )
  const count = settings.data?.userCount
  const total = count === undefined || pending === null ? undefined : count - pending

  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden" ref={heading} tabIndex={-1}>
        Users
      </h1>
      <div className="ks-toolbar">
        <Search
          label="Search users"
          placeholder="Search name, email or id"
          value={wanted.query}
          onChange={(text) => change({ query: text })}
        />
        <Select label="Order" value={wanted.order} options={orderOptions} onChange={(order) => change({ order })} />
        <Button onClick={() => setCreating(true)}>
          <Icon name="plus" />
          Create user
        </Button>
        <Button onClick={() => setExporting(true)}>Export</Button>
        {total !== undefined && isEverybody(wanted) && (
          <span className="ks-toolbar-end">{total === 1 ? "1 user" : `${total.toLocaleString()} users`}</span>
        )}
      </div>
      <div className="ks-toolbar" role="group" aria-label="Filters">
        <Select
          label="Primary address"
          value={wanted.verified}
          options={verifiedOptions}
          onChange={(verified) => change({ verified })}
        />
        <Select
          label="Sign-in method"
          value={wanted.method}
          options={methodOptions}
          onChange={(method) => change({ method })}
        />
        <Select
          label="Last active"
          value={wanted.active}
          options={activeOptions}
          onChange={(active) => change({ active })}
        />
        <Select
          label="Restriction"
          value={wanted.restricted}
          options={restrictedOptions}
          onChange={(restricted) => change({ restricted })}
        />
        <TeamFilter teamId={wanted.team} onChange={(team) => change({ team })} />
      </div>
      <div className="ks-stack" aria-busy={current.pending || undefined}>
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
                onDelete={ask}
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
          if (document.activeElement === document.body) heading.current?.focus()
        }}
      />
      <Pager next={page.data?.nextCursor ?? null} />
      {exporting && (
        <ExportDialog
          title="Export users"
          what="users"
          total={isEverybody(wanted) ? total : undefined}
          source={userExport(pageOptions(wanted, now, undefined, LIMIT), now)}
          onClose={() => setExporting(false)}
        />
      )}
      {creating && <CreateUserDialog project={project} onClose={() => setCreating(false)} />}
      {as !== null && <SignInAsDialog project={project} user={as} onClose={() => setAs(null)} />}
      {asked !== null && (
        <DeleteUsersDialog
          users={[asked]}
          onClose={() => ask(null)}
          onDeleted={() => {
            // A modal dialog makes the page inert, so it is closed before the focus moves.
            flushSync(() => ask(null))
            // The button that had the focus is removed with its row.
            heading.current?.focus()
          }}
        />
      )}
    </div>
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
  if (isEverybody(search)) {
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
