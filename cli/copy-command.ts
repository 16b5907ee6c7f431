/** The flags and the output of `keystile backup` and `keystile restore`. */
import { Config, Console, Effect } from "effect"
import { Argument, Flag } from "effect/cli"
import type { CopyFailed } from "../service/backup/copy-database.ts"
import { settings } from "../service/production/settings.ts"
import { reportFailure } from "./report-failure.ts"
import { printable } from "./terminal-text.ts"

export const copyFlags = {
  file: Argument.String("file").pipe(Argument.withDescription("The backup")),
  db: Flag.String("db").pipe(
    Flag.withDescription(`The SQLite database (default: $${settings.database.variable})`),
    Flag.withMetavar("FILE"),
    Flag.withFallbackConfig(Config.String(settings.database.variable))
  )
}

/** Prints what was copied, or why it was not. */
export const printCopy = (copy: Effect.Effect<number, CopyFailed>, done: string) =>
  copy.pipe(
    Effect.flatMap((bytes) => Console.log(printable(`${done} (${bytes} bytes)`))),
    reportFailure(({ message }) => printable(message))
  )
