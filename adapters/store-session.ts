/** Stores a refreshed session in the browser, and keeps responses about a session out of caches. */

/** The response is for one user, so that no shared cache may store it. */
export const NO_STORE = "private, no-store"

/** The effects of a request's session on its response. */
export interface ResponseSession {
  /** Values of `Set-Cookie` headers. Empty if the session did not change. */
  readonly setCookies: ReadonlyArray<string>
  /** True if the response may contain data of a user. */
  readonly isPersonal: boolean
}

/** The headers of a response. Values of `Set-Cookie` are appended. */
export type ResponseHeaders = Pick<Headers, "append" | "has" | "set">

/**
 * Sets the cookies of a session on a response, which is then `private, no-store`. A personal response without cookies
 * is as well, unless the application has set a `Cache-Control`.
 */
export const storeSession = (headers: ResponseHeaders, session: ResponseSession): void => {
  for (const line of session.setCookies) headers.append("set-cookie", line)
  setNoStore(headers, session)
}

/** Sets only the `Cache-Control` of `storeSession`, e.g. once more after another middleware may have replaced it. */
export const setNoStore = (
  headers: Pick<ResponseHeaders, "has" | "set">,
  { isPersonal, setCookies }: ResponseSession
): void => {
  if (setCookies.length > 0 || (isPersonal && !headers.has("cache-control"))) headers.set("cache-control", NO_STORE)
}

/** The response that changes the protocol of a connection, e.g. to WebSocket. A runtime accepts no copy of it. */
export const SWITCHING_PROTOCOLS = 101
