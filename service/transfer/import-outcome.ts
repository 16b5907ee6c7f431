/** The records of a batch with their lines, and the outcome of their import. */
import type { TransferRecord } from "./record.ts"

/** A record with the line where it is. */
export interface RecordAtLine<A extends TransferRecord> {
  readonly line: number
  readonly record: A
}

export interface ImportProblem {
  readonly line: number
  readonly reason: string
}

export interface ImportOutcome {
  readonly imported: number
  readonly existing: number
  readonly problems: ReadonlyArray<ImportProblem>
}
