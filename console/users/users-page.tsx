/** The users of a project: search, filters, order and pages; create, sign in as, delete. */
import { useRef } from "react"
import { useUsersState } from "../../react/dashboard/use-users.ts"
import { Pager, useCursor } from "../components/pager.tsx"
import { useKeptPage } from "../components/use-kept-page.ts"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { setSearch } from "../route/route.ts"
import { UserFilters } from "./user-filters.tsx"
import { UserList } from "./user-list.tsx"
import { pageOptions, readSearch, type UserSearch } from "./user-search.ts"
import { UserToolbar } from "./user-toolbar.tsx"

const LIMIT = 50

export const UsersPage = ({ now, project, search }: ProjectPageProps) => {
  const wanted = readSearch(search)
  const cursor = useCursor()
  const current = useUsersState(pageOptions(wanted, now, cursor, LIMIT))
  const page = useKeptPage(current)
  const heading = useRef<HTMLHeadingElement>(null)
  // A list with other filters begins with its first page.
  const change = (changes: Partial<UserSearch>) => setSearch({ ...wanted, ...changes })

  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden" ref={heading} tabIndex={-1}>
        Users
      </h1>
      <UserToolbar
        project={project}
        wanted={wanted}
        onChange={change}
        exported={pageOptions(wanted, now, undefined, LIMIT)}
        now={now}
      />
      <UserFilters wanted={wanted} onChange={change} />
      <UserList
        project={project}
        page={page}
        isPending={current.pending}
        wanted={wanted}
        now={now}
        focusHeading={() => heading.current?.focus()}
      />
      <Pager next={page.data?.nextCursor ?? null} />
    </div>
  )
}
