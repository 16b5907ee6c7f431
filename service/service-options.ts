import { Data, Effect } from "effect"
import * as AccessTokens from "./crypto/access-tokens.ts"
import type { AllowedHosts } from "./http/allowed-hosts.ts"
import type { SmtpOptions } from "./mail/smtp.ts"
import type { SeedInput } from "./tools/seed/seed.ts"

export interface ServiceOptions {
  /**
   * A file, a PostgreSQL database by URL (`postgres://user:password@host:port/name`), or `:memory:`, the default. Several
   * services may share a PostgreSQL database; faults, the clock and the request log stay with each of them.
   */
  readonly database?: string | undefined
  /** The projects and users to start with. Without one there is a project called `My project`. */
  readonly seed?: SeedInput | undefined
  /** How long access tokens are good, in seconds. Default 600, at least 20. */
  readonly accessTokenLifetimeSeconds?: number | undefined
  /**
   * Names under which the service may be called, besides those of its own machine. Default `any`, which suits a service
   * that is not reached through a port; one that is should not answer to foreign names.
   */
  readonly allowedHosts?: AllowedHosts | undefined
  /**
   * How many proxies stand before the service and add to `X-Forwarded-For`. Default 0: the header is not read, and the
   * address of the connection counts.
   */
  readonly trustedProxies?: number | undefined
  /** Which SMTP servers projects may use. */
  readonly smtp?: SmtpOptions | undefined
}

/** An option that cannot be right. */
export class OptionInvalid extends Data.TaggedError("OptionInvalid")<{
  readonly option: keyof ServiceOptions
  readonly problem: string
}> {
  override get message(): string {
    return `The option ${this.option} cannot be used: ${this.problem}`
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

/** Returns the number of trusted proxies. */
export const readProxies = Effect.fnUntraced(function* (count: number = 0) {
  if (Number.isInteger(count) && count >= 0 && count <= 10) return count
  return yield* new OptionInvalid({ option: "trustedProxies", problem: "it has to be a whole number from 0 to 10." })
})
