/**
 * Re-encrypts the secrets of the database with the key that encrypts now, while services use it.
 *
 * Each batch reads a bounded number of rows in the order of the primary key and updates those of other keys in one
 * transaction. A row that a service changes meanwhile keeps the newer value. An interrupted run is continued by
 * another.
 */
import { Cause, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import { inTransaction, rowsOf, run } from "../../sql/rows.ts"
import { type EncryptedColumn, encryptedColumns, SERVER_SECRET_ROW, serverSecretColumn } from "./encrypted-columns.ts"
import { CannotDecrypt, Encryption, keyIdOf } from "./encryption.ts"
import { ServerSecret } from "./installation-secret.ts"

/** The number of rows that a batch reads. On SQLite a statement blocks the event loop, here for about 1 ms. */
export const REENCRYPT_BATCH = 100

/** The rows of a column that were read and changed so far. */
export interface Progress {
  readonly column: string
  readonly read: number
  readonly changed: number
}

const batches = rowsOf(
  Schema.Struct({ first: Schema.String, second: Schema.NullOr(Schema.String), text: Schema.NullOr(EncryptedText) })
)

/** Deleted content of SQLite is overwritten, so that the file does not keep an earlier text. */
const overwriteDeleted = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => Effect.void, orElse: () => run(sql`PRAGMA secure_delete = ON`) })
)

/** Moves the log of SQLite, which may have earlier texts, into the file. */
const emptyLog = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => Effect.void, orElse: () => run(sql`PRAGMA wal_checkpoint(TRUNCATE)`) })
)

const reencryptColumn = Effect.fnUntraced(function* <E, R>(
  column: EncryptedColumn,
  onProgress: (progress: Progress) => Effect.Effect<void, E, R>
) {
  const sql = yield* SqlClient.SqlClient
  const { decrypt, encrypt, isCurrent } = yield* Encryption
  const { key, name, table } = column
  const [firstKey, secondKey] = key
  const keyOf = (row: { readonly first: string; readonly second: string | null }) =>
    row.second === null ? [row.first] : [row.first, row.second]
  const after = (row: ReadonlyArray<string>): Statement.Fragment =>
    secondKey === undefined || row.length < 2
      ? sql`${sql(firstKey)} > ${row[0] ?? ""}`
      : sql`(${sql(firstKey)}, ${sql(secondKey)}) > (${row[0]}, ${row[1]})`
  const isRow = (row: ReadonlyArray<string>): Statement.Fragment =>
    secondKey === undefined
      ? sql`${sql(firstKey)} = ${row[0]}`
      : sql`${sql(firstKey)} = ${row[0]} AND ${sql(secondKey)} = ${row[1]}`
  const order = secondKey === undefined ? sql`${sql(firstKey)}` : sql`${sql(firstKey)}, ${sql(secondKey)}`

  let last: ReadonlyArray<string> = [""]
  let read = 0
  let changed = 0
  while (true) {
    const rows = yield* batches.all(sql`
      SELECT
        ${sql(firstKey)} AS first, ${secondKey === undefined ? sql`NULL` : sql(secondKey)} AS second,
        ${sql(name)} AS text
      FROM ${sql(table)} WHERE ${after(last)} ORDER BY ${order} LIMIT ${REENCRYPT_BATCH}`)
    const stale = yield* Effect.try({
      try: () =>
        rows.flatMap((row) => {
          if (row.text === null || isCurrent(row.text)) return []
          const at = keyOf(row)
          return [{ row: at, text: row.text, next: encrypt(column, at, decrypt(column, at, row.text)) }]
        }),
      catch: (cause) => cause
    }).pipe(Effect.catch((cause) => (cause instanceof CannotDecrypt ? Effect.fail(cause) : Effect.die(cause))))
    if (stale.length > 0) {
      yield* inTransaction(
        Effect.forEach(
          stale,
          ({ next, row, text }) =>
            run(sql`
              UPDATE ${sql(table)} SET ${sql(name)} = ${next} WHERE ${isRow(row)} AND ${sql(name)} = ${text}`),
          { discard: true }
        )
      )
    }
    read += rows.length
    changed += stale.length
    const end = rows.at(-1)
    if (end === undefined) return changed
    last = keyOf(end)
    yield* onProgress({ column: `${table}.${name}`, read, changed })
    // Requests are handled between two batches.
    yield* Effect.yieldNow
  }
})

/** The secret of the installation is last: until then a start without the former key is refused. */
const reencryptServerSecret = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { encrypt, keyId } = yield* Encryption
  const text = encrypt(serverSecretColumn, SERVER_SECRET_ROW, yield* ServerSecret)
  yield* run(sql`UPDATE installation SET server_secret = ${text}, secrets_key_id = ${keyId}`)
})

/**
 * Returns the number of changed values. A value that cannot be decrypted ends the run with `CannotDecrypt`. Does
 * nothing without secrets of the operator.
 */
export const reencrypt = Effect.fnUntraced(function* <E, R>(
  onProgress: (progress: Progress) => Effect.Effect<void, E, R>
) {
  const { keyId } = yield* Encryption
  if (keyId === keyIdOf(yield* ServerSecret)) return 0
  yield* overwriteDeleted
  let changed = 0
  for (const column of Object.values(encryptedColumns)) changed += yield* reencryptColumn(column, onProgress)
  yield* reencryptServerSecret
  yield* emptyLog
  return changed
})

const markers = rowsOf(Schema.Struct({ secrets_key_id: Schema.NullOr(Schema.String) }))

/**
 * Encrypts the secrets of a database of development in the background, after its first start with secrets. An
 * interrupted run is continued at the next start.
 */
export const layerFirstEncryption: Layer.Layer<never, never, Encryption | ServerSecret | SqlClient.SqlClient> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      if ((yield* Encryption).keyId === keyIdOf(yield* ServerSecret)) return
      const marker = yield* markers.first(sql`SELECT secrets_key_id FROM installation`)
      if (marker === null || marker.secrets_key_id !== null) return
      yield* reencrypt(() => Effect.void).pipe(
        Effect.flatMap((changed) => (changed === 0 ? Effect.void : Effect.logInfo(`Encrypted ${changed} secrets`))),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.logError("Encrypting the secrets of the database failed", Cause.squash(cause))
        ),
        Effect.forkScoped
      )
    })
  )
