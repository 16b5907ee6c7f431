import { Data, Effect, Redacted } from "effect"
import { DEFAULT_AUDIT_DAYS, MAX_AUDIT_DAYS } from "./audit/audit-retention.ts"
import * as AccessTokens from "./crypto/access-tokens.ts"
import { MIN_SECRET_BYTES } from "./crypto/secrets/encryption.ts"
import type { AllowedHosts } from "./http/allowed-hosts.ts"
import { MAX_RATE_LIMIT_FACTOR } from "./http/rate-limits/limits.ts"
import type { SmtpOptions } from "./mail/smtp.ts"
import type { SeedInput } from "./development/seed/seed.ts"

/** The options of the service for development and tests. */
export interface ServiceOptions {
  /**
   * A file, a PostgreSQL database by URL (`postgres://user:password@host:port/name`), or `:memory:`, the default.
   * Several services may share a PostgreSQL database; faults, the clock and the request log stay with each of them.
   */
  readonly database?: string | undefined
  /** The projects and users to start with. Without one there is a project called `My project`. */
  readonly seed?: SeedInput | undefined
  /** The lifetime of access tokens, in seconds. Default 600, at least 20. */
  readonly accessTokenLifetimeSeconds?: number | undefined
  /**
   * Allowed values of the `Host` header, besides names of this machine. Default `any`, for a service without a port. A
   * service with a port should restrict them (see `allowed-hosts.ts`).
   */
  readonly allowedHosts?: AllowedHosts | undefined
  /**
   * The number of proxies before the service that append to `X-Forwarded-For`. Default 0: the header is ignored, and
   * the address of the connection is used.
   */
  readonly trustedProxies?: number | undefined
  /**
   * The maximum of a project's rate limits, as a multiple of the defaults, 1 to 1000. None may then be off. Default:
   * none.
   */
  readonly maxRateLimits?: number | undefined
  /** The days for which entries of the audit log are kept, 1 to 3650. Default 365. */
  readonly auditRetentionDays?: number | undefined
  /**
   * Secrets of at least 32 bytes that encrypt the secrets in the database: the first encrypts, all decrypt. Without
   * them a copy of the database is enough to read its secrets.
   */
  readonly secrets?: ReadonlyArray<Redacted.Redacted<string>> | undefined
  /**
   * The path of a list that new passwords may not be in: lines with a SHA-1 hash of a breached password, sorted.
   * Default: none.
   */
  readonly breachedPasswords?: string | undefined
  /** The SMTP servers that projects may use. */
  readonly smtp?: SmtpOptions | undefined
}

/** An option has an invalid value. */
export class OptionInvalid extends Data.TaggedError("OptionInvalid")<{
  readonly option: keyof ServiceOptions
  readonly problem: string
}> {
  override get message(): string {
    return `The option ${this.option} is invalid: ${this.problem}`
  }
}

/** Returns the lifetime of access tokens in seconds. */
export const readLifetime = Effect.fnUntraced(function* (seconds: number = AccessTokens.DEFAULT_LIFETIME_SECONDS) {
  if (Number.isInteger(seconds) && seconds >= AccessTokens.MIN_LIFETIME_SECONDS) return seconds
  return yield* new OptionInvalid({
    option: "accessTokenLifetimeSeconds",
    problem: `it has to be a whole number of seconds, at least ${AccessTokens.MIN_LIFETIME_SECONDS}.`
  })
})

/** Returns the days for which entries of the audit log are kept. */
export const readAuditDays = Effect.fnUntraced(function* (days: number = DEFAULT_AUDIT_DAYS) {
  if (Number.isInteger(days) && days >= 1 && days <= MAX_AUDIT_DAYS) return days
  return yield* new OptionInvalid({
    option: "auditRetentionDays",
    problem: `it has to be a whole number of days from 1 to ${MAX_AUDIT_DAYS}.`
  })
})

/** Returns the number of trusted proxies. */
export const readProxies = Effect.fnUntraced(function* (count: number = 0) {
  if (Number.isInteger(count) && count >= 0 && count <= 10) return count
  return yield* new OptionInvalid({ option: "trustedProxies", problem: "it has to be a whole number from 0 to 10." })
})

/** Returns the maximum of rate limits; `null` for none. */
export const readMaxRateLimits = Effect.fnUntraced(function* (factor: number | undefined) {
  if (factor === undefined) return null
  if (Number.isInteger(factor) && factor >= 1 && factor <= MAX_RATE_LIMIT_FACTOR) return factor
  return yield* new OptionInvalid({
    option: "maxRateLimits",
    problem: `it has to be a whole number from 1 to ${MAX_RATE_LIMIT_FACTOR}.`
  })
})

/** Returns the secrets of the operator. */
export const readSecrets = Effect.fnUntraced(function* (secrets: ReadonlyArray<Redacted.Redacted<string>> = []) {
  const short = secrets.findIndex((secret) => Buffer.byteLength(Redacted.value(secret)) < MIN_SECRET_BYTES)
  if (short < 0) return secrets
  const problem = `secret ${short + 1} has to have at least ${MIN_SECRET_BYTES} bytes.`
  return yield* new OptionInvalid({ option: "secrets", problem })
})
