/**
 * Configuration: which project, at which service, with which keys, and how long to wait.
 *
 * Options win over environment variables. Everything is checked before the first call, and an error names the option and
 * the variable that would mend it.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type { CommonError } from "./errors/undeclared.ts"
import type { AnyKnownError } from "./errors/known-error.ts"
import { type RetrySchedule, retrySchedule } from "./http/retry.ts"
import type { Tier } from "./schema/tier.ts"
import { baseUrlVariables, checkOption, type Environment, place, variables } from "./settings.ts"

/** The hosted service. */
export const DEFAULT_BASE_URL = "https://api.stack-auth.com"

/** The options that every tier takes. Durations are in milliseconds. */
export interface ConnectionOptions {
  /** The project's id: a UUID, or `internal`. */
  readonly projectId?: string | undefined
  /** `pck_…`. May be shown to the world. */
  readonly publishableClientKey?: string | Redacted.Redacted<string> | undefined
  /** Where the service is. One address, or one for browsers and one for servers. */
  readonly baseUrl?: string | { readonly browser: string; readonly server: string } | undefined
  /**
   * How long one attempt may take. Default 10,000. A read that gets no response is sent once more, so that it fails after
   * twice that time at the latest.
   */
  readonly attemptTimeoutMillis?: number | undefined
  /** How long a call may take with all its attempts and waits. Default 60,000. */
  readonly callTimeoutMillis?: number | undefined
  /** The longest `Retry-After` that a call waits for; beyond it the call fails at once. Default 30,000. */
  readonly maxRetryAfterMillis?: number | undefined
  /** How many bytes a response's body may have; a longer one fails the call. Default 8,000,000. */
  readonly maxResponseBytes?: number | undefined
  /** Decides which failed attempts are repeated, and when. Default `retrySchedule`. */
  readonly retry?: RetrySchedule | undefined
  /**
   * Send the refresh token as a header with every call for a session, as the original does. Version 2.7.20 of the
   * service reads it where a session ends or a password changes, and there it is sent anyway. Default `false`.
   */
  readonly sendRefreshTokenAlways?: boolean | undefined
}

export interface ServerConnectionOptions extends ConnectionOptions {
  /** `ssk_…`. Never in a browser. */
  readonly secretServerKey?: string | Redacted.Redacted<string> | undefined
  /**
   * Build the tier although there is a `document`. Only for what is no browser and looks like one, such as a test with a
   * DOM in Node: in a page everybody could read the secret keys. Default `false`.
   */
  readonly allowInBrowser?: boolean | undefined
}

export interface AdminConnectionOptions extends ServerConnectionOptions {
  /** `sak_…`. Never in a browser. */
  readonly superSecretAdminKey?: string | Redacted.Redacted<string> | undefined
  /**
   * The session of a user of the internal project who manages this project. It stands in for all keys, which are then
   * neither read nor sent, so that such an app may be in a browser.
   */
  readonly projectOwnerSession?: object | undefined
}

/** A checked configuration. */
export interface ApiConfigValues {
  readonly tier: Tier
  readonly projectId: string
  /** Without a slash at its end. */
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
  /** The known errors that the tier's calls decode besides the declared ones; a page loads them when one arrives. */
  readonly commonErrors: Effect.Effect<ReadonlyArray<AnyKnownError<CommonError>>>
}

export class ApiConfig extends Context.Service<ApiConfig, ApiConfigValues>()("keystile/ApiConfig") {}

/** What a configuration of the tiers `server` and `admin` has, and that of `connect` has not. There is only its type. */
export interface SecretKeys {
  readonly _: unique symbol
}

/** What a call needs of the configuration besides that there is one: those which no client may make need keys. */
export type KeysFor<Access extends Tier> = [Access] extends [never]
  ? never
  : "client" extends Access
    ? never
    : SecretKeys

