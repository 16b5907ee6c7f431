/** Options of the tiers: project, service, keys, time limits and retries. */
import type * as Redacted from "effect/Redacted"
import type { RetrySchedule } from "../http/retry.ts"

/** The URL of the hosted service. */
export const DEFAULT_BASE_URL = "https://api.stack-auth.com"

/** The options that every tier takes. Durations are in milliseconds. */
export interface ConfigOptions {
  /** The project's id: a UUID, or `internal`. */
  readonly projectId?: string | undefined
  /** `pck_…`. Public. `null` in a project that requires none, on services since Stack Auth 2.8. */
  readonly publishableClientKey?: string | Redacted.Redacted<string> | null | undefined
  /** The URL of the service, or one for browsers and one for servers. */
  readonly baseUrl?: string | { readonly browser: string; readonly server: string } | undefined
  /**
   * The time limit of one attempt. Default 10,000. The first attempt of an idempotent call that times out is repeated
   * at once; a second timeout fails the call. Lost connections are repeated on `retry` instead.
   */
  readonly attemptTimeoutMillis?: number | undefined
  /** The time limit of a call with all its attempts and delays. Default 60,000. */
  readonly callTimeoutMillis?: number | undefined
  /** The maximum `Retry-After` after which a call is repeated. With a longer one it fails at once. Default 30,000. */
  readonly maxRetryAfterMillis?: number | undefined
  /** The maximum size of a response's body in bytes. A longer one fails the call. Default 8,000,000. */
  readonly maxResponseBytes?: number | undefined
  /** Decides which failed attempts are repeated, and when. Default `retrySchedule`. */
  readonly retry?: RetrySchedule | undefined
  /**
   * The language that the application shows, as a BCP 47 tag: the service mails in it. It is sent as `Accept-Language`
   * by calls that may cause a mail or sign in. Default: that of the React screens, else that of the browser.
   */
  readonly language?: string | undefined
  /**
   * Send the refresh token as a header with every call for a session, as the original does. Version 2.7.20 of the
   * service reads it where a session ends or a password changes, and there it is sent anyway. Default `false`.
   */
  readonly sendRefreshTokenAlways?: boolean | undefined
}

/** The options of the server tier. */
export interface ServerConfigOptions extends ConfigOptions {
  /** `ssk_…`. Never in a browser. */
  readonly secretServerKey?: string | Redacted.Redacted<string> | undefined
  /**
   * Build the tier although there is a `document`. Only for environments with a DOM outside of a browser, such as tests
   * in Node: in a page every visitor could read the secret keys. Default `false`.
   */
  readonly allowInBrowser?: boolean | undefined
}

/** The options of the admin tier. */
export interface AdminConfigOptions extends ServerConfigOptions {
  /** `sak_…`. Never in a browser. */
  readonly superSecretAdminKey?: string | Redacted.Redacted<string> | undefined
  /**
   * The session of a user of the internal project who manages this project. It replaces all keys, which are then
   * neither read nor sent, so that such an app may be in a browser.
   */
  readonly projectOwnerSession?: object | undefined
}
