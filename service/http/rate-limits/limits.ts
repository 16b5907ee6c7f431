/**
 * Rate limits.
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
import {
  defaultRateLimits,
  type LimitKind,
  type Rate,
  type RateLimit,
  RateLimitsSetting
} from "../../../core/schema/rate-limits-setting.ts"

/**
 * The limits of a project, in a seed, in a file of the command or stored. Those that are left out have the defaults.
 */
export const LimitsSetting = Schema.toType(RateLimitsSetting)
export type LimitsSetting = RateLimitsSetting

/**
 * The limit of wrong second factors of one account, from all addresses: a code of six digits could be guessed from
 * many. Only who has passed the first factor can use it up, so that no stranger locks the owner out.
 */
export const SECOND_FACTOR: Rate = { burst: 100, perMinute: 0.1 }

/** Returns the limit of a kind with the settings of a project. */
export const limitOf = (setting: LimitsSetting | undefined, kind: LimitKind): RateLimit => {
  if (setting === "off") return { perAccount: null, perAddress: null }
  const { perAccount = defaultRateLimits[kind].perAccount, perAddress = defaultRateLimits[kind].perAddress } =
    setting?.[kind] ?? {}
  return { perAccount: perAccount === "off" ? null : perAccount, perAddress: perAddress === "off" ? null : perAddress }
}
