/** The checked configuration, as a service. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { CommonError } from "../errors/common-errors.ts"
import type { AnyKnownError } from "../errors/known-error.ts"
import type { RetrySchedule } from "../http/retry.ts"
import type { Tier } from "../schema/tier.ts"

/** A checked configuration. */
export interface ApiConfigValues {
  readonly tier: Tier
  readonly projectId: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly publishableClientKey: Redacted.Redacted<string> | undefined
  readonly secretServerKey: Redacted.Redacted<string> | undefined
  readonly superSecretAdminKey: Redacted.Redacted<string> | undefined
  readonly attemptTimeoutMillis: number
  readonly callTimeoutMillis: number
  readonly maxRetryAfterMillis: number
  readonly maxResponseBytes: number
  readonly retry: RetrySchedule
  readonly sendRefreshTokenAlways: boolean
  /** The common errors of the tier. Browsers load them with the first one that is received. */
  readonly commonErrors: Effect.Effect<ReadonlyArray<AnyKnownError<CommonError>>>
}

export class ApiConfig extends Context.Service<ApiConfig, ApiConfigValues>()("keystile/ApiConfig") {}

/** Marks the configurations of the tiers `server` and `admin`. `connect` does not provide it. Exists as a type only. */
export interface SecretKeys {
  readonly _: unique symbol
}

/** The services that a call needs besides `ApiConfig`: `SecretKeys` for endpoints that no client can call. */
export type KeysFor<Access extends Tier> = [Access] extends [never]
  ? never
  : "client" extends Access
    ? never
    : SecretKeys
