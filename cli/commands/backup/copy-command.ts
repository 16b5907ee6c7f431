/** The flags and the output of `keystile backup` and `keystile restore`. */
import { Console, Effect, Option, Redacted } from "effect"
import { Argument, Flag } from "effect/cli"
import type { CopyFailed } from "../../../service/backup/copy-database.ts"
import { settings } from "../../../service/production/settings.ts"
import { loadCommand } from "../../run/load-command.ts"
import { reportFailure } from "../../run/report-failure.ts"
import { fileFlag } from "../../flags/configuration-flags.ts"
import { printable, printableLines } from "../../output/terminal-text.ts"

export const copyFlags = {
  file: Argument.String("file").pipe(Argument.withDescription("The backup")),
  db: Flag.String("db").pipe(
    Flag.withDescription(`The SQLite database (default: that of keystile serve) [$${settings.database.variable}]`),
    Flag.withMetavar("FILE"),
    Flag.optional
  ),
  configuration: fileFlag
}

interface CopyFlagOptions {
  readonly db: Option.Option<string>
  readonly configuration: Option.Option<string>
}

type CopyDatabase = typeof import("../../../service/backup/copy-database.ts")

/** Copies the database of the flags or of the configuration. Prints what was copied, or why it was not. */
export const runCopy = Effect.fnUntraced(function* (
  { configuration, db }: CopyFlagOptions,
  copy: (module: CopyDatabase, database: string) => Effect.Effect<number, CopyFailed>,
  describe: (database: string) => string
) {
  const { copyDatabase, readDatabase } = yield* loadCommand(async () => {
    const [copyDatabase, { readDatabase }] = await Promise.all([
      import("../../../service/backup/copy-database.ts"),
      import("../../../service/production/read-configuration.ts")
    ])
    return { copyDatabase, readDatabase }
  })
  const database = yield* readDatabase({
    flags: Option.match(db, { onNone: () => ({}), onSome: (database) => ({ database }) }),
    file: Option.getOrUndefined(configuration),
    environment: process.env
  }).pipe(
    Effect.map(Redacted.value),
    reportFailure(({ message }) => printableLines(message))
  )
  const bytes = yield* copy(copyDatabase, database).pipe(reportFailure(({ message }) => printable(message)))
  yield* Console.log(printable(`${describe(database)} (${bytes} bytes)`))
})
