/** Runs `keystile secrets rotate`. */
import { Console, Effect, Layer, Redacted } from "effect"
import { type CannotDecrypt, Encryption } from "../service/crypto/secrets/encryption.ts"
import * as InstallationSecret from "../service/crypto/secrets/installation-secret.ts"
import { type Progress, reencrypt } from "../service/crypto/secrets/reencrypt.ts"
import { type ConfigurationInvalid, readConfiguration } from "../service/production/read-configuration.ts"
import * as Database from "../service/sql/database.ts"
import type { DatabaseUnusable } from "../service/sql/database-file.ts"
import { printable } from "./output.ts"
import type { RotateFlags } from "./secrets.ts"

/** Returns why the command failed. */
export const explain = (
  error: CannotDecrypt | ConfigurationInvalid | DatabaseUnusable | InstallationSecret.SecretsUnusable
): string =>
  error._tag === "CannotDecrypt"
    ? `${error.message} Add that secret to KEYSTILE_SECRETS, and run the command again: it continues where it ended.`
    : error.message.split("\n").map(printable).join("\n")

/** The rows between two lines of progress. */
const STEP = 10_000

const progressLine = ({ changed, column, read }: Progress, json: boolean): string =>
  json ? JSON.stringify({ column, read, changed }) : `${column}: ${read} rows read, ${changed} encrypted again`

/** Encrypts all secrets of the database with the first secret of the configuration. */
export const run = Effect.fnUntraced(function* ({ file, json, settings }: RotateFlags) {
  const { configuration } = yield* readConfiguration({ flags: settings, file, environment: process.env })
  const opened = Layer.provideMerge(
    InstallationSecret.layer(configuration.secrets),
    Database.layer(Redacted.value(configuration.database))
  )
  yield* Effect.gen(function* () {
    const { keyId } = yield* Encryption
    const changed = yield* reencrypt((progress) =>
      progress.read % STEP === 0 ? Console.log(progressLine(progress, json)) : Effect.void
    )
    yield* Console.log(
      json
        ? JSON.stringify({ keyId, changed })
        : `All secrets are encrypted with the key ${keyId}. ${changed} were encrypted again.`
    )
  }).pipe(Effect.provide(opened))
})
