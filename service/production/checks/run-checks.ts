/**
 * Checks a configuration against the database with its secrets, its read replica, the mail server, the clock and DNS.
 */
import { Effect, Redacted } from "effect"
import type { Configuration } from "../configuration.ts"
import type { Check } from "./check.ts"
import { checkBreachedPasswords } from "./check-breached-passwords.ts"
import { checkDatabase } from "./check-database.ts"
import { checkReplica } from "./check-replica.ts"
import { checkMail } from "./check-mail.ts"
import { checkPublicUrl } from "./check-public-url.ts"

/** Runs all checks. Each one ends within 15 seconds. */
export const runChecks = ({
  breachedPasswords,
  database,
  databaseReplica,
  mail,
  publicUrl,
  secrets
}: Configuration): Effect.Effect<ReadonlyArray<Check>> =>
  Effect.map(
    Effect.all(
      [
        checkDatabase(Redacted.value(database), secrets),
        checkReplica(databaseReplica, database),
        checkMail(mail),
        checkPublicUrl(publicUrl),
        checkBreachedPasswords(breachedPasswords)
      ],
      {
        concurrency: "unbounded"
      }
    ),
    (checks) => checks.flat()
  )
