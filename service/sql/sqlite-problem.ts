/** What SQLite says when it cannot go on, in one line. */

const FULL = 13

/** https://www.sqlite.org/rescode.html, the primary codes: the rest would be faults of the service. */
const problems: ReadonlyMap<number, string> = new Map([
  [5, "another process holds it."],
  [6, "another process holds it."],
  [8, "it can only be read."],
  [10, "the disk cannot be read or written."],
  [11, "it is damaged. Restore a copy, or delete it to start anew."],
  [FULL, "the disk is full."],
  [14, "it cannot be opened."],
  [26, "it is damaged. Restore a copy, or delete it to start anew."]
])

/** Of the extended codes: there was no room for what processes share while the file is open (SQLITE_IOERR_SHMSIZE). */
const NO_ROOM = 4874

/** The problem behind an error of `node:sqlite`; undefined when it is none of these. */
export const sqliteProblem = (cause: unknown): string | undefined =>
  cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number"
    ? problems.get(cause.errcode === NO_ROOM ? FULL : cause.errcode & 0xff)
    : undefined
