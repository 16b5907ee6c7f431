/** The form of the rate limits: which limits differ from the defaults, as texts of fields. */
import {
  defaultRateLimits,
  type LimitKind,
  MAX_RATE,
  maximumRate,
  MIN_PER_MINUTE,
  type Rate,
  type RateLimitsSetting
} from "../../core/schema/rate-limits-setting.ts"

export type LimitScope = "perAccount" | "perAddress"

export interface LimitDraft {
  readonly mode: "default" | "off" | "own"
  readonly burst: string
  readonly perMinute: string
}

export type LimitsDraft = Readonly<Record<LimitKind, Readonly<Record<LimitScope, LimitDraft>>>>

export const kinds: ReadonlyArray<LimitKind> = ["attempts", "requests"]
export const scopes: ReadonlyArray<LimitScope> = ["perAccount", "perAddress"]

/** Returns `50 at once, then 10 a minute`. */
const textOfRate = ({ burst, perMinute }: Rate): string =>
  `${burst.toLocaleString()} at once, then ${perMinute.toLocaleString()} a minute`

/** Returns the default of a limit in words. */
export const defaultText = (kind: LimitKind, scope: LimitScope): string => {
  const rate = defaultRateLimits[kind][scope]
  return rate === null ? "no limit" : textOfRate(rate)
}

const limitDraft = (saved: RateLimitsSetting | undefined, kind: LimitKind, scope: LimitScope): LimitDraft => {
  const standard = defaultRateLimits[kind][scope]
  const setting = saved === "off" ? "off" : saved?.[kind]?.[scope]
  const rate = setting === undefined || setting === "off" ? standard : setting
  return {
    mode: setting === undefined ? "default" : setting === "off" ? "off" : "own",
    burst: String(rate?.burst ?? ""),
    perMinute: String(rate?.perMinute ?? "")
  }
}

/** Returns the form of the saved limits. */
export const draftOf = (saved: RateLimitsSetting | undefined): LimitsDraft => {
  const ofKind = (kind: LimitKind) => ({
    perAccount: limitDraft(saved, kind, "perAccount"),
    perAddress: limitDraft(saved, kind, "perAddress")
  })
  return { attempts: ofKind("attempts"), requests: ofKind("requests") }
}

/** The most that a limit may be. */
export interface MaximumRate extends Rate {
  /** True if it is the operator's, which allows no limit that is off. */
  readonly isOfOperator: boolean
}

/** Returns the maximum of a limit: that of the operator, a multiple of the default, or that of all services. */
export const maximumOf = (kind: LimitKind, scope: LimitScope, factor: number | undefined): MaximumRate => {
  const standard = defaultRateLimits[kind][scope]
  return factor === undefined || standard === null
    ? { burst: MAX_RATE, perMinute: MAX_RATE, isOfOperator: false }
    : { ...maximumRate(standard, factor), isOfOperator: true }
}

/** Returns the problems of a limit by its fields. */
export const problemsOf = ({ burst, mode, perMinute }: LimitDraft, maximum: MaximumRate) => {
  const atOnce = burst.trim() === "" ? NaN : Number(burst)
  const then = perMinute.trim() === "" ? NaN : Number(perMinute)
  const isBurst = Number.isInteger(atOnce) && atOnce >= 1 && atOnce <= maximum.burst
  const isPerMinute = then >= MIN_PER_MINUTE && then <= maximum.perMinute
  const [mostAtOnce, mostThen] = [maximum.burst.toLocaleString(), maximum.perMinute.toLocaleString()]
  return {
    mode: mode === "off" && maximum.isOfOperator ? "The operator of this service allows no limit that is off." : null,
    burst: mode === "own" && !isBurst ? `Enter a whole number from 1 to ${mostAtOnce}.` : null,
    perMinute: mode === "own" && !isPerMinute ? `Enter a number from ${MIN_PER_MINUTE} to ${mostThen}.` : null
  }
}

const settingOfLimit = ({ burst, mode, perMinute }: LimitDraft) =>
  mode === "off" ? ("off" as const) : { burst: Number(burst), perMinute: Number(perMinute) }

/** Returns the setting of a form without problems; `null` if every limit is the default. */
export const settingOf = (draft: LimitsDraft): RateLimitsSetting | null => {
  const ofKind = (kind: LimitKind) => {
    const { perAccount, perAddress } = draft[kind]
    const pair = {
      ...(perAccount.mode !== "default" && { perAccount: settingOfLimit(perAccount) }),
      ...(perAddress.mode !== "default" && { perAddress: settingOfLimit(perAddress) })
    }
    return Object.keys(pair).length === 0 ? {} : { [kind]: pair }
  }
  const setting = { ...ofKind("attempts"), ...ofKind("requests") }
  return Object.keys(setting).length === 0 ? null : setting
}
