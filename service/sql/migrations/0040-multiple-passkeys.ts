/** Rebuilds the table of passkeys for several ones of a user, each with an id and a name. Keeps the existing ones. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "../dialect.ts"

/** An expression for a random UUID of version 4. */
const randomUuid = Effect.map(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => sql`gen_random_uuid()::text`,
    orElse: () =>
      sql`
        lower(
          hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
          substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))
        )`
  })
)

export const multiplePasskeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { integer, rowid, strict, text } = yield* columnTypes
  const id = yield* randomUuid

  // The flags of the authenticator are NULL for passkeys of earlier versions until their next use.
  yield* sql`
    CREATE TABLE multiple_passkeys (
      ${rowid}
      user_id ${text} NOT NULL,
      id ${text} NOT NULL,
      project_id ${text} NOT NULL,
      name ${text} NOT NULL,
      credential_id ${text} NOT NULL,
      public_key ${text} NOT NULL,
      counter ${integer} NOT NULL,
      is_backup_eligible ${integer} CHECK (is_backup_eligible IN (0, 1)),
      is_backed_up ${integer} CHECK (is_backed_up IN (0, 1)),
      registered_at ${integer} NOT NULL,
      last_used_at ${integer},
      PRIMARY KEY (user_id, id),
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      UNIQUE (project_id, credential_id)
    ) ${strict}`
  yield* sql`
    INSERT INTO multiple_passkeys (
      user_id, id, project_id, name, credential_id, public_key, counter, registered_at
    )
    SELECT user_id, ${id}, project_id, 'Passkey', credential_id, public_key, counter, registered_at FROM passkeys`
  yield* sql`DROP TABLE passkeys`
  yield* sql`ALTER TABLE multiple_passkeys RENAME TO passkeys`
})
