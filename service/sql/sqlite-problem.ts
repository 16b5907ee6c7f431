/** Explains why SQLite cannot continue, in one line. */

const FULL = 13

/** Primary result codes (https://www.sqlite.org/rescode.html). Other codes would be bugs of the service. */
const problems: ReadonlyMap<number, string> = new Map([
  [5, "another process holds it."],
  [6, "another process holds it."],
  [8, "it can only be read."],
  [10, "the disk cannot be read or written."],
  [11, "it is damaged. Restore a copy, or delete it to create a new one."],
  [FULL, "the disk is full."],
  [14, "it cannot be opened."],
  [26, "it is damaged. Restore a copy, or delete it to create a new one."]
])

/** The extended code SQLITE_IOERR_SHMSIZE: no space for the shared memory file. */
const NO_ROOM = 4874

/** Returns the problem behind an error of `node:sqlite`; undefined for other errors. */
export const sqliteProblem = (cause: unknown): string | undefined => {
  if (!(cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number")) return undefined
  // SQLite has no code of its own for it. Releases of Node contain the module.
  if (cause.message === "no such module: fts5") return "this build of Node has a SQLite without FTS5. Use another one."
  return problems.get(cause.errcode === NO_ROOM ? FULL : cause.errcode & 0xff)
}
