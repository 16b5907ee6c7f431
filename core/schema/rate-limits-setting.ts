/** The rate limits that an owner sets for a project. */
import * as Schema from "effect/Schema"
import { integerBetween } from "./fields/whole.ts"
import { wire } from "./wire.ts"

/** The bounds of a rate limit. */
export const MAX_RATE = 1_000_000
export const MIN_PER_MINUTE = 0.01

const isRate = Schema.makeFilter((number: number) => number >= MIN_PER_MINUTE && number <= MAX_RATE, {
  expected: `a number between ${MIN_PER_MINUTE} and ${MAX_RATE}`,
  toJsonSchema: () => ({ minimum: MIN_PER_MINUTE, maximum: MAX_RATE }),
  arbitraryConstraint: { minimum: MIN_PER_MINUTE, maximum: MAX_RATE }
})

const Rate = wire({
  /** The size of the bucket. */
  burst: integerBetween(1, MAX_RATE),
  /** The tokens that it gains each minute. */
  perMinute: Schema.Finite.check(isRate)
})

/** A token bucket. */
export type Rate = typeof Rate.Type

const Setting = Schema.Union([Rate, Schema.Literal("off")])

const Pair = wire({ perAccount: Schema.optionalKey(Setting), perAddress: Schema.optionalKey(Setting) })

/** Limits that are left out have the defaults of the service. */
export const RateLimitsSetting = Schema.Union([
  Schema.Literal("off"),
  wire({
    /** Failed attempts at a secret: a password, a code, a passkey. */
    attempts: Schema.optionalKey(Pair),
    /**
     * Requests that cause work or reveal whether an email is in use: a sign-up, a mail, a change of a contact channel.
     */
    requests: Schema.optionalKey(Pair)
  })
])

/** The rate limits of a project. */
export type RateLimitsSetting = typeof RateLimitsSetting.Type

/** The kind of calls that a limit is for. */
export type LimitKind = "attempts" | "requests"

/** The limits of one kind; `null` for no limit. */
export interface RateLimit {
  readonly perAccount: Rate | null
  readonly perAddress: Rate | null
}

/** Returns the operator's maximum of a limit, a multiple of the default. */
export const maximumRate = ({ burst, perMinute }: Rate, factor: number): Rate => ({
  burst: burst * factor,
  perMinute: perMinute * factor
})

/** The limits of a project without settings. */
export const defaultRateLimits: Readonly<Record<LimitKind, RateLimit>> = {
  attempts: { perAccount: { burst: 50, perMinute: 10 }, perAddress: { burst: 1000, perMinute: 200 } },
  requests: { perAccount: { burst: 50, perMinute: 10 }, perAddress: { burst: 1000, perMinute: 200 } }
}
