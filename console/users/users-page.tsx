/** The users of a project: search, create, sign in as, delete. */
import { useDeferredValue, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { User, Users } from "../control/responses.ts"
import { CreateUserDialog } from "./create-user-dialog.tsx"
import { DeleteUserDialog } from "./delete-user-dialog.tsx"
import { Search } from "../components/fields.tsx"
import { Icon } from "../components/icons.tsx"
import { useLive } from "../control/use-live.ts"
import { useNow } from "../frame/use-now.ts"
import { TableSkeleton, Button, Empty, Notice, ScreenReaderStatus } from "../components/components.tsx"
import { ProjectChoice } from "../frame/project-choice.tsx"
import type { PageProps } from "../frame/page-props.ts"
import { SignInAsDialog } from "./sign-in-as-dialog.tsx"
import { nameOf } from "./user-name.ts"
import { UsersTable } from "./users-table.tsx"

export const UsersPage = (shown: PageProps) => {
  const { overview, project } = shown
  const [text, setText] = useState("")
  const query = useDeferredValue(text.trim())
  // The cursors of the pages up to the current one. Going back removes the last.
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
  const { problem, value } = useLive<Users>(
    project === undefined ? null : `/projects/${project.id}/users?${parameters}`
  )
  const now = useNow(overview)

  const content = () => {
    if (problem !== null) return <Notice tone="warning">{problem}</Notice>
    if (value === undefined) return <TableSkeleton />
    if (value.users.length > 0) return <UsersTable users={value.users} now={now} onSignInAs={setAs} onDelete={ask} />
    return query === "" ? (
      <Empty icon="user" title="No user yet">
        Users who sign up in the application or are created here are listed here.
      </Empty>
    ) : (
      <Empty icon="user" title={`No user matches “${query}”`}>
        Names and addresses are searched for a part, ids whole.
      </Empty>
    )
  }

  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden" ref={heading} tabIndex={-1}>
        Users
      </h1>
      <ScreenReaderStatus>{said}</ScreenReaderStatus>
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
        <Button onClick={() => setCreating(true)}>
          <Icon name="plus" />
          Create user
        </Button>
        <ProjectChoice
          {...shown}
          choose={(id) => {
            setTrail([])
            shown.choose(id)
          }}
        />
        {value !== undefined && (
          <span className="ks-toolbar-end">
            {value.total === 1 ? "1 user" : `${value.total.toLocaleString()} users`}
          </span>
        )}
      </div>
      {content()}
      {value !== undefined && (trail.length > 0 || value.next_cursor !== null) && (
        <div className="ks-row">
          {trail.length > 0 && <Button onClick={() => setTrail(trail.slice(0, -1))}>Newer</Button>}
          {value.next_cursor !== null && (
            <Button onClick={() => setTrail(value.next_cursor === null ? trail : [...trail, value.next_cursor])}>
              Older
            </Button>
          )}
        </div>
      )}
      {creating && project !== undefined && <CreateUserDialog project={project} onClose={() => setCreating(false)} />}
      {as !== null && project !== undefined && (
        <SignInAsDialog project={project} user={as} onClose={() => setAs(null)} />
      )}
      {asked !== null && project !== undefined && (
        <DeleteUserDialog
          project={project}
          user={asked}
          onClose={() => ask(null)}
          onDeleted={() => {
            // A modal dialog makes the page inert, so it is closed before the focus moves.
            flushSync(() => ask(null))
            say(`${nameOf(asked)} was deleted`)
            // The button that had the focus is removed with its row.
            heading.current?.focus()
          }}
        />
      )}
    </div>
  )
}
