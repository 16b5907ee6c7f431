/** Distinguishes PostgreSQL URLs from file paths, and names databases in messages. */

/** Returns whether a database is named by a PostgreSQL URL, not by a file path. */
export const isPostgresUrl = (database: string): boolean => /^postgres(?:ql)?:/i.test(database)

/** A URL of another system. */
const FOREIGN_URL = /^([a-z][a-z\d+.-]*):\/\//i

/** Returns why a text names no database; `null` if it names one. */
export const misnamed = (database: string): string | null => {
  if (database === "") return "it has no name. Give a file's path or a postgres:// URL."
  if (isPostgresUrl(database) || !FOREIGN_URL.test(database)) return null
  return "it is neither a file's path nor a postgres:// URL."
}

/** Returns the name of a database in messages: its URL without the password and the options. */
export const nameOfDatabase = (database: string): string => {
  if (database === "") return '""'
  if (!isPostgresUrl(database)) {
    const scheme = FOREIGN_URL.exec(database)?.[1]
    return scheme === undefined ? database : `${scheme}://…`
  }
  const url = URL.parse(database)
  // With one slash too many, the text before the `@` is parsed as the path, including the password.
  if (url === null || url.pathname.includes("@")) return "postgres://…"
  const { host, pathname, searchParams, username } = url
  return `postgres://${username === "" ? "" : `${username}@`}${host || (searchParams.get("host") ?? "")}${pathname}`
}
