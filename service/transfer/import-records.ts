/**
 * Imports records into a project, in batches of one transaction each.
 *
 * A record whose id the project has already is left unchanged. So an interrupted import continues when it is run again
 * with the same file, and a second run changes nothing.
 */
import { Data, Effect } from "effect"
import { isImportableHash } from "../crypto/password-hash.ts"
import { DefinitionStore } from "../resources/permissions/definition-store.ts"
import { inTransaction, type Taken } from "../sql/rows.ts"
import { ImportStore, keyOfMembership, type KnownIds } from "./import-store.ts"
import type { Item, Items } from "./item.ts"
import {
  type Counts,
  type MembershipRecord,
  noCounts,
  type PermissionRecord,
  type RecordType,
  type TeamRecord,
  type TransferRecord,
  type UserRecord
} from "./record.ts"

/** The most records of a transaction, and the most text in bytes. */
export const IMPORT_BATCH = 200
const BATCH_BYTES = 4 * 2 ** 20

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

export interface ImportObserver<R> {
  readonly onRefused: (line: number, reason: string) => Effect.Effect<void, never, R>
  /** Called after each batch. */
  readonly onProgress: (summary: ImportSummary) => Effect.Effect<void, never, R>
}

/** A record with the line where it is. */
interface Placed<A extends TransferRecord> {
  readonly line: number
  readonly record: A
}

interface Problem {
  readonly line: number
  readonly reason: string
}

interface Outcome {
  readonly imported: number
  readonly existing: number
  readonly problems: ReadonlyArray<Problem>
}

const FOREIGN = "Its id belongs to another project of this installation."

const ids = (batch: ReadonlyArray<Placed<TeamRecord | UserRecord>>) => batch.map(({ record }) => record.id)

/** Separates new records from existing ones, ids of other projects, and ids that are repeated. */
const sortOut = <A extends TeamRecord | UserRecord>(batch: ReadonlyArray<Placed<A>>, { foreign, own }: KnownIds) => {
  const seen = new Set(own)
  const fresh: Array<Placed<A>> = []
  const problems: Array<Problem> = []
  let existing = 0
  for (const placed of batch) {
    const { id } = placed.record
    if (foreign.has(id)) problems.push({ line: placed.line, reason: FOREIGN })
    else if (seen.has(id)) existing += 1
    else {
      fresh.push(placed)
      seen.add(id)
    }
  }
  return { fresh, existing, problems }
}

/**
 * Inserts all records at once. If one of them violates a constraint, inserts them one by one, and reports those that
 * fail.
 */
const insertAll = Effect.fnUntraced(function* <A extends TransferRecord, R, R2>(
  batch: ReadonlyArray<Placed<A>>,
  insert: (records: ReadonlyArray<A>) => Effect.Effect<void, Taken, R>,
  explain: (record: A) => Effect.Effect<string, never, R2>
) {
  const isDone = yield* inTransaction(insert(batch.map(({ record }) => record))).pipe(
    Effect.as(true),
    Effect.catchTag("Taken", () => Effect.succeed(false))
  )
  if (isDone) return []
  const problems: Array<Problem> = []
  for (const { line, record } of batch) {
    yield* inTransaction(insert([record])).pipe(
      Effect.catchTag("Taken", () =>
        Effect.map(explain(record), (reason) => {
          problems.push({ line, reason })
        })
      )
    )
  }
  return problems
})

const outcomeOf = (fresh: number, existing: number, problems: ReadonlyArray<Problem>, failed: number): Outcome => ({
  imported: fresh - failed,
  existing,
  problems
})

const importTeams = Effect.fnUntraced(function* (projectId: string, batch: ReadonlyArray<Placed<TeamRecord>>) {
  const store = yield* ImportStore
  const { existing, fresh, problems } = sortOut(batch, yield* store.knownTeams(projectId, ids(batch)))
  const failed = yield* insertAll(
    fresh,
    (teams) => store.insertTeams(projectId, teams),
    () => Effect.succeed("It has an id that is in use.")
  )
  return outcomeOf(fresh.length, existing, [...problems, ...failed], failed.length)
})

const NO_ARGON2 = "Its hash needs a runtime with Argon2, such as Node 24.7 or newer."

const hashesOf = ({ password, recoveryCodes }: UserRecord) => [
  ...(password === null ? [] : [password.hash]),
  ...recoveryCodes.map(({ hash }) => hash)
]

const importUsers = Effect.fnUntraced(function* (projectId: string, batch: ReadonlyArray<Placed<UserRecord>>) {
  const store = yield* ImportStore
  const { existing, fresh, problems } = sortOut(batch, yield* store.knownUsers(projectId, ids(batch)))
  const isVerifiable = ({ record }: Placed<UserRecord>) => hashesOf(record).every(isImportableHash)
  const verifiable = fresh.filter(isVerifiable)
  const others = fresh.filter((placed) => !isVerifiable(placed)).map(({ line }) => ({ line, reason: NO_ARGON2 }))
  const failed = yield* insertAll(
    verifiable,
    (users) => store.insertUsers(projectId, users),
    (user) => store.conflictOf(projectId, user)
  )
  return outcomeOf(verifiable.length, existing, [...problems, ...others, ...failed], failed.length)
})

