/** Fixtures for tests of calls: a configuration, tokens, response bodies, and calls over a scripted transport. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ApiConfig, type ApiConfigValues, type SecretKeys } from "../../core/config/api-config.ts"
import { commonErrors } from "../../core/errors/common-errors.ts"
import { retrySchedule } from "../../core/http/retry.ts"
import type { Transport } from "../../core/http/transport.ts"
import * as ServiceRefresher from "../../core/call/service-refresher.ts"
import type { Refresher } from "../../core/session/refresher.ts"
import * as Session from "../../core/session/session.ts"
import type { TokenStore } from "../../core/session/token-store.ts"
import { layerFixed } from "../../core/session/token-store-memory.ts"
import type { ScriptedTransport } from "./scripted-transport.ts"
import { wireUser } from "./wire-user.ts"

export const BASE_URL = "https://api.keystile.test"

export const apiConfig = (given: Partial<ApiConfigValues> = {}): ApiConfigValues => ({
  tier: "client",
  projectId: "11111111-1111-4111-8111-111111111111",
  baseUrl: BASE_URL,
  publishableClientKey: Redacted.make("pck_test"),
  secretServerKey: undefined,
  superSecretAdminKey: undefined,
  attemptTimeoutMillis: 10_000,
  callTimeoutMillis: 60_000,
  maxRetryAfterMillis: 30_000,
  maxResponseBytes: 8_000_000,
  retry: retrySchedule,
  sendRefreshTokenAlways: false,
  language: undefined,
  commonErrors: Effect.succeed(commonErrors),
  ...given
})

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** A JWT with these claims and an invalid signature. Times are in seconds. */
export const jwt = (claims: Readonly<Record<string, unknown>>): string =>
  `${base64url({ alg: "ES256", kid: "test" })}.${base64url(claims)}.c2lnbmF0dXJl`

/** The current user in the protocol's encoding, with changes. */
export const userBody = (changes: Readonly<Record<string, unknown>> = {}) => ({ ...wireUser, ...changes })

/** A response of the token endpoint. */
export const refreshResponse = (accessToken: string) => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: 3599
})

export const isRefresh = ({ url }: { readonly url: string }): boolean => url.endsWith("/auth/oauth/token")

/** Spread over an endpoint, removes its input and allows it in every tier, so that its responses can be tested. */
export const withoutInput = {
  path: "/anything",
  tiers: ["client", "server", "admin"],
  input: Schema.Struct({}) as Schema.Codec<{}, {}>,
  parts: {}
} as const

export interface CallOptions {
  readonly config?: Partial<ApiConfigValues>
  readonly tokens?: { readonly refreshToken?: string | null; readonly accessToken?: string | null }
}

/** A session over these tokens that is refreshed over the script, for the tier of the configuration. */
export const layerCalling = (
  script: Pick<ScriptedTransport, "layer">,
  { config, tokens = {} }: CallOptions = {}
): Layer.Layer<Transport | ApiConfig | SecretKeys | Session.Session | Refresher | TokenStore> =>
  Session.layer.pipe(
    Layer.provideMerge(ServiceRefresher.layer),
    Layer.provideMerge(layerFixed(tokens)),
    Layer.provideMerge(Layer.succeed(ApiConfig, apiConfig(config))),
    Layer.provideMerge(script.layer),
    Layer.provideMerge(Layer.succeedContext(Context.empty() as Context.Context<SecretKeys>))
  )

/** Runs calls over a script. */
export const withScript = (script: Pick<ScriptedTransport, "layer">, calling?: CallOptions) =>
  Effect.provide(layerCalling(script, calling))
