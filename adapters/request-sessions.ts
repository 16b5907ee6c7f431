/** Reads the session of the requests of a web framework. The adapters of frameworks are built on it. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { RequestError, TimedOut } from "../core/errors/request-error.ts"
import type { ByName, CookieOptions } from "../core/session/request-like.ts"
import { Client, type ClientOptions, make as makeClient } from "../tiers/client.ts"
import { entryUrlOf } from "../tiers/snapshot/entry-url.ts"
import { renewSession, type WebRequest } from "../tiers/snapshot/renew.ts"
import { SNAPSHOT_TIMEOUT } from "../tiers/snapshot/take.ts"
import type { VerifierOptions } from "../tiers/verify/options.ts"
import { make as makeSessionReader, type RequestSession } from "../tiers/verify/session-reader.ts"
import type { ResponseSession } from "./store-session.ts"

/** The options of `createKeystile`. */
export interface KeystileOptions
  extends Omit<ClientOptions, "tokenStore" | "redirectMethod">, VerifierOptions, CookieOptions {
  /** The timeout of all requests to the service for the session of one request, in milliseconds. Default 3000. */
  readonly timeoutMillis?: number | undefined
}

/** The session of a request: `null` without a session, `undefined` if it cannot be verified, e.g. during an outage. */
export type MaybeSession = RequestSession | null | undefined

export interface ReadSession {
  readonly session: MaybeSession
  /** The headers of the request with the cookies of the session and, in `x-keystile-url`, the URL of the request. */
  readonly headers: Headers
  /** Values of `Set-Cookie` headers for the response. Empty if the session did not change. They contain tokens. */
  readonly setCookies: ReadonlyArray<string>
}

/** Returns the effects of a session on its response, which may contain the user's data unless there is no session. */
export const sessionInResponse = ({ session, setCookies }: ReadSession): ResponseSession => ({
  setCookies,
  isPersonal: session !== null
})

export interface RequestSessions {
  /** Reads the session of a request, and refreshes it if its access token has expired. */
  readonly read: (request: WebRequest) => Promise<ReadSession>
  /** Returns the URL of the sign-in page with the request's URL as the return URL, relative to the request's. */
  readonly signInUrl: (request: { readonly headers: ByName }) => string
}

/**
 * The share of the timeout for the refresh of a session. The rest is for the verification, because an access token may
 * be valid although its refresh fails.
 */
const REFRESH_SHARE = 0.9

/**
 * Makes the effect that reads the session of a request. It takes at most `timeoutMillis`. Fails with
 * `ConfigurationError` for a missing or invalid option.
 */
export const makeReadSession = Effect.fnUntraced(function* (options: KeystileOptions) {
  const { embedded, httpOnly, timeoutMillis = SNAPSHOT_TIMEOUT, ...rest } = options
  const client = yield* makeClient({ ...rest, tokenStore: null })
  const reader = yield* makeSessionReader(rest)

  const readSession = Effect.fnUntraced(
    function* (request: WebRequest) {
      const deadline = yield* Effect.forkChild(Effect.sleep(timeoutMillis))
      const refreshing = { embedded, httpOnly, timeoutMillis: timeoutMillis * REFRESH_SHARE }
      const { headers, setCookies } = yield* renewSession(request, refreshing)
      const reason = new TimedOut({ limit: "call", millis: timeoutMillis })
      const late = new RequestError({ endpoint: "session", reason })
      const session = yield* reader.read(headers).pipe(
        Effect.raceFirst(Effect.andThen(Fiber.join(deadline), Effect.fail(late))),
        Effect.catch((error) => {
          const warning = Effect.logWarning(`The session of a request cannot be verified. ${error.message}`)
          return Effect.as(warning, undefined)
        })
      )
      return { session, headers, setCookies } satisfies ReadSession
    },
    Effect.provideService(Client, client)
  )

  return { client, readSession }
})

/** Throws `ConfigurationError` for a missing or invalid option. */
export const makeRequestSessions = (options: KeystileOptions = {}): RequestSessions => {
  const { client, readSession } = Effect.runSync(makeReadSession(options))
  return {
    read: (request) => Effect.runPromise(readSession(request)),
    signInUrl: (request) => entryUrlOf("signIn", request, client.navigation.urls)
  }
}