const importMemberships = Effect.fnUntraced(function* (
  projectId: string,
  batch: ReadonlyArray<Placed<MembershipRecord>>
) {
  const store = yield* ImportStore
  const records = batch.map(({ record }) => record)
  const teams = yield* store.knownTeams(projectId, [...new Set(records.map(({ teamId }) => teamId))])
  const users = yield* store.knownUsers(projectId, [...new Set(records.map(({ userId }) => userId))])
  const permissions = new Set((yield* (yield* DefinitionStore).list(projectId)).map(({ id }) => id))
  const seen = new Set(yield* store.knownMemberships(projectId, records))
  const fresh: Array<Placed<MembershipRecord>> = []
  const problems: Array<Problem> = []
  let existing = 0
  for (const placed of batch) {
    const { line, record } = placed
    const missing = record.permissionIds.find((id) => !permissions.has(id))
    if (!teams.own.has(record.teamId)) problems.push({ line, reason: "Its team does not exist." })
    else if (!users.own.has(record.userId)) problems.push({ line, reason: "Its user does not exist." })
    else if (seen.has(keyOfMembership(record))) existing += 1
    else if (missing !== undefined) problems.push({ line, reason: `Its permission ${missing} does not exist.` })
    else {
      fresh.push(placed)
      seen.add(keyOfMembership(record))
    }
  }
  const failed = yield* insertAll(
    fresh,
    (memberships) => store.insertMemberships(projectId, memberships),
    () => Effect.succeed("Its user has selected another team.")
  )
  return outcomeOf(fresh.length, existing, [...problems, ...failed], failed.length)
})

/** Drops permissions that contain undefined ones, until all that remain contain defined ones. */
const withDefinedContents = (
  batch: ReadonlyArray<Placed<PermissionRecord>>,
  defined: ReadonlySet<string>
): ReadonlyArray<Placed<PermissionRecord>> => {
  const all = new Set([...defined, ...batch.map(({ record }) => record.id)])
  const kept = batch.filter(({ record }) => record.containedPermissionIds.every((id) => all.has(id)))
  return kept.length === batch.length ? kept : withDefinedContents(kept, defined)
}

/**
 * Defines the permissions. In a project without users they replace those of the same id, such as the defaults of a new
 * project. In others existing ones stay as they are.
 */
const importPermissions = Effect.fnUntraced(function* (
  projectId: string,
  batch: ReadonlyArray<Placed<PermissionRecord>>
) {
  const definitions = yield* DefinitionStore
  const before = yield* definitions.list(projectId)
  const known = new Set(before.map(({ id }) => id))
  const replaces = !(yield* (yield* ImportStore).hasUsers(projectId))
  const usable = withDefinedContents(batch, known)
  const lines = new Set(usable.map(({ line }) => line))
  const problems = batch
    .filter(({ line }) => !lines.has(line))
    .map(({ line }) => ({ line, reason: "It contains a permission that is not defined." }))
  const wanted = new Map(
    usable.filter(({ record }) => replaces || !known.has(record.id)).map(({ record }) => [record.id, record])
  )
  for (const { description, id } of wanted.values()) {
    if (!known.has(id)) yield* definitions.insert(projectId, id, description).pipe(Effect.catchTag("Taken", Effect.die))
    else if (description !== null) yield* definitions.describe(projectId, id, description)
  }
  // All definitions exist at this point, so that they may contain each other.
  for (const { containedPermissionIds, id } of wanted.values()) {
    if (!id.startsWith("$")) yield* definitions.setContents(projectId, id, containedPermissionIds)
  }
  for (const to of ["creator", "member"] as const) {
    const isDefault = (one: { readonly isCreatorDefault: boolean; readonly isMemberDefault: boolean }) =>
      to === "creator" ? one.isCreatorDefault : one.isMemberDefault
    const kept = before.filter((one) => !wanted.has(one.id) && isDefault(one)).map(({ id }) => id)
    const added = [...wanted.values()].filter(isDefault).map(({ id }) => id)
    yield* definitions.setDefaults(projectId, to, [...kept, ...added])
  }
  const imported = [...wanted.keys()].filter((id) => !known.has(id)).length
  return { imported, existing: usable.length - imported, problems } satisfies Outcome
})

/** Runs a batch, whose records all have the type of the first one. */
const importBatch = (projectId: string, batch: ReadonlyArray<Placed<TransferRecord>>) => {
  const only = <A extends TransferRecord>(type: A["type"]) =>
    batch.filter((placed): placed is Placed<A> => placed.record.type === type)
  switch (batch[0]?.record.type) {
    case "permission":
      return importPermissions(projectId, only<PermissionRecord>("permission"))
    case "team":
      return importTeams(projectId, only<TeamRecord>("team"))
    case "user":
      return importUsers(projectId, only<UserRecord>("user"))
    default:
      return importMemberships(projectId, only<MembershipRecord>("membership"))
  }
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
  items: Items,
  { onProgress, onRefused }: ImportObserver<R>
) {
  const imported = noCounts()
  const existing = noCounts()
  let refused = 0
  const summary = (): ImportSummary => ({ imported: { ...imported }, existing: { ...existing }, refused })
  let batch: Array<Placed<TransferRecord>> = []
  let size = 0

  const report = Effect.fnUntraced(function* (line: number, reason: string) {
    refused += 1
    yield* onRefused(line, reason)
  })

  const flush = Effect.fnUntraced(function* () {
    const [first] = batch
    if (first === undefined) return
    const type: RecordType = first.record.type
    const done: Outcome = yield* inTransaction(importBatch(projectId, batch))
    batch = []
    size = 0
    imported[type] += done.imported
    existing[type] += done.existing
    for (const { line, reason } of done.problems.toSorted((a, b) => a.line - b.line)) yield* report(line, reason)
    yield* onProgress(summary())
  })

  const iterator = items[Symbol.asyncIterator]()
  yield* Effect.gen(function* () {
    while (true) {
      const next: IteratorResult<Item> = yield* Effect.tryPromise({
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
      if (batch.length >= IMPORT_BATCH || size >= BATCH_BYTES) yield* flush()
    }
    yield* flush()
  }).pipe(Effect.ensuring(Effect.promise(async () => void (await iterator.return?.()))))
  return summary()
})
