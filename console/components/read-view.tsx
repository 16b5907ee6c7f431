/** Shows a read: a skeleton while it is pending, its error with a way to repeat it, or its data. */
import type { ReactNode } from "react"
import type { ReadState } from "../../react/runtime/use-query-state.ts"
import { Button } from "./button.tsx"
import { Notice } from "./notice.tsx"
import { TableSkeleton } from "./table-skeleton.tsx"
import { type CallFailure, textOf } from "./problem-text.ts"

interface Props<A, E extends CallFailure> {
  readonly state: ReadState<A, E>
  readonly children: (data: A) => ReactNode
}

export const ReadView = <A, E extends CallFailure>({ children, state }: Props<A, E>) => {
  if (state.data !== undefined) return children(state.data)
  if (state.error === null) return <TableSkeleton />
  return (
    <div className="ks-stack">
      <Notice tone="warning" live="alert">
        {textOf(state.error)}
      </Notice>
      <div>
        <Button onClick={() => void state.refresh()}>Try again</Button>
      </div>
    </div>
  )
}
