/** Imports a batch of records of one type: the new ones, with a reason for each that the project cannot take. */
import { Effect } from "effect"
import { isImportableHash } from "../crypto/password-hash.ts"
import { DefinitionStore, type PermissionScope } from "../resources/permissions/definition-store.ts"
import { inTransaction, type UniqueViolation } from "../sql/rows.ts"
import type { ImportOutcome, RecordAtLine, ImportProblem } from "./import-outcome.ts"
import { importPermissions } from "./import-permissions.ts"
import { ImportStore, keyOfMembership, type KnownIds } from "./import-store.ts"
import type { TransferMembership, TransferPermission, TransferRecord, TransferTeam, TransferUser } from "./record.ts"

const FOREIGN = "Its id belongs to another project of this installation."

const ids = (batch: ReadonlyArray<RecordAtLine<TransferTeam | TransferUser>>) => batch.map(({ record }) => record.id)

/** Separates new records from existing ones, ids of other projects, and ids that are repeated. */
const sortOut = <A extends TransferTeam | TransferUser>(
  batch: ReadonlyArray<RecordAtLine<A>>,
  { foreign, own }: KnownIds
) => {
  const seen = new Set(own)
  const fresh: Array<RecordAtLine<A>> = []
  const problems: Array<ImportProblem> = []
  let existing = 0
  for (const entry of batch) {
    const { id } = entry.record
    if (foreign.has(id)) problems.push({ line: entry.line, reason: FOREIGN })
    else if (seen.has(id)) existing += 1
    else {
      fresh.push(entry)
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
  batch: ReadonlyArray<RecordAtLine<A>>,
  insert: (records: ReadonlyArray<A>) => Effect.Effect<void, UniqueViolation, R>,
  explain: (record: A) => Effect.Effect<string, never, R2>
) {
  const isDone = yield* inTransaction(insert(batch.map(({ record }) => record))).pipe(
    Effect.as(true),
    Effect.catchTag("UniqueViolation", () => Effect.succeed(false))
  )
  if (isDone) return []
  const problems: Array<ImportProblem> = []
  for (const { line, record } of batch) {
    yield* inTransaction(insert([record])).pipe(
      Effect.catchTag("UniqueViolation", () =>
        Effect.map(explain(record), (reason) => {
          problems.push({ line, reason })
        })
      )
    )
  }
  return problems
})

const outcomeOf = (
  fresh: number,
  existing: number,
  problems: ReadonlyArray<ImportProblem>,
  failed: number
): ImportOutcome => ({
  imported: fresh - failed,
  existing,
  problems
})

const importTeams = Effect.fnUntraced(function* (projectId: string, batch: ReadonlyArray<RecordAtLine<TransferTeam>>) {
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

const hashesOf = ({ password, recoveryCodes }: TransferUser) => [
  ...(password === null ? [] : [password.hash]),
  ...recoveryCodes.map(({ hash }) => hash)
]

const importUsers = Effect.fnUntraced(function* (projectId: string, batch: ReadonlyArray<RecordAtLine<TransferUser>>) {
  const store = yield* ImportStore
  const { existing, fresh, problems } = sortOut(batch, yield* store.knownUsers(projectId, ids(batch)))
  const defined = yield* permissionsOf(projectId, "project")
  const defaults = (yield* (yield* DefinitionStore).list(projectId)).filter((one) => one.isUserDefault)
  const defaultIds = defaults.map(({ id }) => id)
  const usable: Array<RecordAtLine<TransferUser>> = []
  const others: Array<ImportProblem> = []
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
  batch: ReadonlyArray<RecordAtLine<TransferMembership>>
) {
  const store = yield* ImportStore
  const records = batch.map(({ record }) => record)
  const teams = yield* store.knownTeams(projectId, [...new Set(records.map(({ teamId }) => teamId))])
  const users = yield* store.knownUsers(projectId, [...new Set(records.map(({ userId }) => userId))])
  const permissions = yield* permissionsOf(projectId, "team")
  const seen = new Set(yield* store.knownMemberships(projectId, records))
  const fresh: Array<RecordAtLine<TransferMembership>> = []
  const problems: Array<ImportProblem> = []
  let existing = 0
  for (const entry of batch) {
    const { line, record } = entry
    const missing = undefinedPermission(record.permissionIds, permissions)
    if (!teams.own.has(record.teamId)) problems.push({ line, reason: "Its team does not exist." })
    else if (!users.own.has(record.userId)) problems.push({ line, reason: "Its user does not exist." })
    else if (seen.has(keyOfMembership(record))) existing += 1
    else if (missing !== null) problems.push({ line, reason: missing })
    else {
      fresh.push(entry)
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

/** Runs a batch, whose records all have the type of the first one. */
export const importBatch = (projectId: string, batch: ReadonlyArray<RecordAtLine<TransferRecord>>) => {
  const only = <A extends TransferRecord>(type: A["type"]) =>
    batch.filter((entry): entry is RecordAtLine<A> => entry.record.type === type)
  switch (batch[0]?.record.type) {
    case "permission":
      return importPermissions(projectId, only<TransferPermission>("permission"))
    case "team":
      return importTeams(projectId, only<TransferTeam>("team"))
    case "user":
      return importUsers(projectId, only<TransferUser>("user"))
    default:
      return importMemberships(projectId, only<TransferMembership>("membership"))
  }
}
