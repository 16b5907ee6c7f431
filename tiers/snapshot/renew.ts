/**
 * Renewing the session of a request before it is answered: in a middleware, which may set cookies where the parts of a
 * page may not.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import type { CookieOptions } from "../../core/session/request-like.ts"
import { Client } from "../client.ts"
import { SNAPSHOT_TIMEOUT, type SnapshotOptions } from "./take.ts"

/** A web `Request`, or what has its headers and address. */
export interface WebRequest {
  readonly headers: Headers
  readonly url: string
}

export interface RenewOptions extends CookieOptions, SnapshotOptions {}

/** The request header that carries the page's URL from {@link renewSession} to what renders the page. */
export const PAGE_URL_HEADER = "x-keystile-url"

export interface RenewedSession {
  /**
   * Whether the request brings a session that the service has not ended. It says where to send somebody and no more:
   * who they are is known when the service was asked with their token, or by `createSessionReader`.
   */
  readonly signedIn: boolean
  /**
   * The headers of the request with the current cookies and, in `x-keystile-url`, its URL: pass them on to what renders
   * the page. `signInUrl({ headers })` reads the return URL there.
   */
  readonly headers: Headers
  /**
   * Lines of `Set-Cookie` for the answer. Empty when nothing has changed. They hold tokens, and there are caches that
   * keep such an answer for everybody: send it with `cache-control: private, no-store`.
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

/** The header `Cookie` as the browser will send it once it has these lines. */
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
 * Refreshes the access token of a request if it has run out, and says which cookies that makes. When the service cannot
 * be reached the session stays what it was.
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
