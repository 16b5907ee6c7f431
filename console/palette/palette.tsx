/** The command palette: finds any page, user or team by a part of its name, and opens it. */
import { useDeferredValue, useState } from "react"
import { DashboardProvider } from "../../react/dashboard/dashboard-provider.tsx"
import { useAllTeamsState } from "../../react/dashboard/use-all-teams.ts"
import { useUsersState } from "../../react/dashboard/use-users.ts"
import { problemOf } from "../components/problem-text.ts"
import { useHost } from "../route/host.ts"
import type { PageGroup } from "../route/page-props.ts"
import type { Project } from "../route/project.ts"
import { projectHref } from "../route/route.ts"
import { nameOf } from "../users/user-name.ts"
import { type Choice, PaletteBox } from "./palette-box.tsx"
import type { PaletteProps } from "./palette-props.ts"
import { partsOfPages } from "./parts-of-pages.ts"

/** The most users and teams that are listed. */
const FOUND = 6

const hasWords = (text: string, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))

/** Returns the pages whose names match. */
const pagesOf = (
  groups: ReadonlyArray<PageGroup>,
  project: Project | undefined,
  query: string
): ReadonlyArray<Choice> => {
  const pages = groups.flatMap(({ pages: all, title }) =>
    all.flatMap((page) =>
      page.isOfProject && project === undefined
        ? []
        : [
            {
              href: page.isOfProject && project !== undefined ? projectHref(project.id, page.name) : `#/${page.name}`,
              kind: title,
              title: page.title,
              words: ""
            }
          ]
    )
  )
  const parts =
    project === undefined
      ? []
      : partsOfPages.map(({ path, title, words }) => ({
          href: projectHref(project.id, ...path),
          kind: "Project",
          title,
          words
        }))
  return [...pages, ...parts].filter(({ kind, title, words }) => hasWords(`${kind} ${title} ${words}`, query))
}

const Palette = ({ groups, onClose, project }: PaletteProps) => {
  const { ownerOf } = useHost()
  const [query, setQuery] = useState("")
  if (project === undefined) {
    return (
      <PaletteBox
        query={query}
        setQuery={setQuery}
        choices={pagesOf(groups, project, query)}
        isPending={false}
        onClose={onClose}
      />
    )
  }
  return (
    <DashboardProvider owner={ownerOf(project.id)} projectId={project.id}>
      <ProjectPalette groups={groups} project={project} query={query} setQuery={setQuery} onClose={onClose} />
    </DashboardProvider>
  )
}

export default Palette

interface ProjectProps {
  readonly groups: ReadonlyArray<PageGroup>
  readonly project: Project
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly onClose: () => void
}

const ProjectPalette = ({ groups, onClose, project, query, setQuery }: ProjectProps) => {
  const wanted = useDeferredValue(query.trim())
  const users = useUsersState({ limit: FOUND, ...(wanted !== "" && { query: wanted }) })
  const teams = useAllTeamsState({ limit: FOUND, ...(wanted !== "" && { query: wanted }) })
  const isSearched = query.trim() !== ""
  const found: ReadonlyArray<Choice> = isSearched
    ? [
        ...(users.data?.items ?? []).map((user) => ({
          href: projectHref(project.id, "users", user.id),
          kind: "User",
          title: nameOf(user),
          ...(user.primaryEmail !== null && { detail: user.primaryEmail })
        })),
        ...(teams.data?.items ?? []).map(({ displayName, id }) => ({
          href: projectHref(project.id, "teams", id),
          kind: "Team",
          title: displayName
        }))
      ]
    : []
  return (
    <PaletteBox
      query={query}
      setQuery={setQuery}
      choices={[...pagesOf(groups, project, query), ...found]}
      isPending={isSearched && (users.pending || teams.pending || wanted !== query.trim())}
      problem={isSearched ? problemOf(users.error ?? teams.error) : null}
      onClose={onClose}
    />
  )
}
