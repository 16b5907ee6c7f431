/** The navigation: the pages of the selected project, and the tools for development. */
import { useEffect, useRef } from "react"
import type { Overview } from "../control/responses.ts"
import { groups, type Page } from "./pages.tsx"
import { projectHref } from "../route/route.ts"

interface Props {
  readonly current: Page
  readonly overview: Overview | undefined
  readonly projectId: string | undefined
}

const MOST = 999

export const Navigation = ({ current, overview, projectId }: Props) => {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [current])

  const hrefOf = ({ isOfProject, name }: Page) =>
    isOfProject && projectId !== undefined ? projectHref(projectId, name) : `#/${name}`

  const link = (page: Page) => {
    const number = overview === undefined ? 0 : (page.count?.(overview) ?? 0)
    return (
      <li key={page.name}>
        <a href={hrefOf(page)} aria-current={page === current ? "page" : undefined}>
          {page.title}
          {number > 0 && <span className="ks-badge">{number > MOST ? `${MOST}+` : number}</span>}
        </a>
      </li>
    )
  }

  return (
    <nav className="ks-console-nav" aria-label="Console" ref={nav}>
      {groups.map(({ pages, title }) => (
        <div key={title} className="ks-console-group">
          <p className="ks-console-group-title" aria-hidden="true">
            {title}
          </p>
          <ul aria-label={title}>{pages.map(link)}</ul>
        </div>
      ))}
    </nav>
  )
}
