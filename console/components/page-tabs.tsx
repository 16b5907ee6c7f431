/** Links to the parts of a page. Each part has a URL of its own. */
import { useEffect, useRef } from "react"

interface Props {
  readonly label: string
  /** The first tab is the page itself: its name is empty. */
  readonly tabs: ReadonlyArray<{ readonly name: string; readonly title: string }>
  /** The name of the tab that is shown. */
  readonly current: string
  readonly hrefOf: (name: string) => string
}

export const PageTabs = ({ current, hrefOf, label, tabs }: Props) => {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // On narrow pages the links scroll.
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [current])
  return (
    <nav className="ks-page-tabs" aria-label={label} ref={nav}>
      {tabs.map(({ name, title }) => (
        <a key={name} href={hrefOf(name)} aria-current={name === current ? "page" : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}
