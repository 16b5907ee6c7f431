/** The page of one user or team: a link back to the list, and the record once it is read. */
import { type ReactNode, useEffect, useRef } from "react"
import type { ReadState } from "../../react/runtime/use-query-state.ts"
import { hashChangedAt } from "../route/hash-changed-at.ts"
import type { CallFailure } from "./problem-text.ts"
import { ReadView } from "./read-view.tsx"

interface Props<A, E extends CallFailure> {
  /** The heading for screen readers while the name is not known. */
  readonly title: string
  readonly back: string
  readonly backHref: string
  readonly record: ReadState<A, E>
  readonly children: (record: A) => ReactNode
}

export const RecordPage = <A, E extends CallFailure>({ back, backHref, children, record, title }: Props<A, E>) => {
  const page = useRef<HTMLDivElement>(null)
  const isRead = record.data !== undefined
  useEffect(() => {
    // The link in the list had the focus, and was removed with it.
    if (!isRead || hashChangedAt() === 0 || document.activeElement !== document.body) return
    const heading = page.current?.querySelector("h1")
    if (heading == null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [isRead])
  return (
    <div className="ks-panel" ref={page}>
      <p>
        <a className="ks-link" href={backHref}>
          {back}
        </a>
      </p>
      {!isRead && <h1 className="ks-visually-hidden">{title}</h1>}
      <ReadView state={record}>{children}</ReadView>
    </div>
  )
}
