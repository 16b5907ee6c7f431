/** Reports deletions that failed after another owner had signed in. The names are not shown to that owner. */
import { counted } from "../components/counted.ts"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import type { Batch } from "../deletions/deletion-queue.ts"

/** Returns what could not be deleted, such as `2 users and 1 team`; `null` if nothing has failed. */
export const notDeletedIn = (batches: ReadonlyArray<Batch>): string | null => {
  const counts = (["user", "team"] as const).flatMap((kind) => {
    const count = batches.reduce((sum, batch) => sum + (batch.kind === kind ? batch.failures.length : 0), 0)
    return count === 0 ? [] : [counted(count, kind)]
  })
  return counts.length === 0 ? null : counts.join(" and ")
}

interface Props {
  /** What could not be deleted, such as `2 users and 1 team`. */
  readonly what: string
  readonly onClose: () => void
}

export const NotDeletedNotice = ({ onClose, what }: Props) => (
  <div className="ks-banner">
    <Notice tone="warning">
      Another owner was signed in here before. The deletion of {what} by that owner failed.{" "}
      <Button onClick={onClose}>Close</Button>
    </Notice>
  </div>
)
