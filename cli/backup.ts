/** `keystile backup`: copies a SQLite database while services use it. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { copyFlags, printCopy } from "./copy-command.ts"
import { loadCommand } from "./load-command.ts"

export const backup = Command.make("backup", copyFlags, ({ db, file }) =>
  Effect.flatMap(
    loadCommand(() => import("../service/backup/copy-database.ts")),
    ({ backUp }) => printCopy(backUp(db, file), `Backed up ${db} to ${file}`)
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
