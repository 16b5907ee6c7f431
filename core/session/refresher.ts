/**
 * Refreshes access tokens, single flight per refresh token.
 *
 * All sessions of a process with the same configuration share one refresher, so that many stores which hold the same
 * session (one per request, on a server) send a single refresh. Whoever has the refresh token gets its access token: a
 * result is found by the whole refresh token, and never by a part or a hash of it. Results expire 5 s after they were
 * last used, so that a server's process holds nothing of a user whose requests are over.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as MutableHashMap from "effect/MutableHashMap"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { RequestError } from "../errors/request-error.ts"
import { joined, type Run } from "./joined.ts"
import { type FreshToken, freshToken, LIKELY_VALID_MILLIS, sameToken } from "./tokens.ts"

/** The service says that this session has ended. The only word that ends one. */
export class SessionEnded extends Data.TaggedError("SessionEnded")<{}> {}

export type AccessToken = Redacted.Redacted<string>

/** A refresh under way. */
export type Refresh = Effect.Effect<AccessToken, SessionEnded | RequestError>

export interface RefreshOptions {
  /** How long the token has to live, in milliseconds. Default 20,000. */
  readonly minMillis?: number | undefined
  /** Is put around the refresh if this is who starts it. */
  readonly around?: ((refresh: Refresh) => Refresh) | undefined
}

export class Refresher extends Context.Service<
  Refresher,
  {
    /** An access token for this refresh token: one that has just come, or a new one from the service. */
    readonly get: (
      refreshToken: Redacted.Redacted<string>,
      options?: RefreshOptions
    ) => Effect.Effect<FreshToken, SessionEnded | RequestError>
    /** Drops the result for a refresh token; with an access token, only if that is the result. */
    readonly forget: (refreshToken: Redacted.Redacted<string>, accessToken?: AccessToken) => Effect.Effect<void>
  }
>()("keystile/Refresher") {}

/** The number of sessions that are held at once. Beyond it the oldest is dropped. */
const CAPACITY = 1000

/** How long a result is held after its last use, in milliseconds. */
const KEPT_MILLIS = 5000

/**
 * How long a refresh may go on after somebody joined it, in milliseconds, for its failure to be none of theirs: one
 * attempt's time. It may have been sent for the last time before they came.
 */
const LATE_MILLIS = 10_000

/** One session's refresh: running, or done a short while ago. */
interface Entry extends Run<AccessToken, SessionEnded | RequestError> {
  /** What came back. */
  fresh: FreshToken | undefined
  /** Epoch milliseconds, as the next one. */
  readonly startedAt: number
  askedAt: number
}

/** Builds the refresher around the call that refreshes. */
export const make = (refresh: (refreshToken: Redacted.Redacted<string>) => Refresh): Refresher["Service"] => {
  // By the tokens' values, which are never a key in clear.
  const entries = MutableHashMap.empty<Redacted.Redacted<string>, Entry>()
  const find = (key: Redacted.Redacted<string>) => Option.getOrUndefined(MutableHashMap.get(entries, key))
  let sweeping = false

  const isOver = (entry: Entry, now: number) =>
    entry.fiber.pollUnsafe() !== undefined && now - entry.askedAt >= KEPT_MILLIS

  const forgetEntry = (key: Redacted.Redacted<string>, entry: Entry) => {
    if (find(key) === entry) MutableHashMap.remove(entries, key)
  }

  // The timer only makes sure that somebody looks; what is over is told by the clock, which tests move.
  const sweepLater = (clock: Clock.Clock) => {
    if (sweeping || MutableHashMap.size(entries) === 0) return
    sweeping = true
    const timer = setTimeout(() => {
      sweeping = false
      for (const [key, entry] of entries) {
        if (isOver(entry, clock.currentTimeMillisUnsafe())) MutableHashMap.remove(entries, key)
      }
      sweepLater(clock)
    }, KEPT_MILLIS)
    // In Node it must not keep the process; in a browser it is a number.
    timer.unref?.()
  }

  /** Starts a refresh that outlives its first caller: others may be waiting by then. */
  const start = (key: Redacted.Redacted<string>, refreshing: Refresh, context: Context.Context<never>) => {
    const clock = Context.get(context, Clock.Clock)
    const fiber = Effect.runForkWith(context)(refreshing)
    const entry: Entry = { fiber, fresh: undefined, waiting: 0, startedAt: clock.currentTimeMillisUnsafe(), askedAt: 0 }
    MutableHashMap.remove(entries, key)
    MutableHashMap.set(entries, key, entry)
    const [oldest] = entries
    if (MutableHashMap.size(entries) > CAPACITY && oldest !== undefined) MutableHashMap.remove(entries, oldest[0])
    fiber.addObserver((exit) => {
      entry.askedAt = clock.currentTimeMillisUnsafe()
      if (Exit.isSuccess(exit)) entry.fresh = freshToken(exit.value, entry.askedAt)
      // An outage is not remembered: the next call tries again. The end of a session is for good.
      else if (!(Cause.squash(exit.cause) instanceof SessionEnded)) forgetEntry(key, entry)
    })
    sweepLater(clock)
    return entry
  }

  type Get = Refresher["Service"]["get"]
  // From the look into the map to the entry in it nothing may come in between, so this is one step.
  const ask = (mayAskAgain: boolean, ...[refreshToken, options = {}]: Parameters<Get>): ReturnType<Get> =>
    Effect.contextWith((context: Context.Context<never>) => {
      const { around = (refreshing: Refresh) => refreshing, minMillis = LIKELY_VALID_MILLIS } = options
      const key = refreshToken
      const known = find(key)
      const clock = Context.get(context, Clock.Clock)
      const now = clock.currentTimeMillisUnsafe()
      const isGood =
        known !== undefined &&
        !isOver(known, now) &&
        (known.fresh === undefined || known.fresh.expiresAt - minMillis > now)
      const entry = isGood ? known : start(key, around(refresh(refreshToken)), context)
      entry.askedAt = now
      const waited = Effect.map(
        joined(entry, () => forgetEntry(key, entry)),
        (accessToken) => entry.fresh ?? freshToken(accessToken, now)
      )
      return mayAskAgain && now > entry.startedAt
        ? Effect.catchIf(
            waited,
            (failure) => !(failure instanceof SessionEnded) && clock.currentTimeMillisUnsafe() - now < LATE_MILLIS,
            () => ask(false, refreshToken, options)
          )
        : waited
    })

  return {
    get: (refreshToken, options) => ask(true, refreshToken, options),
    forget: (refreshToken, accessToken) =>
      Effect.sync(() => {
        const fresh = find(refreshToken)?.fresh
        if (fresh !== undefined && (accessToken === undefined || sameToken(fresh.accessToken, accessToken))) {
          MutableHashMap.remove(entries, refreshToken)
        }
      })
  }
}
