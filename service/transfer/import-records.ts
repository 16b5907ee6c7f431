/**
 * Imports records into a project, in batches of one transaction each.
 *
 * A record whose id the project has already is left unchanged. So an interrupted import continues when it is run again
 * with the same file, and a second run changes nothing.
 */
import { Data, Effect } from "effect"
import { isSystemPermission } from "../../core/schema/fields/permission-id.ts"
import { isImportableHash } from "../crypto/password-hash.ts"
import { DefinitionStore, type PermissionScope } from "../resources/permissions/definition-store.ts"
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

/** Returns the ids of the project's permissions of one scope. */
const permissionsOf = Effect.fnUntraced(function* (projectId: string, scope: PermissionScope) {
  const all = yield* (yield* DefinitionStore).list(projectId)
  return new Set(all.filter((definition) => definition.scope === scope).map(({ id }) => id))
})

/** Returns why a record cannot be imported that has a permission which is not defined, or `null`. */
const undefinedPermission = (permissionIds: ReadonlyArray<string>, defined: ReadonlySet<string>) => {
  const missing = permissionIds.find((id) => !defined.has(id))
  return missing === undefined ? null : `Its permission ${missing} does not exist.`
}

const NO_ARGON2 = "Its hash needs a runtime with Argon2, such as Node 24.7 or newer."

const hashesOf = ({ password, recoveryCodes }: UserRecord) => [
  ...(password === null ? [] : [password.hash]),
  ...recoveryCodes.map(({ hash }) => hash)
]

const importUsers = Effect.fnUntraced(function* (projectId: string, batch: ReadonlyArray<Placed<UserRecord>>) {
  const store = yield* ImportStore
  const { existing, fresh, problems } = sortOut(batch, yield* store.knownUsers(projectId, ids(batch)))
  const defined = yield* permissionsOf(projectId, "project")
  const defaults = (yield* (yield* DefinitionStore).list(projectId)).filter((one) => one.isUserDefault)
  const defaultIds = defaults.map(({ id }) => id)
  const usable: Array<Placed<UserRecord>> = []
  const others: Array<Problem> = []
  for (const { line, record } of fresh) {
    // A file that does not have permissions of users has new users, who get the defaults.
    const { permissionIds = defaultIds } = record
    const reason = hashesOf(record).every(isImportableHash) ? undefinedPermission(permissionIds, defined) : NO_ARGON2
    if (reason === null) usable.push({ line, record: { ...record, permissionIds } })
    else others.push({ line, reason })
  }
  const failed = yield* insertAll(
    usable,
    (users) => store.insertUsers(projectId, users),
    (user) => store.conflictOf(projectId, user)
  )
  return outcomeOf(usable.length, existing, [...problems, ...others, ...failed], failed.length)
})

const importMemberships = Effect.fnUntraced(function* (
  projectId: string,
  batch: ReadonlyArray<Placed<MembershipRecord>>
) {
  const store = yield* ImportStore
  const records = batch.map(({ record }) => record)
  const teams = yield* store.knownTeams(projectId, [...new Set(records.map(({ teamId }) => teamId))])
  const users = yield* store.knownUsers(projectId, [...new Set(records.map(({ userId }) => userId))])
  const permissions = yield* permissionsOf(projectId, "team")
  const seen = new Set(yield* store.knownMemberships(projectId, records))
  const fresh: Array<Placed<MembershipRecord>> = []
  const problems: Array<Problem> = []
  let existing = 0
  for (const placed of batch) {
    const { line, record } = placed
    const missing = undefinedPermission(record.permissionIds, permissions)
    if (!teams.own.has(record.teamId)) problems.push({ line, reason: "Its team does not exist." })
    else if (!users.own.has(record.userId)) problems.push({ line, reason: "Its user does not exist." })
    else if (seen.has(keyOfMembership(record))) existing += 1
    else if (missing !== null) problems.push({ line, reason: missing })
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

type Scopes = ReadonlyMap<string, PermissionScope>

const scopeOf = ({ scope = "team" }: PermissionRecord): PermissionScope => scope

/** Drops permissions that contain undefined ones of their scope, until all that remain contain defined ones. */
const withDefinedContents = (
  batch: ReadonlyArray<Placed<PermissionRecord>>,
  defined: Scopes
): ReadonlyArray<Placed<PermissionRecord>> => {
  const all = new Map([...defined, ...batch.map(({ record }) => [record.id, scopeOf(record)] as const)])
  const kept = batch.filter(({ record }) =>
    record.containedPermissionIds.every((id) => all.get(id) === scopeOf(record))
  )
  return kept.length === batch.length ? kept : withDefinedContents(kept, defined)
}

/** Separates the permissions whose id has the other scope, in the project or earlier in the file. */
const sortOutScopes = (batch: ReadonlyArray<Placed<PermissionRecord>>, defined: Scopes) => {
  const scopes = new Map(defined)
  const distinct: Array<Placed<PermissionRecord>> = []
  const problems: Array<Problem> = []
  for (const placed of batch) {
    const scope = scopeOf(placed.record)
    const other = scopes.get(placed.record.id) ?? scope
    scopes.set(placed.record.id, other)
    if (scope === other) distinct.push(placed)
    else problems.push({ line: placed.line, reason: `The project has a ${other} permission with its id.` })
  }
  return { distinct, problems }
}

type Defaults = Pick<PermissionRecord, "scope" | "isCreatorDefault" | "isMemberDefault" | "isUserDefault">

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
  const known = new Map(before.map(({ id, scope }) => [id, scope]))
  const replaces = !(yield* (yield* ImportStore).hasUsers(projectId))
  const { distinct, problems: ofScope } = sortOutScopes(batch, known)
  const usable = withDefinedContents(distinct, known)
  const lines = new Set(usable.map(({ line }) => line))
  const problems = distinct
    .filter(({ line }) => !lines.has(line))
    .map(({ line }) => ({ line, reason: "It contains a permission that is not defined." }))
  const wanted = new Map(
    usable.filter(({ record }) => replaces || !known.has(record.id)).map(({ record }) => [record.id, record])
  )
  for (const record of wanted.values()) {
    const { description, id } = record
    if (!known.has(id)) {
      const scope = scopeOf(record)
      yield* definitions.insert(projectId, { scope, id, description }).pipe(Effect.catchTag("Taken", Effect.die))
    } else if (description !== null) yield* definitions.describe(projectId, id, description)
  }
  // All definitions exist at this point, so that they may contain each other.
  for (const { containedPermissionIds, id } of wanted.values()) {
    if (!isSystemPermission(id)) yield* definitions.setContents(projectId, id, containedPermissionIds)
  }
  const isDefaultOf = {
    creator: (one: Defaults) => one.isCreatorDefault,
    member: (one: Defaults) => one.isMemberDefault,
    user: (one: Defaults) => one.isUserDefault === true
  }
  for (const to of ["creator", "member", "user"] as const) {
    const scope = to === "user" ? "project" : "team"
    const isDefault = (one: Defaults) => (one.scope ?? "team") === scope && isDefaultOf[to](one)
    const kept = before.filter((one) => !wanted.has(one.id) && isDefault(one)).map(({ id }) => id)
    const added = [...wanted.values()].filter(isDefault).map(({ id }) => id)
    yield* definitions.setDefaults(projectId, to, [...kept, ...added])
  }
  const imported = [...wanted.keys()].filter((id) => !known.has(id)).length
  return { imported, existing: usable.length - imported, problems: [...ofScope, ...problems] } satisfies Outcome
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
  const { analyze } = yield* ImportStore
  const imported = noCounts()
  const existing = noCounts()
  const analyzed = noCounts()
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
