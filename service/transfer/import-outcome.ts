/** The records of a batch with their lines, and the outcome of their import. */
import type { TransferRecord } from "./record.ts"

/** A record with the line where it is. */
export interface Placed<A extends TransferRecord> {
  readonly line: number
  readonly record: A
}

export interface Problem {
  readonly line: number
  readonly reason: string
}

export interface Outcome {
  readonly imported: number
  readonly existing: number
  readonly problems: ReadonlyArray<Problem>
}
