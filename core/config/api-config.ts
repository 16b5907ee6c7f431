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
  /** The tier whose keys are sent. */
  readonly tier: Tier
  /** The id of the project. */
  readonly projectId: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** `pck_…` */
  readonly publishableClientKey: Redacted.Redacted<string> | undefined
  /** `ssk_…` */
  readonly secretServerKey: Redacted.Redacted<string> | undefined
  /** `sak_…` */
  readonly superSecretAdminKey: Redacted.Redacted<string> | undefined
  /** The timeout of one attempt in milliseconds. */
  readonly attemptTimeoutMillis: number
  /** The timeout of a call with all its attempts in milliseconds. */
  readonly callTimeoutMillis: number
  /** The longest `Retry-After` that a call waits for, in milliseconds. */
  readonly maxRetryAfterMillis: number
  /** The largest response body that is read, in bytes. */
  readonly maxResponseBytes: number
  /** The schedule of the attempts. */
  readonly retry: RetrySchedule
  /** Sends the refresh token with every call for a session, as the original client does. */
  readonly sendRefreshTokenAlways: boolean
  /** The language that the application shows; `undefined` for that of the screens. */
  readonly language: string | undefined
  /** The common errors of the tier. Browsers load them with the first one that is received. */
  readonly commonErrors: Effect.Effect<ReadonlyArray<AnyKnownError<CommonError>>>
}

/** The settings of all calls: URL, project, keys, timeouts and retries. */
export class ApiConfig extends Context.Service<ApiConfig, ApiConfigValues>()("keystile/ApiConfig") {}

/** Marks the configurations of the tiers `server` and `admin`. `connect` does not provide it. Exists as a type only. */
export interface SecretKeys {
  /** Distinguishes this type from every other. */
  readonly _: unique symbol
}

/** The services that a call needs besides `ApiConfig`: `SecretKeys` for endpoints that no client can call. */
export type KeysFor<Access extends Tier> = [Access] extends [never]
  ? never
  : "client" extends Access
    ? never
    : SecretKeys
