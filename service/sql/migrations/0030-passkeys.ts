/** Passkeys: one a user, known by the id that its authenticator gave it. Only the public key is ever here. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const passkeys = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    CREATE TABLE passkeys (
      user_id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      credential_id TEXT NOT NULL,
      public_key TEXT NOT NULL,
      counter INTEGER NOT NULL,
      registered_at INTEGER NOT NULL,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      UNIQUE (project_id, credential_id)
    ) STRICT`
})
