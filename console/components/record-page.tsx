/** The page of one user or team: a link back to the list, and the record once it is read. */
import type { ReactNode } from "react"
import type { ReadState } from "../../react/runtime/use-query-state.ts"
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

export const RecordPage = <A, E extends CallFailure>({ back, backHref, children, record, title }: Props<A, E>) => (
  <div className="ks-panel">
    <p>
      <a className="ks-link" href={backHref}>
        {back}
      </a>
    </p>
    {record.data === undefined && <h1 className="ks-visually-hidden">{title}</h1>}
    <ReadView state={record}>{children}</ReadView>
  </div>
)
