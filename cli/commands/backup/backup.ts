/** `keystile backup`: copies a SQLite database while services use it. */
import { Command } from "effect/cli"
import { copyFlags, runCopy } from "./copy-command.ts"

export const backup = Command.make("backup", copyFlags, (flags) =>
  runCopy(
    flags,
    ({ backUp }, database) => backUp(database, flags.file),
    (database) => `Backed up ${database} to ${flags.file}`
  )
).pipe(
  Command.withDescription(
    [
      "Copy a SQLite database into a new file, also while services use it.",
      "The copy is checked, and an existing file is not overwritten. Its use needs the same KEYSTILE_SECRETS.",
      "PostgreSQL databases are copied by pg_dump."
    ].join("\n  ")
  ),
  Command.withShortDescription("Back up a SQLite database"),
  Command.withExamples([{ command: "keystile backup backup.db --db keystile.db", description: "A copy as of now" }])
)
