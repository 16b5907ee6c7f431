/** The navigation: the pages of the selected project, and the other pages of the console. */
import { useEffect, useRef } from "react"
import type { Page, PageGroup } from "../route/page-props.ts"
import { projectHref } from "../route/route.ts"

interface Props {
  readonly current: Page
  readonly groups: ReadonlyArray<PageGroup>
  readonly projectId: string | undefined
}

const MOST = 999

export const Navigation = ({ current, groups, projectId }: Props) => {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [current.name])

  const hrefOf = ({ isOfProject, name }: Page) =>
    isOfProject && projectId !== undefined ? projectHref(projectId, name) : `#/${name}`

  const link = (page: Page) => {
    const { count = 0 } = page
    return (
      <li key={page.name}>
        <a href={hrefOf(page)} aria-current={page.name === current.name ? "page" : undefined}>
          {page.title}
          {count > 0 && <span className="ks-badge">{count > MOST ? `${MOST}+` : count}</span>}
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
