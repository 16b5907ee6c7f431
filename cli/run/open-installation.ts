/** Opens the database of a service in production for a command that runs beside it. */
import { Effect, Layer, Redacted } from "effect"
import * as AuditLog from "../../service/audit/audit-log.ts"
import * as InstallationSecret from "../../service/crypto/secrets/installation-secret.ts"
import type { ConfigurationInvalid } from "../../service/production/decode-configuration.ts"
import { readConfiguration } from "../../service/production/read-configuration.ts"
import * as Database from "../../service/sql/database.ts"
import type { DatabaseUnusable } from "../../service/sql/database-file.ts"
import type { ConfigurationFlags } from "../flags/configuration-flags.ts"

/** The reasons why the database cannot be opened. */
export type OpenError = ConfigurationInvalid | DatabaseUnusable | InstallationSecret.SecretsUnusable

/** Returns the layer of a database of `keystile dev`, which has no secrets of an operator, with its audit log. */
export const openDevelopment = (database: string) =>
  Layer.merge(InstallationSecret.layer([]), AuditLog.layer).pipe(Layer.provideMerge(Database.layerMigrated(database)))

/**
 * Reads the configuration of `keystile serve`. Returns it with the layer of the database, its encryption
 * and its audit log. Migrations are left to the service: a database that lacks some is refused.
 *
 * @param creates true if the command may be the first one for a new database, which is then created
 */
export const openInstallation = Effect.fnUntraced(function* ({ file, settings }: ConfigurationFlags, creates = false) {
  const { configuration } = yield* readConfiguration({ flags: settings, file, environment: process.env })
  const { secrets } = configuration
  const database = Redacted.value(configuration.database)
  const opened = Layer.merge(InstallationSecret.layer(secrets), AuditLog.layer).pipe(
    Layer.provideMerge(creates ? Database.layerCreated(database) : Database.layerMigrated(database))
  )
  return { configuration, opened }
})
