/**
 * Checks the database file before anything is written to it: it is a database of this service, and it is intact and
 * writable. Warns if other users of the machine can open it.
 *
 * Files of other applications are recognized by their first 100 bytes (https://www.sqlite.org/fileformat.html,
 * section 1.3), so not even SQLite opens them.
 */
import { Data, Effect } from "effect"
import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { BUSY_TIMEOUT } from "./retry-while-busy.ts"
import { allMigrations } from "./migrate.ts"
import { historyProblem, type MigrationId, MIGRATIONS_TABLE, readMigrations } from "./migration-history.ts"
import { sqliteProblem } from "./sqlite-problem.ts"
import { errorCode } from "../process/error-code.ts"

/** The database cannot be used. `problem` has the cause and a remedy. */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{
  readonly path: string
  readonly problem: string
}> {
  override get message(): string {
    return `The database ${this.path} cannot be used: ${this.problem}`
  }
}

/** Marks the files of this service: "Keys" in ASCII. */
const APPLICATION_ID = 0x4b657973

const HEADER_LENGTH = 100
const MAGIC = "SQLite format 3\0"
/** The offset of the application id in the header. */
const APPLICATION_ID_OFFSET = 68
const PAGE_SIZE_OFFSET = 16
const PAGE_COUNT_OFFSET = 28

/**
 * The size up to which the whole file is checked at start, in bytes: a third of a second for 100,000 users. In larger
 * files SQLite detects damage when a statement reads it.
 */
const MAX_READ_THROUGH = 16_000_000

/** Checks the file, or creates an empty one of mode 0600. */
export const prepareFile = (
  path: string,
  { creates }: { readonly creates: boolean }
): Effect.Effect<void, DatabaseUnusable> =>
  Effect.try({
    try: () => {
      const found = sizeOf(path)
      if (found === undefined && !creates) {
        throw new DatabaseUnusable({
          path,
          problem: "it does not exist. Check the path, or start the service, which creates it."
        })
      }
      const size = found ?? create(path)
      if (size === 0) mark(path)
      else inspect(path, size)
    },
    catch: (cause) =>
      cause instanceof DatabaseUnusable ? cause : new DatabaseUnusable({ path, problem: explain(cause) })
  })

/** The permissions of the group and of all others. Windows has none. */
const OTHERS = 0o077

/** Returns a warning about a file that other users can open, else `null`. Access of the group may be intended. */
export const sharedFileProblem = (path: string): string | null => {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if (process.platform === "win32" || (mode & OTHERS) === 0) return null
  const name = path.replaceAll("'", "'\\''")
  return (
    `Other users of this machine can open the database ${path} ` +
    `(mode ${(mode & 0o777).toString(8).padStart(4, "0")}), ` +
    `which holds the keys of its projects. Run: chmod 600 '${name}'*`
  )
}

/** Logs a warning if other users can read the file. Does not change the mode. */
export const warnIfShared = (path: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    const problem = sharedFileProblem(path)
    return problem === null ? Effect.void : Effect.logWarning(problem)
  })

/** Returns the size of the file; undefined if it does not exist. */
const sizeOf = (path: string): number | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile()) throw new DatabaseUnusable({ path, problem: "it is not a file." })
  accessSync(path, constants.R_OK | constants.W_OK)
  // SQLite keeps its journal beside the file and gives it the same permissions.
  accessSync(dirname(path), constants.W_OK)
  return found.size
}

/** Creates an empty file and returns its size. It is never deleted: another process may already use it. */
const create = (path: string): number => {
  accessSync(dirname(path), constants.W_OK)
  try {
    closeSync(openSync(path, "wx", 0o600))
    return 0
  } catch (cause) {
    // Another process has created the file at the same time.
    if (errorCode(cause) === "EEXIST") return statSync(path).size
    throw cause
  }
}

/** Writes the application id. Two processes may both write it. */
const mark = (path: string) => {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT })
  try {
    // Written before write-ahead logging is turned on, so that the id is in the file itself.
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
  } finally {
    database.close()
  }
}

/** Returns the length of the file by its header. A page size of 65,536 is stored as 1. */
const lengthBy = (header: Buffer): number => {
  const pageSize = header.readUInt16BE(PAGE_SIZE_OFFSET)
  return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(PAGE_COUNT_OFFSET)
}

/** Returns whether there is a journal, which may contain pages that the header counts. */
const hasJournal = (path: string): boolean => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

/**
 * Checks that an existing file is an intact database of this service, of this version or an earlier one. Throws
 * `DatabaseUnusable`. `isWhole` reads every page of a large file, too.
 */
export const inspect = (path: string, size: number, isWhole = false): void => {
  const header = Buffer.alloc(HEADER_LENGTH)
  const file = openSync(path, "r")
  try {
    readSync(file, header, 0, HEADER_LENGTH, 0)
  } finally {
    closeSync(file)
  }
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw new DatabaseUnusable({ path, problem: "it is no SQLite database. Choose another file." })
  }
  if (header.readUInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID) {
    throw new DatabaseUnusable({ path, problem: "it belongs to another application. Choose another file." })
  }
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT })
  try {
    const isLong = size > MAX_READ_THROUGH && !isWhole
    const isCut = isLong && size < lengthBy(header) && !hasJournal(path)
    const [check] = database.prepare(isLong ? "PRAGMA quick_check(sqlite_schema)" : "PRAGMA quick_check(1)").all()
    if (isCut || check?.["quick_check"] !== "ok") {
      throw new DatabaseUnusable({ path, problem: "it is damaged. Restore a copy, or delete it to create a new one." })
    }
    const problem = historyProblem(allMigrations, appliedMigrations(database))
    if (problem !== null) throw new DatabaseUnusable({ path, problem })
  } finally {
    database.close()
  }
}

/** Reads the recorded migrations. A file that was created but never migrated has no table of them. */
const appliedMigrations = (database: DatabaseSync): ReadonlyArray<MigrationId> => {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(MIGRATIONS_TABLE)
  if (table === undefined) return []
  return readMigrations(
    database.prepare(`SELECT migration_id, name FROM ${MIGRATIONS_TABLE} ORDER BY migration_id`).all()
  )
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist.",
  ENOTDIR: "a part of its path is not a folder.",
  EACCES: "this user may not read and write there.",
  EPERM: "this user may not read and write there.",
  EROFS: "the file system is read-only.",
  ENOSPC: "the disk is full.",
  ENAMETOOLONG: "its name is too long.",
  ERR_SQLITE_ERROR: "SQLite cannot read it; it may be damaged. Restore a copy, or delete it to create a new one."
}

/** Returns a system error in one line. */
export const explain = (cause: unknown): string => {
  const code = errorCode(cause)
  return sqliteProblem(cause) ?? problems[code ?? ""] ?? `the system says ${code ?? String(cause)}.`
}
