/**
 * How many attempts are taken, and their defaults.
 *
 * Two kinds of calls are limited. **Attempts** at something secret count when they fail: a password, a code, a passkey.
 * **Requests** that make work for somebody count always: signing up, mailing a code, starting a ceremony.
 *
 * Each kind has two limits, and both must have room:
 *
 * - *per account*: for one account **from one address**. A stranger who hammers an account from elsewhere fills a bucket
 *   of their own; that of the owner stays as it is. A limit for the account as such would be a lock that any stranger can
 *   keep closed.
 * - *per address*: for everything from one address, and wide, since a company or a school may sit behind one.
 *
 * Each is a bucket that holds `burst` and refills by `perMinute`. The defaults are some fifty tries before anybody has to
 * wait, then one every six seconds: nobody gets there by hand, and no password falls to it. They hold for the client tier.
 * A server with its secret key acts for all its visitors from one address, so it is not limited; it knows whom to stop.
 */
import { Schema } from "effect"

const Rate = Schema.Struct({
  /** How many at once. */
  burst: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })),
  /** How many more each minute. */
  perMinute: Schema.Finite.check(Schema.isBetween({ minimum: 0.01, maximum: 1_000_000 }))
})
export type Rate = typeof Rate.Type

const Setting = Schema.Union([Rate, Schema.Literal("off")])

const Pair = Schema.Struct({ perAccount: Schema.optionalKey(Setting), perAddress: Schema.optionalKey(Setting) })

/** The limits of a project in the seed: those that are left out keep their defaults. */
export const LimitsSetting = Schema.Union([
  Schema.Literal("off"),
  Schema.Struct({ attempts: Schema.optionalKey(Pair), requests: Schema.optionalKey(Pair) })
])
export type LimitsSetting = typeof LimitsSetting.Type

/** What is limited. */
export type LimitKind = "attempts" | "requests"

/** The limits of one kind; `null` where there is none. */
export interface Limit {
  readonly perAccount: Rate | null
  readonly perAddress: Rate | null
}

const defaults: Readonly<Record<LimitKind, Limit>> = {
  attempts: { perAccount: { burst: 50, perMinute: 10 }, perAddress: { burst: 1000, perMinute: 200 } },
  requests: { perAccount: { burst: 50, perMinute: 10 }, perAddress: { burst: 1000, perMinute: 200 } }
}

/** The limit of a kind as a project has set it. */
export const limitOf = (setting: LimitsSetting | undefined, kind: LimitKind): Limit => {
  if (setting === "off") return { perAccount: null, perAddress: null }
  const { perAccount = defaults[kind].perAccount, perAddress = defaults[kind].perAddress } = setting?.[kind] ?? {}
  return { perAccount: perAccount === "off" ? null : perAccount, perAddress: perAddress === "off" ? null : perAddress }
}
