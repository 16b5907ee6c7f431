/** Distinguishes PostgreSQL URLs from file paths, and names databases in messages. */

/** Whether a database is meant by URL, and not by the path of a file. */
export const isPostgresUrl = (database: string): boolean => /^postgres(?:ql)?:/i.test(database)

/** Another system's URL, where a path or a URL of PostgreSQL belongs. */
const FOREIGN_URL = /^([a-z][a-z\d+.-]*):\/\//i

/** Why a text names no database; null when it names one. */
export const misnamed = (database: string): string | null => {
  if (database === "") return "it has no name. Give a file's path or a postgres:// URL."
  if (isPostgresUrl(database) || !FOREIGN_URL.test(database)) return null
  return "it is neither a file's path nor a postgres:// URL."
}

/** How a database is called in messages: its URL without the password and the options. */
export const nameOfDatabase = (database: string): string => {
  if (database === "") return '""'
  if (!isPostgresUrl(database)) {
    const scheme = FOREIGN_URL.exec(database)?.[1]
    return scheme === undefined ? database : `${scheme}://…`
  }
  const url = URL.parse(database)
  // With one slash too many, what belongs before the `@` stands in the path: the password, too.
  if (url === null || url.pathname.includes("@")) return "postgres://…"
  const { host, pathname, searchParams, username } = url
  return `postgres://${username === "" ? "" : `${username}@`}${host || (searchParams.get("host") ?? "")}${pathname}`
}
