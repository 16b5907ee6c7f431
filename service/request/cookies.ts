/** Reads and writes cookies (RFC 6265). */

/** Returns the cookies of a request. The first of a name wins: browsers send the longest path first. */
export const cookiesOf = (header: string | undefined): ReadonlyMap<string, string> => {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? "").split(";")) {
    // No regular expression: trimming with one backtracks.
    const end = pair.indexOf("=")
    const name = pair.slice(0, Math.max(end, 0)).trim()
    if (name !== "" && !cookies.has(name)) cookies.set(name, pair.slice(end + 1).trim())
  }
  return cookies
}

interface Cookie {
  readonly name: string
  readonly value: string
  /** In seconds; 0 removes the cookie. */
  readonly maxAge: number
  /** Sent over HTTPS only. */
  readonly isSecure: boolean
  readonly sameSite: "Lax" | "None" | null
}

/** Returns a `Set-Cookie` value for all paths of this host, `HttpOnly`. */
export const setCookieHeader = ({ isSecure, maxAge, name, sameSite, value }: Cookie): string =>
  [
    `${name}=${value}`,
    "Path=/",
    // For clients without Max-Age. Only removal needs it.
    ...(maxAge === 0 ? ["Expires=Thu, 01 Jan 1970 00:00:00 GMT"] : []),
    `Max-Age=${maxAge}`,
    ...(isSecure ? ["Secure"] : []),
    "HttpOnly",
    ...(sameSite === null ? [] : [`SameSite=${sameSite}`])
  ].join("; ")
