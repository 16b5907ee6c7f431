/**
 * Rate limits and their defaults.
 *
 * Two kinds of calls are limited. **Attempts** at a secret (password, code, passkey) count if they fail. **Requests**
 * that cause work (sign-up, mailing a code, starting a passkey ceremony) always count.
 *
 * Each kind has two limits, and a call must pass both:
 *
 * - *per account*: for one account **from one address**. An attacker at another address uses another bucket. With a
 *   limit for the account alone, an attacker could lock out its owner.
 * - *per address*: for all accounts from one address. It is wide, because a company or a school may share an address.
 *
 * Attempts at a second factor have a third limit, for the account from all addresses: `SECOND_FACTOR`.
 *
 * Each limit is a token bucket of size `burst` that refills by `perMinute`. All endpoints of a kind share the buckets.
 * Limits apply to the client tier only: a server sends the requests of all its visitors from one address.
 */
import { Schema } from "effect"

const Rate = Schema.Struct({
  /** The size of the bucket. */
  burst: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })),
  /** The tokens that it gains each minute. */
  perMinute: Schema.Finite.check(Schema.isBetween({ minimum: 0.01, maximum: 1_000_000 }))
})
export type Rate = typeof Rate.Type

const Setting = Schema.Union([Rate, Schema.Literal("off")])

const Pair = Schema.Struct({ perAccount: Schema.optionalKey(Setting), perAddress: Schema.optionalKey(Setting) })

/** The limits of a project, in a seed or stored. Those that are left out have the defaults. */
export const LimitsSetting = Schema.Union([
  Schema.Literal("off"),
  Schema.Struct({ attempts: Schema.optionalKey(Pair), requests: Schema.optionalKey(Pair) })
])
export type LimitsSetting = typeof LimitsSetting.Type

/** The kind of calls that a limit is for. */
export type LimitKind = "attempts" | "requests"

/** The limits of one kind; `null`: no limit. */
export interface Limit {
  readonly perAccount: Rate | null
  readonly perAddress: Rate | null
}

const defaults: Readonly<Record<LimitKind, Limit>> = {
  attempts: { perAccount: { burst: 50, perMinute: 10 }, perAddress: { burst: 1000, perMinute: 200 } },
  requests: { perAccount: { burst: 50, perMinute: 10 }, perAddress: { burst: 1000, perMinute: 200 } }
}

/**
 * The limit of wrong second factors of one account, from all addresses: a code of six digits could be guessed from many.
 * Only who has passed the first factor can use it up, so that no stranger locks the owner out.
 */
export const SECOND_FACTOR: Rate = { burst: 100, perMinute: 0.1 }

/** Returns the limit of a kind with the settings of a project. */
export const limitOf = (setting: LimitsSetting | undefined, kind: LimitKind): Limit => {
  if (setting === "off") return { perAccount: null, perAddress: null }
  const { perAccount = defaults[kind].perAccount, perAddress = defaults[kind].perAddress } = setting?.[kind] ?? {}
  return { perAccount: perAccount === "off" ? null : perAccount, perAddress: perAddress === "off" ? null : perAddress }
}
