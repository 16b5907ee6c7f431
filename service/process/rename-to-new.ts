/** Gives a complete file its final name without overwriting another file. */
import { closeSync, linkSync, openSync, renameSync, rmSync } from "node:fs"
import { errorCode } from "./error-code.ts"

/**
 * The errors of `link` on file systems without hard links, such as exFAT and network file systems. On Windows libuv
 * reports that the file system does not know the call as `EISDIR`.
 */
const NO_HARD_LINKS: ReadonlySet<string | null> = new Set(["EISDIR", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EPERM"])

/**
 * Gives a partial file its final name. The caller deletes the partial file, which may remain: where the file system has
 * hard links, the final name is one. Unlike a rename, it fails with `EEXIST` if another process has created the target
 * meanwhile. Without hard links, it renames the file: a process that is killed before the rename leaves an empty target.
 */
export const renameToNew = (partial: string, path: string): void => {
  try {
    linkSync(partial, path)
  } catch (cause) {
    if (!NO_HARD_LINKS.has(errorCode(cause))) throw cause
    closeSync(openSync(path, "wx", 0o600))
    try {
      renameSync(partial, path)
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    }
  }
}
