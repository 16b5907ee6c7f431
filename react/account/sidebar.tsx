/** Navigation between the settings pages: a list at the side, a strip on phones. */
import { type ReactNode, type UIEvent, useEffect, useRef } from "react"
import { Badge } from "../components/badge.tsx"
import { Icon } from "../components/icons.tsx"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useClassName } from "../theme/appearance.ts"

/** A settings page. */
export interface SettingsEntry {
  /** The URL's hash while the page is shown. */
  readonly id: string
  readonly title: string
  /** Path of an icon, or an element. */
  readonly icon?: ReactNode
  /** The number of things on the page that wait for the user. */
  readonly count?: number
  /** The first entry about teams: their heading is rendered before it. */
  readonly startsTeams?: boolean
  readonly content: ReactNode
}

/** Marks a strip whose start is out of view: it fades there, too. */
const markScrolled = ({ currentTarget }: UIEvent<HTMLElement>) => {
  currentTarget.toggleAttribute("data-scrolled", Math.abs(currentTarget.scrollLeft) > 1)
}

export const Sidebar = ({
  current,
  entries
}: {
  readonly entries: ReadonlyArray<SettingsEntry>
  readonly current: string | undefined
}) => {
  const texts = useMessages(account)
  const nav = useRef<HTMLElement>(null)
  const list = entries.map(({ id }) => id).join(" ")

  useEffect(() => {
    const strip = nav.current
    const item = strip?.querySelector<HTMLElement>("[aria-current=page]")
    if (strip == null || item == null || strip.scrollWidth <= strip.clientWidth) return
    const [outer, inner] = [strip.getBoundingClientRect(), item.getBoundingClientRect()]
    strip.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2 })
  }, [current, list])

  return (
    <nav
      ref={nav}
      className={useClassName("sidebar", "ks-sidebar")}
      aria-label={texts.settingsOf}
      onScroll={markScrolled}
    >
      <ul className="ks-sidebar-list">
        {entries.flatMap(({ count = 0, icon, id, startsTeams, title }) => [
          ...(startsTeams
            ? [
                <li key="teams" className="ks-sidebar-label" aria-hidden="true">
                  {texts.teams}
                </li>
              ]
            : []),
          <li key={id}>
            <a className="ks-sidebar-item" href={`#${encodeURIComponent(id)}`} aria-current={id === current && "page"}>
              {typeof icon === "string" ? <Icon path={icon} /> : icon}
              <span className="ks-truncate" dir="auto" title={title.length > 20 ? title : undefined}>
                {title}
              </span>
              {count > 0 && <Badge tone="accent">{count}</Badge>}
            </a>
          </li>
        ])}
      </ul>
    </nav>
  )
}
