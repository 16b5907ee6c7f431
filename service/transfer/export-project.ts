/** Exports a project as the lines of a file. */
import { Clock, Effect, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { DefinitionStore } from "../resources/permissions/definition-store.ts"
import { readSnapshot } from "../sql/dialect.ts"
import { ExportStore, type MembershipKey } from "./export-store.ts"
import {
  codecOf,
  type Counts,
  FORMAT_VERSION,
  noCounts,
  TransferEnd,
  TransferHeader,
  type TransferRecord
} from "./record.ts"

/** The number of users, teams or memberships that are read at once. */
const EXPORT_PAGE = 500

const encodeHeader = Schema.encodeEffect(TransferHeader)
const encodeEnd = Schema.encodeEffect(TransferEnd)

const encodeRecord = (record: TransferRecord): Effect.Effect<unknown> =>
  Effect.orDie(Schema.encodeEffect(codecOf(record.type))(record))

const lineOf = (json: unknown) => `${JSON.stringify(json)}\n`

const NIL = ""

/**
 * Passes the lines of a project to `write`, and returns the counts. All of them are of the moment when it started:
 * it reads in one transaction, which does not block others if the database was opened with `BEGIN`.
 */
export const exportProject = Effect.fnUntraced(function* <E, R>(
  projectId: string,
  write: (lines: string, counts: Counts) => Effect.Effect<void, E, R>
) {
  const sql = yield* SqlClient.SqlClient
  const store = yield* ExportStore
  const definitions = yield* DefinitionStore
  const counts = noCounts()

  const writeAll = Effect.fnUntraced(function* (page: ReadonlyArray<TransferRecord>) {
    const lines = yield* Effect.forEach(page, encodeRecord)
    for (const { type } of page) counts[type] += 1
    if (page.length > 0) yield* write(lines.map(lineOf).join(""), counts)
  })

  const writePages = Effect.fnUntraced(function* <A extends TransferRecord, Key>(
    start: Key,
    read: (after: Key) => Effect.Effect<ReadonlyArray<A>>,
    keyOf: (last: A) => Key
  ) {
    let after = start
    while (true) {
      const page = yield* read(after)
      const last = page.at(-1)
      if (last === undefined) return
      yield* writeAll(page)
      after = keyOf(last)
    }
  })

  const all = Effect.gen(function* () {
    yield* readSnapshot(sql)
    const exportedAt = new Date(yield* Clock.currentTimeMillis)
    const header = {
      type: "header" as const,
      format: "keystile" as const,
      version: FORMAT_VERSION,
      projectId,
      exportedAt
    }
    yield* write(lineOf(yield* Effect.orDie(encodeHeader(header))), counts)
    const permissions = yield* definitions.list(projectId)
    yield* writeAll(
      permissions.map(({ containedIds, ...definition }) => ({
        type: "permission" as const,
        ...definition,
        containedPermissionIds: containedIds
      }))
    )
    yield* writePages(
      NIL,
      (after) => store.teams(projectId, after, EXPORT_PAGE),
      ({ id }) => id
    )
    yield* writePages(
      NIL,
      (after) => store.users(projectId, after, EXPORT_PAGE),
      ({ id }) => id
    )
    yield* writePages(
      { teamId: NIL, userId: NIL },
      (after) => store.memberships(projectId, after, EXPORT_PAGE),
      ({ teamId, userId }): MembershipKey => ({ teamId, userId })
    )
    yield* write(lineOf(yield* Effect.orDie(encodeEnd({ type: "end", counts }))), counts)
    return counts
  })
  return yield* sql
    .withTransaction(all)
    .pipe(
      Effect.catchIf(
        (error): error is Extract<E | SqlError.SqlError, SqlError.SqlError> => error instanceof SqlError.SqlError,
        Effect.die
      )
    )
})
