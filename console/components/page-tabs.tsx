/** Links to the parts of a page. Each part has a URL of its own. */
import { useEffect, useRef } from "react"

export interface Tab {
  /** The part of the URL. The first tab is the page itself: its name is empty. */
  readonly name: string
  readonly title: string
  /** Further words by which **Go to** finds the tab. */
  readonly words?: string
}

/** Returns the tab of a name in a URL. Without such a tab, the first one. */
export const tabOf = <T extends Tab>(tabs: ReadonlyArray<T> & { readonly 0: T }, name: string): T =>
  tabs.find((tab) => tab.name === name) ?? tabs[0]

interface Props {
  readonly label: string
  readonly tabs: ReadonlyArray<Tab>
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
