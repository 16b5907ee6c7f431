/** `keystile restore`: copies a backup to where no database is. */
import { Command } from "effect/cli"
import { copyFlags, runCopy } from "./copy-command.ts"

export const restore = Command.make("restore", copyFlags, (flags) =>
  runCopy(
    flags,
    ({ restoreBackup }, database) => restoreBackup(flags.file, database),
    (database) => `Restored ${flags.file} to ${database}`
  )
).pipe(
  Command.withDescription(
    [
      "Copy a backup to a new SQLite database, after it was checked: every page, every reference, and its version.",
      "Stop the service and move the old database away first. An existing one is not overwritten."
    ].join("\n  ")
  ),
  Command.withShortDescription("Restore a backup of a SQLite database"),
  Command.withExamples([
    { command: "keystile restore backup.db --db keystile.db", description: "The state of the backup" }
  ])
)
