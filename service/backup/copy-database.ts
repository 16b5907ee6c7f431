/**
 * Backs up a SQLite database while services use it, and restores a backup.
 *
 * Both write a temporary file beside the target, check it, and rename it. So the target is complete, or empty (see
 * `renameToNew`), and an existing file is never overwritten. The files have mode 0600 from the beginning. An interrupted
 * copy is completed and deleted before the effect ends.
 */
import { Data, Effect } from "effect"
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
  statSync
} from "node:fs"
import { dirname } from "node:path"
import { backup, DatabaseSync } from "node:sqlite"
import { pipeline } from "node:stream/promises"
import { renameToNew } from "../process/rename-to-new.ts"
import { DatabaseUnusable, explain, inspect } from "../sql/database-file.ts"
import { isPostgresUrl } from "../sql/postgres-database.ts"
import { BUSY_TIMEOUT } from "../sql/retry-while-busy.ts"
import { randomUUID } from "node:crypto"

/** The database was not copied. `message` has the cause and a remedy. */
export class CopyFailed extends Data.TaggedError("CopyFailed")<{ readonly message: string }> {}

/** The largest number of pages of a step. */
const ALL_PAGES = 2_147_483_647

const POSTGRES = "A PostgreSQL database is copied by pg_dump and pg_restore: see docs/production.md."

/** Copies a database into a new file of mode 0600. Returns its size in bytes. */
export const backUp = (database: string, file: string): Effect.Effect<number, CopyFailed> =>
  copyTo(database, file, async (partial) => {
    requireFile(database, `The database ${database}`)
    const source = new DatabaseSync(database, { timeout: BUSY_TIMEOUT })
    try {
      // All pages in one step: with several, SQLite starts again whenever another process writes in between.
      await backup(source, partial, { rate: ALL_PAGES })
    } finally {
      source.close()
    }
    leaveWriteAheadLog(partial)
  })

/**
 * Copies a backup to where no database is. Returns its size in bytes. A copy of the files of a database has committed
 * changes in a log beside it, which are applied to the copy.
 */
export const restoreBackup = (file: string, database: string): Effect.Effect<number, CopyFailed> =>
  copyTo(database, database, async (partial) => {
    requireFile(file, `The backup ${file}`)
    const journal = ["-wal", "-shm", "-journal"].find((end) => existsSync(database + end))
    if (journal !== undefined) {
      throw new CopyFailed({
        message:
          `${database}${journal} belongs to another database. ` +
          "Stop the service, and move it away with its database."
      })
    }
    await copyContent(file, partial)
    const logs = ["-wal", "-journal"].filter((end) => existsSync(file + end))
    if (logs.length === 0) return
    for (const end of logs) await copyContent(file + end, partial + end)
    leaveWriteAheadLog(partial)
  })

/** Copies a file. Unlike `copyFile`, it does not copy the mode, and other users may read the source. */
const copyContent = (from: string, to: string): Promise<void> =>
  pipeline(createReadStream(from), createWriteStream(to, { mode: 0o600 }))

const copyTo = (
  database: string,
  target: string,
  copy: (partial: string) => Promise<void>
): Effect.Effect<number, CopyFailed> =>
  untilSettled(
    async (signal) => {
      if (isPostgresUrl(database)) throw new CopyFailed({ message: POSTGRES })
      if (existsSync(target)) {
        throw new CopyFailed({ message: `${target} exists and is not overwritten. Move it away first.` })
      }
      const partial = `${target}.${randomUUID()}.partial`
      try {
        closeSync(openSync(partial, "wx", 0o600))
        await copy(partial)
        signal.throwIfAborted()
        check(partial)
        sync(partial)
        renameToNew(partial, target)
      } finally {
        for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(partial + end, { force: true })
      }
      sync(dirname(target))
      return statSync(target).size
    },
    (cause) => {
      if (cause instanceof CopyFailed) return cause
      const problem = cause instanceof DatabaseUnusable ? cause.problem : explain(cause)
      return new CopyFailed({ message: `The database was not copied to ${target}: ${problem}` })
    }
  )

/** Runs a promise. Unlike `Effect.tryPromise`, an interrupt waits until the promise is settled. */
const untilSettled = <A, E>(
  run: (signal: AbortSignal) => Promise<A>,
  toError: (cause: unknown) => E
): Effect.Effect<A, E> =>
  Effect.callback((resume, signal) => {
    const settled = run(signal).then(
      (value) => resume(Effect.succeed(value)),
      (cause: unknown) => resume(Effect.fail(toError(cause)))
    )
    return Effect.promise(() => settled)
  })

const requireFile = (path: string, name: string) => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new CopyFailed({ message: `${name} does not exist.` })
  if (!found.isFile()) throw new CopyFailed({ message: `${name} is not a file.` })
}

/** Makes the database one file, with the changes of a log beside it. Otherwise SQLite keeps one when it is opened. */
const leaveWriteAheadLog = (path: string) => {
  const database = new DatabaseSync(path)
  try {
    database.exec("PRAGMA journal_mode = DELETE")
  } finally {
    database.close()
  }
}

/** Checks every page, and every foreign key. */
const check = (path: string) => {
  inspect(path, statSync(path).size, true)
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const [violation] = database.prepare("PRAGMA foreign_key_check").all()
    if (violation !== undefined) {
      throw new CopyFailed({
        message: `The copy has rows of ${String(violation["table"])} without what they refer to.`
      })
    }
  } finally {
    database.close()
  }
}

const sync = (path: string) => {
  const file = openSync(path, "r")
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
