/** Opens the database of a service in production after its secrets were checked: wrong ones change nothing. */
import { Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import * as Database from "../../sql/database.ts"
import type { DatabaseUnusable } from "../../sql/database-file.ts"
import { checkSecrets, type Secrets, type SecretsUnusable } from "./installation-secret.ts"

/** Applies the pending migrations only if the secrets decrypt the database. */
export const layer = (
  database: Redacted.Redacted<string>,
  secrets: Secrets
): Layer.Layer<SqlClient.SqlClient, DatabaseUnusable | SecretsUnusable> => {
  const url = Redacted.value(database)
  const checked = Effect.provide(checkSecrets(secrets), Database.layerUnchanged(url))
  return Layer.unwrap(Effect.as(checked, Database.layer(url)))
}
