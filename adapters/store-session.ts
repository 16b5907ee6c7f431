/** Stores a refreshed session in the browser, by the headers of a response. */

/** The response is for one user, so that no shared cache may store it. */
export const NO_STORE = "private, no-store"

/** Sets a header of the response. Values of `Set-Cookie` are appended. */
type SetHeader = (name: string, value: string, options: { readonly append: boolean }) => unknown

/** Sets the cookies of a session on a response. Does nothing if the session did not change. */
export const storeSession = (setCookies: ReadonlyArray<string>, setHeader: SetHeader): void => {
  if (setCookies.length === 0) return
  for (const line of setCookies) setHeader("set-cookie", line, { append: true })
  setHeader("cache-control", NO_STORE, { append: false })
}

/** Sets the cookies of a session on a response with `Headers`. */
export const storeSessionIn = (headers: Headers, setCookies: ReadonlyArray<string>): void =>
  storeSession(setCookies, (name, value, { append }) =>
    append ? headers.append(name, value) : headers.set(name, value)
  )
