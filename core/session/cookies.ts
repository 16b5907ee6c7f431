/**
 * The cookies of a session. Browsers and the application's server read and write the same ones.
 *
 * | cookie | value | lifetime |
 * |---|---|---|
 * | `stack-refresh-<project id>` | refresh token | one year |
 * | `stack-access` | JSON `[refresh token, access token]`, ignored beside another refresh token | one day |
 * | `__Host-stack-guard-<project id>` | the end of the refresh token; over https only | one year |
 * | `stack-refresh` | an older name of the first: read when that is missing, removed when the refresh cookie is written | |
 * | `stack-is-https` | `true` if the page was loaded over https, for the application's server | session |
 *
 * Every host below the same domain can set cookies here, e.g. `evil.example.com` for `example.com` and all of its
 * hosts. Only cookies whose names begin with `__Host-` cannot be set that way (RFC 6265bis, section 4.1.3.2), and the
 * protocol fixes the names of the token cookies. So the guard identifies the refresh cookie that this host wrote
 * itself. Several refresh cookies without a guard count as signed out.
 *
 * A response of the application's server to a request of a page may arrive after the page has signed out, or has signed
 * in as another user. So such a response with a new access token sets `stack-access` alone. The response of a
 * navigation sets all cookies, because it replaces the page: Safari keeps cookies that a page has written for seven
 * days only.
 *
 * Documented limitation: another host of the domain can give its own session to a user who is not signed in, as with
 * any cookie of a fixed name. A single refresh cookie counts even beside the guard of another one, because the
 * application's server and other programs of the same host may write it.
 *
 * Documented limitation: a response to a request of an ended session removes the cookies. If it arrives after another
 * user has signed in, it signs that user out.
 */
import * as Redacted from "effect/Redacted"
import { type CookieValues, LEGACY_REFRESH_COOKIE, refreshCookie } from "./cookie-values.ts"
import { noTokens, sameToken, tokenFrom, type Tokens } from "./tokens.ts"

const ACCESS_COOKIE = "stack-access"
export const IS_HTTPS_COOKIE = "stack-is-https"

const guardCookie = (projectId: string) => `__Host-stack-guard-${projectId}`

/** Lifetimes of the cookies, in seconds. */
const REFRESH_SECONDS = 31_536_000
const ACCESS_SECONDS = 86_400

/** The maximum size of a cookie's name and value together (RFC 6265bis, section 5.6). */
const COOKIE_BYTES = 4096

/** Returns the end of a refresh token, 60 of its 225 bits: identifies the token and does not authenticate. */
const endOf = (refreshToken: Redacted.Redacted<string>) => Redacted.value(refreshToken).slice(-12)

/** Returns the access token in the cookie `stack-access` if it belongs to the refresh token. */
export const pairedAccessToken = (cookie: string, refreshToken: string): Redacted.Redacted<string> | null => {
  if (!cookie.startsWith('["')) return null
  try {
    const [refresh, access, more]: ReadonlyArray<unknown> = JSON.parse(cookie)
    return refresh === refreshToken && more === undefined ? tokenFrom(access) : null
  } catch {
    return null
  }
}

/**
 * Reads the tokens from cookies. `seesAll` is true if `values` returns every value of a name that is set more than
 * once.
 */
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

/** A cookie to set, or to remove if its value is `null`. */
export interface WrittenCookie {
  readonly name: string
  readonly value: string | null
  readonly seconds: number
}

const accessCookie = ({ accessToken, refreshToken }: Tokens): WrittenCookie => ({
  name: ACCESS_COOKIE,
  value: refreshToken && accessToken && JSON.stringify([Redacted.value(refreshToken), Redacted.value(accessToken)]),
  seconds: ACCESS_SECONDS
})

/** Returns the cookies that store the tokens. Those without a value are to be removed. */
export const writtenCookies = (projectId: string, tokens: Tokens, secure: boolean): ReadonlyArray<WrittenCookie> => {
  const { refreshToken } = tokens
  return [
    {
      name: refreshCookie(projectId),
      value: refreshToken && Redacted.value(refreshToken),
      seconds: REFRESH_SECONDS
    },
    accessCookie(tokens),
    {
      name: guardCookie(projectId),
      value: secure && refreshToken ? endOf(refreshToken) : null,
      seconds: REFRESH_SECONDS
    },
    { name: LEGACY_REFRESH_COOKIE, value: null, seconds: 0 }
  ]
}

/**
 * Returns the cookies with which a response changes the tokens: after a refresh `stack-access` alone, unless the
 * response is that of a navigation.
 */
export const changedCookies = (
  projectId: string,
  before: Tokens,
  tokens: Tokens,
  { isNavigation, secure }: { readonly isNavigation: boolean; readonly secure: boolean }
): ReadonlyArray<WrittenCookie> =>
  !isNavigation && sameToken(before.refreshToken, tokens.refreshToken)
    ? [accessCookie(tokens)]
    : writtenCookies(projectId, tokens, secure)

/** True if a browser would reject one of the cookies for its size. */
export const isTooLarge = (cookies: ReadonlyArray<WrittenCookie>): boolean =>
  // The longest form: some writers encode fewer characters.
  cookies.some(({ name, value }) => value !== null && name.length + encodeURIComponent(value).length > COOKIE_BYTES)
