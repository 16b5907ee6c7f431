/**
 * Shares the refreshes of access tokens: single flight per refresh token, and a cache of the results. `session.ts`
 * decides when to refresh, and `core/call/service-refresher.ts` sends the request.
 *
 * All sessions of a process with the same configuration share one refresher, so that many token stores with the same
 * session (one per request, on a server) send a single refresh. Results are found by the whole refresh token, never by
 * a part or a hash of it. They expire 5 s after their last use, so that a server holds no tokens of users without
 * requests.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as MutableHashMap from "effect/MutableHashMap"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { RequestError } from "../errors/request-error.ts"
import { makeSingleFlight } from "../sharing/single-flight.ts"
import { type FreshToken, freshToken, LIKELY_VALID_MILLIS, sameToken } from "./tokens.ts"

/**
 * The session is over: the service rejected the refresh token, or the account at the OAuth provider was revoked. A
 * failure of the network or of the service is a `RequestError`.
 */
export class SessionEnded extends Data.TaggedError("SessionEnded")<{}> {}

export type AccessToken = Redacted.Redacted<string>

/** The effect of one refresh. */
export type Refresh = Effect.Effect<AccessToken, SessionEnded | RequestError>

/** The options of a refresh. */
export interface RefreshOptions {
  /** The minimum remaining lifetime of the access token in milliseconds. Default 20,000. */
  readonly minMillis?: number | undefined
  /** Wraps the refresh. Applied only if this caller starts it. */
  readonly wrap?: ((refresh: Refresh) => Refresh) | undefined
}

/** Refreshes access tokens, single flight per refresh token. */
export class Refresher extends Context.Service<
  Refresher,
  {
    /** Returns an access token for the refresh token: the cached one or a new one from the service. */
    readonly get: (
      refreshToken: Redacted.Redacted<string>,
      options?: RefreshOptions
    ) => Effect.Effect<FreshToken, SessionEnded | RequestError>
    /**
     * Drops the cached access token of a refresh token. If an access token is given, only when it is the cached one.
     */
    readonly forget: (refreshToken: Redacted.Redacted<string>, accessToken?: AccessToken) => Effect.Effect<void>
  }
>()("keystile/Refresher") {}

/** The maximum number of cached results. Beyond it the oldest is dropped. */
const CAPACITY = 1000

/** Results expire this long after their last use, in milliseconds. */
const EXPIRES_MILLIS = 5000

/** The result of a refresh: an access token, or the end of the session, which is final. */
interface CachedResult {
  readonly result: FreshToken | SessionEnded
  /** Epoch milliseconds. */
  lastUsedAt: number
}

/**
 * Makes a refresher.
 *
 * @param refresh requests a new access token from the service
 * @param attemptTimeoutMillis the time limit that the requests of `refresh` have. A caller that joins a running
 * refresh, which fails within this time, refreshes once more: its last attempt may have been sent before the call.
 * Default 10,000.
 */
export const make = (
  refresh: (refreshToken: Redacted.Redacted<string>) => Refresh,
  attemptTimeoutMillis = 10_000
): Refresher["Service"] => {
  // The keys are redacted tokens, which are hashed and compared by their values.
  const flights = makeSingleFlight<Redacted.Redacted<string>>()
  const results = MutableHashMap.empty<Redacted.Redacted<string>, CachedResult>()
  const find = (key: Redacted.Redacted<string>) => Option.getOrUndefined(MutableHashMap.get(results, key))
  let isSweepScheduled = false

  const isExpired = ({ lastUsedAt }: CachedResult, now: number) => now - lastUsedAt >= EXPIRES_MILLIS

  // Frees memory. Whether a result is expired is decided by Effect's `Clock`, which tests move.
  const scheduleSweep = (clock: Clock.Clock) => {
    if (isSweepScheduled || MutableHashMap.size(results) === 0) return
    isSweepScheduled = true
    const timer = setTimeout(() => {
      isSweepScheduled = false
      for (const [key, cached] of results) {
        if (isExpired(cached, clock.currentTimeMillisUnsafe())) MutableHashMap.remove(results, key)
      }
      scheduleSweep(clock)
    }, EXPIRES_MILLIS)
    // Node exits although the timer runs. In a browser it is a number.
    timer.unref?.()
  }

  const cache = (key: Redacted.Redacted<string>, result: FreshToken | SessionEnded, clock: Clock.Clock) => {
    MutableHashMap.remove(results, key)
    MutableHashMap.set(results, key, { result, lastUsedAt: clock.currentTimeMillisUnsafe() })
    const [oldest] = results
    if (MutableHashMap.size(results) > CAPACITY && oldest !== undefined) MutableHashMap.remove(results, oldest[0])
    scheduleSweep(clock)
  }

  /** Refreshes, and caches the result. Failures are not cached, except for the end of the session. */
  const refreshAndCache = (key: Redacted.Redacted<string>, refreshing: Refresh, clock: Clock.Clock) =>
    refreshing.pipe(
      Effect.map((accessToken) => {
        const fresh = freshToken(accessToken, clock.currentTimeMillisUnsafe())
        cache(key, fresh, clock)
        return fresh
      }),
      // Returns the error unchanged. `Effect.tapError` would add 23 bytes, after gzip, to a browser bundle.
      Effect.mapError((error) => {
        if (error instanceof SessionEnded) cache(key, error, clock)
        return error
      })
    )

  type Get = Refresher["Service"]["get"]
  const get = (mayRepeat: boolean, ...[refreshToken, options = {}]: Parameters<Get>): ReturnType<Get> =>
    Effect.contextWith((context: Context.Context<never>) => {
      const { minMillis = LIKELY_VALID_MILLIS, wrap = (refreshing: Refresh) => refreshing } = options
      const clock = Context.get(context, Clock.Clock)
      const now = clock.currentTimeMillisUnsafe()
      const cached = find(refreshToken)
      if (cached !== undefined && !isExpired(cached, now)) {
        const { result } = cached
        if (result instanceof SessionEnded || result.expiresAt - minMillis > now) {
          cached.lastUsedAt = now
          return result instanceof SessionEnded ? Effect.fail(result) : Effect.succeed(result)
        }
      }
      const refreshing = refreshAndCache(refreshToken, wrap(refresh(refreshToken)), clock)
      const flight = flights.join(refreshToken, refreshing, context)
      // Callers of the same moment share the failure. Later ones may refresh once more.
      const hasJoinedLater = now > flight.startedAt
      return mayRepeat && hasJoinedLater
        ? Effect.catchIf(
            flight.result,
            (failure) =>
              !(failure instanceof SessionEnded) && clock.currentTimeMillisUnsafe() - now < attemptTimeoutMillis,
            () => get(false, refreshToken, options)
          )
        : flight.result
    })

  return {
    get: (refreshToken, options) => get(true, refreshToken, options),
    forget: (refreshToken, accessToken) =>
      Effect.sync(() => {
        const result = find(refreshToken)?.result
        if (result === undefined || result instanceof SessionEnded) return
        if (accessToken === undefined || sameToken(result.accessToken, accessToken)) {
          MutableHashMap.remove(results, refreshToken)
        }
      })
  }
}
