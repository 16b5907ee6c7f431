/**
 * Imports records into a project, in batches of one transaction each.
 *
 * A record whose id the project has already is left unchanged. So an interrupted import continues when it is run again
 * with the same file, and a second run changes nothing.
 */
import { Data, Effect } from "effect"
import { inTransaction } from "../sql/rows.ts"
import { importBatch } from "./import-batch.ts"
import type { ImportOutcome, RecordAtLine } from "./import-outcome.ts"
import { ImportStore } from "./import-store.ts"
import type { TransferItem, TransferItems } from "./item.ts"
import { type Counts, noCounts, type RecordType, type TransferRecord } from "./record.ts"

interface BatchLimits {
  readonly records: number
  /** The most text, in bytes. */
  readonly bytes: number
}

/** The most records of a transaction. */
const limits: BatchLimits = { records: 200, bytes: 4 * 2 ** 20 }

/** More than a project may have, so that they are imported as a whole: a permission may contain later ones. */
const permissionLimits: BatchLimits = { records: 1000, bytes: 32 * 2 ** 20 }

const limitsOf = (type: RecordType): BatchLimits => (type === "permission" ? permissionLimits : limits)

/** The file cannot be read. */
export class FileUnreadable extends Data.TaggedError("FileUnreadable")<{ readonly problem: string }> {
  override get message(): string {
    return `The file cannot be read: ${this.problem}`
  }
}

export interface ImportSummary {
  readonly imported: Counts
  /** The records that the project had already. */
  readonly existing: Counts
  /** The number of problems: lines that were refused, and a missing end. */
  readonly refused: number
}

interface ImportObserver<R> {
  readonly onRefused: (line: number, reason: string) => Effect.Effect<void, never, R>
  /** Called after each batch. */
  readonly onProgress: (summary: ImportSummary) => Effect.Effect<void, never, R>
}

/** Ids are compared and stored in lower case. */
const withLowerCaseIds = (record: TransferRecord): TransferRecord => {
  if (record.type === "permission") return record
  return record.type === "membership"
    ? { ...record, teamId: record.teamId.toLowerCase(), userId: record.userId.toLowerCase() }
    : { ...record, id: record.id.toLowerCase() }
}

/** Imports the items of a file. Records that cannot be imported are reported, and the others are imported. */
export const importRecords = Effect.fnUntraced(function* <R>(
  projectId: string,
  items: TransferItems,
  { onProgress, onRefused }: ImportObserver<R>
) {
  const { analyze } = yield* ImportStore
  const imported = noCounts()
  const existing = noCounts()
  const analyzed = noCounts()
  let refused = 0
  const summary = (): ImportSummary => ({ imported: { ...imported }, existing: { ...existing }, refused })
  let batch: Array<RecordAtLine<TransferRecord>> = []
  let size = 0

  const report = Effect.fnUntraced(function* (line: number, reason: string) {
    refused += 1
    yield* onRefused(line, reason)
  })

  const flush = Effect.fnUntraced(function* () {
    const [first] = batch
    if (first === undefined) return
    const type: RecordType = first.record.type
    const done: ImportOutcome = yield* inTransaction(importBatch(projectId, batch))
    batch = []
    size = 0
    imported[type] += done.imported
    existing[type] += done.existing
    if (imported[type] > 2 * analyzed[type]) {
      yield* analyze(type)
      analyzed[type] = imported[type]
    }
    for (const { line, reason } of done.problems.toSorted((a, b) => a.line - b.line)) yield* report(line, reason)
    yield* onProgress(summary())
  })

  const iterator = items[Symbol.asyncIterator]()
  yield* Effect.gen(function* () {
    while (true) {
      const next: IteratorResult<TransferItem> = yield* Effect.tryPromise({
        try: () => iterator.next(),
        catch: (cause) => new FileUnreadable({ problem: cause instanceof Error ? cause.message : "unknown" })
      })
      if (next.done) break
      const item = next.value
      if (item.type === "refused") {
        yield* report(item.line, item.reason)
        continue
      }
      if (batch[0] !== undefined && batch[0].record.type !== item.record.type) yield* flush()
      batch.push({ line: item.line, record: withLowerCaseIds(item.record) })
      size += item.size
      const { bytes, records } = limitsOf(item.record.type)
      if (batch.length >= records || size >= bytes) yield* flush()
    }
    yield* flush()
  }).pipe(Effect.ensuring(Effect.promise(async () => void (await iterator.return?.()))))
  return summary()
})
