/**
 * The cookies of a session (wire, section 8), as a browser and an application's server read and write them alike.
 *
 * | cookie | value | life |
 * |---|---|---|
 * | `stack-refresh-<project id>` | refresh token | one year |
 * | `stack-access` | JSON `[refresh token, access token]`: trusted only beside that refresh token | one day |
 * | `__Host-stack-guard-<project id>` | the end of the refresh token; over https only | one year |
 * | `stack-refresh` | an older name of the first: read when that is missing, removed on every write | |
 * | `stack-is-https` | tells the application's server that the page came by https | session |
 *
 * Every page below the same domain can plant cookies here, e.g. `evil.example.com` for `example.com` and all of its
 * hosts. Only names that begin with `__Host-` are safe from that (RFC 6265bis, section 4.1.3.2), and those of the
 * tokens are fixed by the wire. So the guard tells which of several refresh cookies this host has written itself; where
 * there are several and no guard, nobody is signed in. What is left: a user who is not signed in can be given somebody
 * else's session, as with any cookie of a fixed name. And a single refresh cookie counts even beside the guard of
 * another, because an application's server and other programs of the same host may write it, too.
 */
import * as Redacted from "effect/Redacted"
import { noTokens, tokenFrom, type Tokens } from "./tokens.ts"

const ACCESS_COOKIE = "stack-access"
const LEGACY_REFRESH_COOKIE = "stack-refresh"
export const IS_HTTPS_COOKIE = "stack-is-https"

const refreshCookie = (projectId: string) => `stack-refresh-${projectId}`
const guardCookie = (projectId: string) => `__Host-stack-guard-${projectId}`

/** Lives of the cookies, in seconds (specification, section 9). */
const REFRESH_SECONDS = 31_536_000
const ACCESS_SECONDS = 86_400

/** Browsers keep no cookie whose name and value have more bytes together (RFC 6265bis, section 5.6). */
const COOKIE_BYTES = 4096

/** Tells tokens apart without being one: 60 of its 225 bits. */
const endOf = (refreshToken: Redacted.Redacted<string>) => Redacted.value(refreshToken).slice(-12)

/** The values of a cookie: more than one where several places have set it. */
export type CookieValues = (name: string) => ReadonlyArray<string>

/**
 * The cookies in the text of `document.cookie` or a `Cookie` header. What is not ASCII, as all of ours are, or not encoded
 * well is left out: looking for it costs less than an exception of `decodeURIComponent`.
 *
 * A name counts as it is or as it is written here. It is never decoded, and nothing but the blank between two cookies is
 * taken from it: `%5F%5FHost-…` begins with no `__Host-` to a browser, nor does one after a no-break space, which `trim`
 * drops. Anybody below the same domain may set those.
 */
export const valuesIn = (text: string): CookieValues => {
  const pairs = text.split(/; */).map((pair) => {
    const end = pair.indexOf("=")
    return end < 0 ? [] : [pair.slice(0, end), pair.slice(end + 1)]
  })
  return (name) => {
    const written = encodeURIComponent(name)
    return pairs.flatMap(([key, text = ""]) => {
      if (key !== name && key !== written) return []
      const value = text.startsWith('"') ? text.slice(1, -1) : text
      return /%(?![0-7][\da-f])/i.test(value) ? [] : [decodeURIComponent(value)]
    })
  }
}

/** The access token in the paired cookie, if it belongs to the given refresh token. */
export const pairedAccessToken = (cookie: string, refreshToken: string): Redacted.Redacted<string> | null => {
  if (!cookie.startsWith('["')) return null
  try {
    // Text that begins so is a list, or no JSON.
    const [refresh, access, more] = JSON.parse(cookie) as ReadonlyArray<unknown>
    return refresh === refreshToken && more === undefined ? tokenFrom(access) : null
  } catch {
    return null
  }
}

/** The tokens in cookies. `seesAll` says whether `values` gives each value of a name that is set more than once. */
export const readTokens = (projectId: string, values: CookieValues, seesAll: boolean): Tokens => {
  const refreshTokens = (name: string) => [...new Set(values(name))].map(tokenFrom).filter((token) => token !== null)
  const found = refreshTokens(refreshCookie(projectId))
  const all = found.length === 0 ? refreshTokens(LEGACY_REFRESH_COOKIE) : found
  const guards = values(guardCookie(projectId))
  const own = all.find((token) => guards.includes(endOf(token)))
  const refreshToken = own ?? (all.length === 1 && (seesAll || guards.length === 0) ? all[0] : null) ?? null
  if (refreshToken === null) return noTokens
  for (const cookie of values(ACCESS_COOKIE)) {
    const accessToken = pairedAccessToken(cookie, Redacted.value(refreshToken))
    if (accessToken !== null) return { refreshToken, accessToken }
  }
  return { refreshToken, accessToken: null }
}

/** A cookie to be written, or removed when its value is `null`. */
export interface WrittenCookie {
  readonly name: string
  readonly value: string | null
  readonly seconds: number
}

/** The cookies that hold the tokens, all of them: what holds nothing is to be removed. */
export const writtenCookies = (
  projectId: string,
  { accessToken, refreshToken }: Tokens,
  secure: boolean
): ReadonlyArray<WrittenCookie> => {
  const refresh = refreshToken && Redacted.value(refreshToken)
  return [
    { name: refreshCookie(projectId), value: refresh, seconds: REFRESH_SECONDS },
    {
      name: ACCESS_COOKIE,
      value: refresh && accessToken && JSON.stringify([refresh, Redacted.value(accessToken)]),
      seconds: ACCESS_SECONDS
    },
    {
      name: guardCookie(projectId),
      value: secure && refreshToken ? endOf(refreshToken) : null,
      seconds: REFRESH_SECONDS
    },
    { name: LEGACY_REFRESH_COOKIE, value: null, seconds: 0 }
  ]
}

/** Whether a browser would drop one of them. */
export const isTooLarge = (cookies: ReadonlyArray<WrittenCookie>): boolean =>
  // Some writers encode less; none of them more.
  cookies.some(({ name, value }) => value !== null && name.length + encodeURIComponent(value).length > COOKIE_BYTES)
