/** Reads the code of an error of Node or of a database driver. */

/** Returns the code of an error, such as `ENOENT` or the SQLSTATE `23505`; `null` if it has none. */
export const errorCode = (cause: unknown): string | null =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : null
