/** Creates the secret of the installation at the first start, and stores it in the database. */
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { Secret } from "../../core/schema/fields/secret.ts"
import { wire } from "../../core/schema/wire.ts"
import { inTransaction, rowsOf, run } from "../sql/rows.ts"

export class ServerSecret extends Context.Service<ServerSecret, Redacted.Redacted<string>>()(
  "keystile/service/ServerSecret"
) {}

const installations = rowsOf(wire({ serverSecret: Secret }))

export const layer: Layer.Layer<ServerSecret, never, SqlClient.SqlClient> = Layer.effect(
  ServerSecret,
  inTransaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const stored = yield* installations.first(sql`SELECT server_secret FROM installation`)
      if (stored !== null) return stored.serverSecret
      const secret = randomBytes(32).toString("base64url")
      const now = yield* Clock.currentTimeMillis
      // If two processes start at the same time, one retries its transaction and finds the secret of the other.
      yield* run(sql`
      INSERT INTO installation (id, server_secret, created_at) VALUES (1, ${secret}, ${now})
      ON CONFLICT (id) DO NOTHING`)
      return Redacted.make(secret)
    })
  )
)
