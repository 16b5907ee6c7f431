/**
 * Rate limits.
 *
 * Two kinds of calls are limited. **Attempts** at a secret (password, code, passkey) count if they fail. **Requests**
 * that cause work (sign-up, mailing a code, starting a passkey ceremony) or reveal whether an email is in use (changing
 * a contact channel) always count. A successful attempt with a password causes work too, and takes a part of a token:
 * `PASSWORD_SUCCESS`.
 *
 * Each kind has two limits, and a call must pass both:
 *
 * - *per account*: for one account **from one address**. An attacker at another address uses another bucket. With a
 *   limit for the account alone, an attacker could lock out its user.
 * - *per address*: for all accounts from one address. It is wide, because a company or a school may share an address.
 *
 * Attempts at a second factor have a third limit, for the account from all addresses: `SECOND_FACTOR`.
 *
 * Each limit is a token bucket of size `burst` that refills by `perMinute`. All endpoints of a kind share the buckets.
 * Limits apply to the client tier only: a server sends the requests of all its visitors from one address.
 */
import { Effect, Schema } from "effect"
import { RateLimitsTooHigh } from "../../../core/errors/project.ts"
import {
  defaultRateLimits,
  type LimitKind,
  maximumRate,
  type Rate,
  type RateLimit,
  RateLimitsSetting
} from "../../../core/schema/rate-limits-setting.ts"
import { Deployment } from "../../deployment/deployment.ts"

/**
 * The limits of a project, in a seed, in a file of the command or stored. Those that are left out have the defaults.
 */
export const LimitsSetting = Schema.toType(RateLimitsSetting)
export type LimitsSetting = RateLimitsSetting

/**
 * The limit of wrong second factors of one account, from all addresses: a code of six digits could be guessed from
 * many. Only a client that has passed the first factor can use it up, so that no other one locks the user out.
 */
export const SECOND_FACTOR: Rate = { burst: 100, perMinute: 0.1 }

/**
 * The tokens that a successful attempt with a password takes. It hashes passwords and starts a session, and its client
 * can repeat it. The uses of codes are bounded by the limits of the requests that issue them.
 */
export const PASSWORD_SUCCESS = 0.25

/** The bound of the operator's maximum, which is a multiple of the defaults. */
export const MAX_RATE_LIMIT_FACTOR = 1000

/** Returns the limit of a kind that a project has set. */
const requestedLimit = (setting: LimitsSetting | undefined, kind: LimitKind): RateLimit => {
  if (setting === "off") return { perAccount: null, perAddress: null }
  const { perAccount = defaultRateLimits[kind].perAccount, perAddress = defaultRateLimits[kind].perAddress } =
    setting?.[kind] ?? {}
  return { perAccount: perAccount === "off" ? null : perAccount, perAddress: perAddress === "off" ? null : perAddress }
}

/** Returns the lower of a limit and the maximum. */
const bound = (requested: Rate | null, standard: Rate | null, factor: number): Rate | null => {
  if (standard === null) return requested
  const maximum = maximumRate(standard, factor)
  if (requested === null) return maximum
  return {
    burst: Math.min(requested.burst, maximum.burst),
    perMinute: Math.min(requested.perMinute, maximum.perMinute)
  }
}

/**
 * Returns the limit of a kind with the settings of a project.
 *
 * @param maximumFactor the operator's maximum, which also bounds limits that were stored before it; `null` for none
 */
export const limitOf = (
  setting: LimitsSetting | undefined,
  kind: LimitKind,
  maximumFactor: number | null = null
): RateLimit => {
  const requested = requestedLimit(setting, kind)
  if (maximumFactor === null) return requested
  const standard = defaultRateLimits[kind]
  return {
    perAccount: bound(requested.perAccount, standard.perAccount, maximumFactor),
    perAddress: bound(requested.perAddress, standard.perAddress, maximumFactor)
  }
}

const kinds: ReadonlyArray<LimitKind> = ["attempts", "requests"]

const isSame = (one: Rate | null, other: Rate | null) =>
  one?.burst === other?.burst && one?.perMinute === other?.perMinute

/** Fails if limits that are to be saved exceed the operator's maximum. */
export const requireWithinMaximum = Effect.fnUntraced(function* (setting: LimitsSetting | null) {
  const { maxRateLimitFactor: maximumFactor } = yield* Deployment
  if (maximumFactor === null || setting === null) return
  const isWithin = kinds.every((kind) => {
    const requested = requestedLimit(setting, kind)
    const allowed = limitOf(setting, kind, maximumFactor)
    return isSame(requested.perAccount, allowed.perAccount) && isSame(requested.perAddress, allowed.perAddress)
  })
  if (!isWithin) return yield* new RateLimitsTooHigh({ maximumFactor })
})
