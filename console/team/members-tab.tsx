/** The members of a team: search and pages; the role and the permissions of each; add and remove. */
import { useDeferredValue, useState } from "react"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { useUsersState } from "../../react/dashboard/use-users.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Button } from "../components/button.tsx"
import { Search } from "../components/fields.tsx"
import { Pager, useCursor } from "../components/pager.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { useKeptPage } from "../components/use-kept-page.ts"
import { projectHref, routeOf, setSearch, useHash } from "../route/route.ts"
import { teamNameOf } from "../teams/team-name.ts"
import { nameOf } from "../users/user-name.ts"
import { AddMember } from "./add-member.tsx"
import { MemberAccess } from "./member-access.tsx"
import type { TeamTabProps } from "./team-tab-props.ts"

const LIMIT = 25

export const MembersTab = ({ project, team }: TeamTabProps) => {
  const text = routeOf(useHash()).search.get("query") ?? ""
  const query = useDeferredValue(text.trim())
  const cursor = useCursor()
  const current = useUsersState({
    teamId: team.id,
    limit: LIMIT,
    anonymous: "include",
    ...(query !== "" && { query }),
    ...(cursor !== undefined && { cursor })
  })
  const page = useKeptPage(current)
  return (
    <>
      <Section title="Members" text="Users in the team, the oldest account first.">
        <div className="ks-toolbar">
          <Search
            label="Search members"
            placeholder="Search name, email or id"
            value={text}
            onChange={(changed) => setSearch({ query: changed })}
          />
        </div>
        <div className="ks-stack" aria-busy={current.pending || undefined}>
          <ReadView state={page}>
            {({ items }) =>
              items.length === 0 ? (
                <p className="ks-text">{query === "" ? "The team has no members." : "No member matches."}</p>
              ) : (
                <ul className="ks-list">
                  {items.map((user) => (
                    <Member key={user.id} user={user} project={project} team={team} />
                  ))}
                </ul>
              )
            }
          </ReadView>
        </div>
        <Pager next={page.data?.nextCursor ?? null} />
      </Section>
      <AddMember team={team} memberIds={(page.data?.items ?? []).map(({ id }) => id)} />
    </>
  )
}

const Member = ({ project, team, user }: Pick<TeamTabProps, "project" | "team"> & { readonly user: ServerUser }) => {
  const [isOpen, setOpen] = useState(false)
  const name = nameOf(user)
  const of = `${name} in ${teamNameOf(team)}`
  return (
    <li>
      <div className="ks-list-row ks-list-wrap">
        <span className="ks-list-main">
          <a className="ks-link ks-strong" href={projectHref(project.id, "users", user.id)}>
            {name}
          </a>
          {user.primaryEmail !== null && user.primaryEmail !== name && (
            <span className="ks-text">{user.primaryEmail}</span>
          )}
        </span>
        <span className="ks-actions">
          <Button
            variant="quiet"
            label={`Role and permissions of ${name}`}
            isExpanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Role and permissions
          </Button>
          <ChangeButton
            word="Remove"
            what={`${name} from the team`}
            needsConfirmation
            done={`${name} was removed from the team`}
            change={({ allTeams }) => allTeams.removeUser(team.id, user.id)}
          />
        </span>
      </div>
      {isOpen && (
        <div className="ks-list-more">
          <MemberAccess teamId={team.id} userId={user.id} of={of} />
        </div>
      )}
    </li>
  )
}