/** An option that is missing or cannot be right. */
export class ConfigurationError extends Data.TaggedError("ConfigurationError")<{
  /** The option's name, e.g. `projectId`. */
  readonly option: string
  /** The environment variable that sets it too, if there is one. */
  readonly variable: string | undefined
  readonly problem: string
}> {
  override get message(): string {
    return `${this.problem} ${checkOption(this.option, this.variable)}`
  }

  /** Prints name, message and stack in Node, where Effect's errors print their fields alone. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.stack ?? String(this)
  }
}

/** The keys, each with its prefix; a tier needs the last of its own (wire, section 2). */
const keyPrefixes = { publishableClientKey: "pck_", secretServerKey: "ssk_", superSecretAdminKey: "sak_" } as const
type KeyOption = keyof typeof keyPrefixes
const keyOptions = Object.keys(keyPrefixes) as ReadonlyArray<KeyOption>
const tiers: ReadonlyArray<Tier> = ["client", "server", "admin"]

// The readers below throw: `readConfig` makes an effect of them all.
const refuse = (option: keyof AdminConnectionOptions, problem: string): never => {
  throw new ConfigurationError({ option, variable: (variables as Environment)[option], problem })
}

// Values end up in headers: printable ASCII without blanks, or no fetch would take them.
const isHeaderText = (text: string) => /^[\x21-\x7e]{1,512}$/.test(text)

const readKey = (option: KeyOption, options: AdminConnectionOptions, environment: Environment, tier: Tier) => {
  const given = options[option]
  const key = Redacted.isRedacted(given) ? Redacted.value(given) : (given ?? environment[variables[option]])
  const place = keyOptions.indexOf(option) - tiers.indexOf(tier)
  if (place > 0 || options.projectOwnerSession !== undefined) return undefined
  if (!key) return place === 0 ? refuse(option, `The ${tier} tier needs a key.`) : undefined
  if (!isHeaderText(key)) return refuse(option, "The key has characters that no key has.")
  const other = keyOptions.find((name) => name !== option && key.startsWith(keyPrefixes[name]))
  return other === undefined
    ? Redacted.make(key)
    : refuse(option, `This is the key for \`${other}\`, which belongs elsewhere.`)
}

const readProjectId = ({ projectId: given }: ConnectionOptions, environment: Environment) => {
  const projectId = given ?? environment[variables.projectId]
  if (!projectId) return refuse("projectId", "The project's id is missing.")
  return isHeaderText(projectId) ? projectId : refuse("projectId", "A project's id is a UUID, or `internal`.")
}

const readBaseUrl = ({ baseUrl }: ConnectionOptions, environment: Environment) => {
  const here = place()
  const given =
    (typeof baseUrl === "object" ? baseUrl[here] : baseUrl) ??
    baseUrlVariables(here)
      .map((name) => environment[name])
      .find((value) => value) ??
    DEFAULT_BASE_URL
  const url = URL.parse(given)
  return url !== null &&
    /^https?:$/.test(url.protocol) &&
    !(url.username || url.password || url.search || url.hash) &&
    !url.pathname.startsWith("/api/v1")
    ? // Not `href`: that keeps a lone `?` or `#`.
      `${url.origin}${url.pathname}`.replace(/\/$/, "")
    : refuse("baseUrl", "The service's address has to be an http or https URL without query and /api/v1.")
}

const readMillis = (
  option: "attemptTimeoutMillis" | "callTimeoutMillis" | "maxRetryAfterMillis",
  options: ConnectionOptions,
  fallback: number
) => {
  const value = options[option] ?? fallback
  // 2147483647 ms is the longest that timers wait.
  return value >= 0 && value <= 2_147_483_647
    ? value
    : refuse(option, "A duration is a number of milliseconds from 0 to 2147483647.")
}

const readBytes = ({ maxResponseBytes = 8_000_000 }: ConnectionOptions) =>
  maxResponseBytes > 0
    ? maxResponseBytes
    : refuse("maxResponseBytes", "The largest response is a number of bytes above 0.")

const readRetry = ({ retry = retrySchedule }: ConnectionOptions) =>
  Schedule.isSchedule(retry) ? retry : refuse("retry", "The retry policy has to be a Schedule of Effect.")

/** Checks options against a tier's needs; what is not given is taken from `environment`. */
export const readConfig = (
  tier: Tier,
  options: AdminConnectionOptions,
  environment: Environment,
  commonErrors: ApiConfigValues["commonErrors"]
): Effect.Effect<ApiConfigValues, ConfigurationError> =>
  Effect.try({
    try: () => {
      return {
        tier,
        projectId: readProjectId(options, environment),
        baseUrl: readBaseUrl(options, environment),
        publishableClientKey: readKey("publishableClientKey", options, environment, tier),
        secretServerKey: readKey("secretServerKey", options, environment, tier),
        superSecretAdminKey: readKey("superSecretAdminKey", options, environment, tier),
        attemptTimeoutMillis: readMillis("attemptTimeoutMillis", options, 10_000),
        callTimeoutMillis: readMillis("callTimeoutMillis", options, 60_000),
        maxRetryAfterMillis: readMillis("maxRetryAfterMillis", options, 30_000),
        maxResponseBytes: readBytes(options),
        retry: readRetry(options),
        sendRefreshTokenAlways: options.sendRefreshTokenAlways === true,
        commonErrors
      }
    },
    catch: (error) => error as ConfigurationError
  })

/** Which project, at which service: for what asks the service without any key. */
export const readAddress = (
  options: Pick<ConnectionOptions, "projectId" | "baseUrl">,
  environment: Environment
): Effect.Effect<Pick<ApiConfigValues, "projectId" | "baseUrl">, ConfigurationError> =>
  Effect.try({
    try: () => ({ projectId: readProjectId(options, environment), baseUrl: readBaseUrl(options, environment) }),
    catch: (error) => error as ConfigurationError
  })
