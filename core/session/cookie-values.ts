/** Parses cookies, without the tokens in them. `cookies.ts` reads these. */

/** An older name of the refresh cookie. */
export const LEGACY_REFRESH_COOKIE = "stack-refresh"

export const refreshCookie = (projectId: string): string => `stack-refresh-${projectId}`

/** Returns the values of a cookie: more than one if several hosts or paths set it. */
export type CookieValues = (name: string) => ReadonlyArray<string>

/**
 * Parses the text of `document.cookie` or a `Cookie` header. Values that are not ASCII or not percent-encoded are
 * omitted; testing for them costs less than an exception of `decodeURIComponent`.
 *
 * A name matches as it is or percent-encoded. It is neither decoded nor trimmed: browsers protect `__Host-…`, but
 * neither `%5F%5FHost-…` nor a name after a no-break space, so that every host of the same domain can set those.
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

/** Returns `true` if the cookies may hold a session: there is a refresh cookie of the project, valid or not. */
export const mayHoldSession = (projectId: string, cookies: string): boolean => {
  const values = valuesIn(cookies)
  return values(refreshCookie(projectId)).length + values(LEGACY_REFRESH_COOKIE).length > 0
}
