/**
 * Reads the configuration: the project, the service's URL, the keys and the time limits.
 *
 * Options take precedence over environment variables. Everything is checked before the first call, and an error names
 * the option and the variable to set.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type { ApiConfigValues } from "./api-config.ts"
import { ConfigurationError } from "./configuration-error.ts"
import type { AdminConfigOptions, ConfigOptions } from "./options.ts"
import { givenProjectId, isHeaderText, MAX_RESPONSE_BYTES, serviceUrl } from "./service-url.ts"
import { type Environment, variables } from "../environment/variables.ts"
import { isLanguageTag } from "../http/shown-language.ts"
import { retrySchedule } from "../http/retry.ts"
import type { Tier } from "../schema/tier.ts"

const tiers: ReadonlyArray<Tier> = ["client", "server", "admin"]

/** The key of each tier, in the same order. A tier needs the last key that it may use. */
const keyOptions = ["publishableClientKey", "secretServerKey", "superSecretAdminKey"] as const

type KeyOption = (typeof keyOptions)[number]

const keyPrefixes = { publishableClientKey: "pck_", secretServerKey: "ssk_", superSecretAdminKey: "sak_" } as const

/** The variable of each option that has one. */
const variableOf: { readonly [Option in keyof AdminConfigOptions]?: string } = variables

// The functions below throw; `attempt` converts that into a failed effect.
const refuse = (option: keyof AdminConfigOptions, problem: string): never => {
  throw new ConfigurationError({ option, variable: variableOf[option], problem })
}

const attempt = <A>(read: () => A): Effect.Effect<A, ConfigurationError> =>
  Effect.try({ try: read, catch: (error) => error }).pipe(
    Effect.catch((error) => (error instanceof ConfigurationError ? Effect.fail(error) : Effect.die(error)))
  )

const readKey = (option: KeyOption, options: AdminConfigOptions, environment: Environment, tier: Tier) => {
  const given = options[option]
  if (given === null) return undefined
  const key = Redacted.isRedacted(given) ? Redacted.value(given) : (given ?? environment[variables[option]])
  const rank = keyOptions.indexOf(option) - tiers.indexOf(tier)
  if (rank > 0 || options.projectOwnerSession !== undefined) return undefined
  if (!key) return rank === 0 ? refuse(option, `The ${tier} tier needs a key.`) : undefined
  if (typeof key !== "string" || !isHeaderText(key)) return refuse(option, "The key has characters that no key has.")
  const other = keyOptions.find((name) => name !== option && key.startsWith(keyPrefixes[name]))
  return other === undefined
    ? Redacted.make(key)
    : refuse(option, `This is the key for \`${other}\`, which belongs elsewhere.`)
}

const readProjectId = (options: ConfigOptions, environment: Environment) => {
  const projectId = givenProjectId(options, environment)
  if (!projectId) return refuse("projectId", "The project's id is missing.")
  return isHeaderText(projectId) ? projectId : refuse("projectId", "A project's id is a UUID, or `internal`.")
}

const readBaseUrl = (options: ConfigOptions, environment: Environment) =>
  serviceUrl(options, environment) ??
  refuse("baseUrl", "The service's URL has to be an http or https URL without query and /api/v1.")

const readMillis = (
  option: "attemptTimeoutMillis" | "callTimeoutMillis" | "maxRetryAfterMillis",
  options: ConfigOptions,
  fallback: number
) => {
  const value = options[option] ?? fallback
  // 2147483647 ms is the longest delay of a timer.
  return value >= 0 && value <= 2_147_483_647
    ? value
    : refuse(option, "A duration is a number of milliseconds from 0 to 2147483647.")
}

const readBytes = ({ maxResponseBytes = MAX_RESPONSE_BYTES }: ConfigOptions) =>
  maxResponseBytes > 0
    ? maxResponseBytes
    : refuse("maxResponseBytes", "The largest response is a number of bytes above 0.")

const readLanguage = ({ language }: ConfigOptions) =>
  language === undefined || isLanguageTag(language)
    ? language
    : refuse("language", "A language is a BCP 47 tag such as pl-PL.")

const readRetry = ({ retry = retrySchedule }: ConfigOptions) =>
  Schedule.isSchedule(retry) ? retry : refuse("retry", "The retry policy has to be a Schedule of Effect.")

/** Checks the options of a tier. Options that are absent are read from `environment`. */
export const readConfig = (
  tier: Tier,
  options: AdminConfigOptions,
  environment: Environment,
  commonErrors: ApiConfigValues["commonErrors"]
): Effect.Effect<ApiConfigValues, ConfigurationError> =>
  attempt(() => ({
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
    language: readLanguage(options),
    commonErrors
  }))

/** Reads the project and the service's URL, for requests without keys. */
export const readProject = (
  options: Pick<ConfigOptions, "projectId" | "baseUrl">,
  environment: Environment
): Effect.Effect<Pick<ApiConfigValues, "projectId" | "baseUrl">, ConfigurationError> =>
  attempt(() => ({ projectId: readProjectId(options, environment), baseUrl: readBaseUrl(options, environment) }))
