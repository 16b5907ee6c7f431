/** Runs `keystile secrets rotate`. */
import { Console, Effect } from "effect"
import { auditCommand } from "../../../service/audit/audit-command.ts"
import { type CannotDecrypt, Encryption } from "../../../service/crypto/secrets/encryption.ts"
import { type Progress, reencrypt } from "../../../service/crypto/secrets/reencrypt.ts"
import { openInstallation, type OpenError } from "../../run/open-installation.ts"
import type { ConfigurationFlags } from "../../flags/configuration-flags.ts"
import { printableLines } from "../../output/terminal-text.ts"

export interface RotateFlags extends ConfigurationFlags {
  readonly json: boolean
}

/** Returns why the command failed. */
export const explain = (error: CannotDecrypt | OpenError): string =>
  error._tag === "CannotDecrypt"
    ? `${error.message} Add that secret to KEYSTILE_SECRETS, and run the command again: it continues where it ended.`
    : printableLines(error.message)

/** The rows between two lines of progress. */
const STEP = 10_000

const progressLine = ({ changed, column, read }: Progress, json: boolean): string =>
  json ? JSON.stringify({ column, read, changed }) : `${column}: ${read} rows read, ${changed} encrypted again`

/** Encrypts all secrets of the database with the first secret of the configuration. */
export const run = Effect.fnUntraced(function* ({ json, ...flags }: RotateFlags) {
  const { opened } = yield* openInstallation(flags)
  yield* Effect.gen(function* () {
    const { keyId } = yield* Encryption
    const changed = yield* auditCommand(
      { action: "keystile secrets rotate", projectId: null },
      reencrypt((progress) => (progress.read % STEP === 0 ? Console.log(progressLine(progress, json)) : Effect.void))
    )
    yield* Console.log(
      json
        ? JSON.stringify({ keyId, changed })
        : `All secrets are encrypted with the key ${keyId}. ${changed} were encrypted again.`
    )
  }).pipe(Effect.provide(opened))
})
