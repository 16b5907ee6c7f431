/**
 * One refresh for all who wait.
 *
 * Keyed by the refresh token and shared by every session of one configuration, so that many stores which hold the same
 * session (one a request, on a server) still send a single refresh.
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
import { accessTokenTimes, LIKELY_VALID_MILLIS, sameToken } from "./tokens.ts"

/** The service says that this session has ended. The only word that ends one. */
export class SessionEnded extends Data.TaggedError("SessionEnded")<{}> {}

export type AccessToken = Redacted.Redacted<string>

export class Refresher extends Context.Service<Refresher, {
  /** An access token for this refresh token: a known one, or a new one from the service. */
  readonly get: (refreshToken: Redacted.Redacted<string>) => Effect.Effect<AccessToken, SessionEnded | RequestError>
  /** The service refused the access token. Forgets it, unless a newer one is there already. */
  readonly forget: (refreshToken: Redacted.Redacted<string>, accessToken: AccessToken) => Effect.Effect<void>
}>()("keystile/Refresher") {}

/** How many sessions are remembered at once; the oldest makes room. */
const CAPACITY = 1000

/** One session's refresh: running, or done and good for a while. */
interface Entry {
  readonly fiber: Fiber.Fiber<AccessToken, SessionEnded | RequestError>
  /** Who waits for it. When the last one is interrupted, so is the refresh. */
  waiting: number
  /** Epoch milliseconds. */
  goodUntil: number
}

/** A token's life counts from its arrival, by the difference of its own two times: a wrong local clock does no harm. */
const goodFor = (token: AccessToken, now: number): number => {
  const times = accessTokenTimes(token)
  return times?.expiresAt == null
    ? Number.POSITIVE_INFINITY
    : times.expiresAt - (times.issuedAt ?? now) - LIKELY_VALID_MILLIS
}

/** Builds the refresher around the call that refreshes. (Effect's `Cache` would do too, and weighs 1 kB more.) */
export const make = (
  refresh: (refreshToken: Redacted.Redacted<string>) => Effect.Effect<AccessToken, SessionEnded | RequestError>
): Refresher["Service"] => {
  const entries = new Map<string, Entry>()

  const forgetEntry = (key: string, entry: Entry) => {
    if (entries.get(key) === entry) entries.delete(key)
  }

  /** Starts a refresh that outlives its first caller: others may be waiting by then. */
  const start = (key: string, refreshToken: Redacted.Redacted<string>, context: Context.Context<never>) => {
    const fiber = Effect.runForkWith(context)(refresh(refreshToken))
    const entry: Entry = { fiber, waiting: 0, goodUntil: Number.POSITIVE_INFINITY }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > CAPACITY && oldest !== undefined) entries.delete(oldest)
    fiber.addObserver((exit) => {
      const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
      if (Exit.isSuccess(exit)) entry.goodUntil = now + goodFor(exit.value, now)
      // An outage is not remembered: the next call tries again. The end of a session is for good.
      else if (!(Cause.squash(exit.cause) instanceof SessionEnded)) forgetEntry(key, entry)
    })
    return entry
  }

  return {
    // From the look into the map to the entry in it nothing may come in between, so this is one step.
    get: (refreshToken) =>
      Effect.contextWith((context: Context.Context<never>) => {
        const key = Redacted.value(refreshToken)
        const known = entries.get(key)
        const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
        const entry = known !== undefined && known.goodUntil > now ? known : start(key, refreshToken, context)
        entry.waiting++
        return Fiber.join(entry.fiber).pipe(
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
        const entry = entries.get(key)
        const exit = entry?.fiber.pollUnsafe()
        if (entry !== undefined && exit !== undefined && Exit.isSuccess(exit) && sameToken(exit.value, accessToken)) {
          entries.delete(key)
        }
      })
  }
}
