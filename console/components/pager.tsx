/**
 * The pages of a list. The URL has the cursor of the current page, so that each page is a link, and the browser's Back
 * returns to the page before.
 */
import { useRef, useState } from "react"
import { goToSearch, routeOf, useHash } from "../route/route.ts"
import { Button } from "./button.tsx"

const NAME = "cursor"

/** Returns the cursor of the current page. The first page has none. */
export const useCursor = (): string | undefined => routeOf(useHash()).search.get(NAME) || undefined

interface Props {
  /** The cursor of the page after the current one; `null` on the last page. */
  readonly next: string | null
  readonly previousText?: string
  readonly nextText?: string
}

export const Pager = ({ next, nextText = "Next page", previousText = "Previous page" }: Props) => {
  const cursor = useCursor()
  // The cursor of the page before each page that was reached from here. A page that was opened by its URL has none.
  const [before, setBefore] = useState<ReadonlyMap<string, string>>(new Map())
  const nav = useRef<HTMLElement>(null)
  const [hasFocus, setFocus] = useState(false)
  // It stays while it has the focus, such as until the first page is read after the last one.
  if (cursor === undefined && next === null && !hasFocus) return null
  const previous = cursor === undefined ? undefined : before.get(cursor)
  const goTo = (to: string) => {
    goToSearch(NAME, to)
    // A page is read from its start.
    nav.current?.parentElement?.scrollIntoView()
  }
  const goOn = (to: string) => {
    // A second click while the next page is read and this one is still shown.
    if (to === cursor) return
    setBefore((known) => new Map([...known, [to, cursor ?? ""]]))
    goTo(to)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It listens to the buttons in it.
    <nav className="ks-row" aria-label="Pages" ref={nav} onFocus={() => setFocus(true)} onBlur={() => setFocus(false)}>
      {/* Disabled on the first and the last page, and not removed: the one that was pressed keeps the focus. */}
      <Button isDisabled={cursor === undefined} onClick={() => goTo(previous ?? "")}>
        {cursor !== undefined && previous === undefined ? "First page" : previousText}
      </Button>
      <Button isDisabled={next === null} onClick={() => next !== null && goOn(next)}>
        {nextText}
      </Button>
    </nav>
  )
}
