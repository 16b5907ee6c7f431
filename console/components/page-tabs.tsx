/** Links to the parts of a page. Each part has a URL of its own. */
import { useEffect, useRef } from "react"

interface Props {
  readonly label: string
  readonly tabs: ReadonlyArray<{ readonly title: string; readonly href: string; readonly isCurrent: boolean }>
}

export const PageTabs = ({ label, tabs }: Props) => {
  const nav = useRef<HTMLElement>(null)
  const current = tabs.find(({ isCurrent }) => isCurrent)?.href
  useEffect(() => {
    // On narrow pages the links scroll.
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [current])
  return (
    <nav className="ks-page-tabs" aria-label={label} ref={nav}>
      {tabs.map(({ href, isCurrent, title }) => (
        <a key={href} href={href} aria-current={isCurrent ? "page" : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}
