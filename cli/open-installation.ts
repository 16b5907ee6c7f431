/** Opens the database of a service in production for a command that runs beside it. */
import { Effect, Layer } from "effect"
import * as AuditLog from "../service/audit/audit-log.ts"
import * as CheckedDatabase from "../service/crypto/secrets/checked-database.ts"
import * as InstallationSecret from "../service/crypto/secrets/installation-secret.ts"
import type { ConfigurationInvalid } from "../service/production/decode-configuration.ts"
import { readConfiguration } from "../service/production/read-configuration.ts"
import * as Database from "../service/sql/database.ts"
import type { DatabaseUnusable } from "../service/sql/database-file.ts"
import type { ConfigurationFlags } from "./setting-flags.ts"

/** The reasons why the database cannot be opened. */
export type OpenError = ConfigurationInvalid | DatabaseUnusable | InstallationSecret.SecretsUnusable

/** Returns the layer of a database of `keystile dev`, which has no secrets of an operator, with its audit log. */
export const openDevelopment = (database: string) =>
  Layer.merge(InstallationSecret.layer([]), AuditLog.layer).pipe(Layer.provideMerge(Database.layer(database)))

/**
 * Reads the configuration of `keystile serve`. Returns it with the layer of the database, its encryption
 * and its audit log.
 */
export const openInstallation = Effect.fnUntraced(function* ({ file, settings }: ConfigurationFlags) {
  const { configuration } = yield* readConfiguration({ flags: settings, file, environment: process.env })
  const { database, secrets } = configuration
  const opened = Layer.merge(InstallationSecret.layer(secrets), AuditLog.layer).pipe(
    Layer.provideMerge(CheckedDatabase.layer(database, secrets))
  )
  return { configuration, opened }
})
