/**
 * Renews the session of a request before the page is rendered: a middleware can set cookies, a server component cannot.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import type { CookieOptions } from "../../core/session/request-like.ts"
import { Client } from "../client.ts"
import { SNAPSHOT_TIMEOUT, type SnapshotOptions } from "./take.ts"

/** A web `Request`, or an object with its headers and URL. */
export interface WebRequest {
  /** The headers of the request. */
  readonly headers: Headers
  /** The whole URL of the request. */
  readonly url: string
}

/** The options of `renewSession`. */
export interface RenewOptions extends CookieOptions, SnapshotOptions {}

/** The request header with the page's URL, from {@link renewSession} to the code that renders the page. */
export const PAGE_URL_HEADER = "x-keystile-url"

/** The session of a request, with the cookies to set. */
export interface RenewedSession {
  /**
   * True if the request has session cookies and the service has not ended the session. Use it for redirects only: the
   * user is not authenticated until the service or `createSessionReader` has verified the token.
   */
  readonly signedIn: boolean
  /**
   * The headers of the request with the current cookies and, in `x-keystile-url`, its URL. Pass them on to the code
   * that renders the page. `signInUrl({ headers })` reads the return URL from them.
   */
  readonly headers: Headers
  /**
   * Values of `Set-Cookie` headers for the response. Empty when nothing has changed. They contain tokens: send the
   * response with `cache-control: private, no-store`, because shared caches may store responses with cookies.
   */
  readonly setCookies: ReadonlyArray<string>
}

const nameOf = (pair: string) => {
  const name = pair.split("=", 1)[0]?.trim() ?? ""
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Returns the headers with the `Cookie` that the browser sends after it has received these `Set-Cookie` values. */
const withCookies = (before: Headers, lines: ReadonlyArray<string>): Headers => {
  const headers = new Headers(before)
  if (lines.length === 0) return headers
  const set = lines.map((line) => line.split(";", 1)[0] ?? "")
  const names = set.map(nameOf)
  const kept = (headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "" && !names.includes(nameOf(pair)))
  const text = [...kept, ...set.filter((pair) => !pair.endsWith("="))].join("; ")
  if (text === "") headers.delete("cookie")
  else headers.set("cookie", text)
  return headers
}

/**
 * Refreshes the access token of a request if it has expired, and returns the cookies to set. The session does not
 * change when the service cannot be reached.
 */
export const renewSession = (
  request: WebRequest,
  { timeoutMillis = SNAPSHOT_TIMEOUT, ...options }: RenewOptions = {}
): Effect.Effect<RenewedSession, ConfigurationError, Client> =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const { stored, tokens } = yield* (yield* Client).withTokenStore({
      ...options,
      request,
      setCookie: { append: (_, line) => lines.push(line) }
    })
    const found = yield* Effect.orElseSucceed(Effect.timeout(tokens, Duration.millis(timeoutMillis)), () => null)
    const { accessToken, refreshToken } = found ?? (yield* stored)
    const headers = withCookies(request.headers, lines)
    headers.set(PAGE_URL_HEADER, request.url)
    return {
      signedIn: accessToken !== null || refreshToken !== null,
      headers,
      setCookies: lines
    }
  })
