/**
 * One refresh for all who wait.
 *
 * Keyed by the refresh token and shared by every session of one configuration, so that many stores which hold the same
 * session (one a request, on a server) still send a single refresh. What came back is kept for those who come right
 * behind, and then forgotten: a server's process holds nothing of a user whose requests are over.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import type { RequestError } from "../errors/request-error.ts"
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

export class Refresher extends Context.Service<Refresher, {
  /** An access token for this refresh token: one that has just come, or a new one from the service. */
  readonly get: (
    refreshToken: Redacted.Redacted<string>,
    options?: RefreshOptions
  ) => Effect.Effect<FreshToken, SessionEnded | RequestError>
  /** The service refused the access token. Forgets it, unless a newer one is there already. */
  readonly forget: (refreshToken: Redacted.Redacted<string>, accessToken: AccessToken) => Effect.Effect<void>
}>()("keystile/Refresher") {}

/** How many sessions are remembered at once; the oldest makes room. */
const CAPACITY = 1000

/** How long after the last question a session is forgotten, in milliseconds. */
const KEPT_MILLIS = 5000

/** One session's refresh: running, or done a short while ago. */
interface Entry {
  readonly fiber: Fiber.Fiber<AccessToken, SessionEnded | RequestError>
  /** What came back. */
  fresh: FreshToken | undefined
  /** Who waits for it. When the last one is interrupted, so is the refresh. */
  waiting: number
  /** Epoch milliseconds. */
  askedAt: number
}

/** Builds the refresher around the call that refreshes. */
export const make = (refresh: (refreshToken: Redacted.Redacted<string>) => Refresh): Refresher["Service"] => {
  const entries = new Map<string, Entry>()
  let sweeping = false

  const isOver = (entry: Entry, now: number) =>
    entry.fiber.pollUnsafe() !== undefined && now - entry.askedAt >= KEPT_MILLIS

  const forgetEntry = (key: string, entry: Entry) => {
    if (entries.get(key) === entry) entries.delete(key)
  }

  // The timer only makes sure that somebody looks; what is over is told by the clock, which tests move.
  const sweepLater = (clock: Clock.Clock) => {
    if (sweeping || entries.size === 0) return
    sweeping = true
    const timer = setTimeout(() => {
      sweeping = false
      for (const [key, entry] of entries) if (isOver(entry, clock.currentTimeMillisUnsafe())) entries.delete(key)
      sweepLater(clock)
    }, KEPT_MILLIS)
    // In Node it must not keep the process; in a browser it is a number.
    timer.unref?.()
  }

  /** Starts a refresh that outlives its first caller: others may be waiting by then. */
  const start = (key: string, refreshing: Refresh, context: Context.Context<never>) => {
    const clock = Context.get(context, Clock.Clock)
    const fiber = Effect.runForkWith(context)(refreshing)
    const entry: Entry = { fiber, fresh: undefined, waiting: 0, askedAt: 0 }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > CAPACITY && oldest !== undefined) entries.delete(oldest)
    fiber.addObserver((exit) => {
      entry.askedAt = clock.currentTimeMillisUnsafe()
      if (Exit.isSuccess(exit)) entry.fresh = freshToken(exit.value, entry.askedAt)
      // An outage is not remembered: the next call tries again. The end of a session is for good.
      else if (!(Cause.squash(exit.cause) instanceof SessionEnded)) forgetEntry(key, entry)
    })
    sweepLater(clock)
    return entry
  }

  return {
    // From the look into the map to the entry in it nothing may come in between, so this is one step.
    get: (refreshToken, { around = (refreshing: Refresh) => refreshing, minMillis = LIKELY_VALID_MILLIS } = {}) =>
      Effect.contextWith((context: Context.Context<never>) => {
        const key = Redacted.value(refreshToken)
        const known = entries.get(key)
        const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
        const isGood = known !== undefined && !isOver(known, now) &&
          (known.fresh === undefined || known.fresh.expiresAt - minMillis > now)
        const entry = isGood ? known : start(key, around(refresh(refreshToken)), context)
        entry.waiting++
        entry.askedAt = now
        return Fiber.join(entry.fiber).pipe(
          Effect.map((accessToken) => entry.fresh ?? freshToken(accessToken, now)),
          Effect.onExit(() => {
            entry.waiting--
            if (entry.waiting > 0 || entry.fiber.pollUnsafe() !== undefined) return Effect.void
            forgetEntry(key, entry)
            return Fiber.interrupt(entry.fiber)
          })
        )
      }),
    forget: (refreshToken, accessToken) =>
      Effect.sync(() => {
        const key = Redacted.value(refreshToken)
        const fresh = entries.get(key)?.fresh
        if (fresh !== undefined && sameToken(fresh.accessToken, accessToken)) entries.delete(key)
      })
  }
}
