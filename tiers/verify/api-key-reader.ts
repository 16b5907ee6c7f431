/**
 * Reads the API key of a user or a team from a request, and checks it by a request to the service.
 *
 * A request has its key in `Authorization: Bearer sk_…` or in `X-API-Key`. Nothing is cached, so a key that was revoked
 * is refused at once.
 *
 * @example
 * import * as Verify from "keystile/verify"
 *
 * const apiKey = yield* (yield* Verify.ApiKeyReader).readUserKey(request)
 * if (apiKey === null) return unauthorized
 * apiKey.userId
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TeamApi from "../../core/api/team-api-keys.ts"
import * as UserApi from "../../core/api/user-api-keys.ts"
import { call } from "../../core/call/call.ts"
import { ApiConfig, type SecretKeys } from "../../core/config/api-config.ts"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import type { ServerConfigOptions } from "../../core/config/options.ts"
import { readConfig } from "../../core/config/read-config.ts"
import type { Environment } from "../../core/environment/variables.ts"
import { ApiKeyNotFound, type ApiKeyNotValid } from "../../core/errors/api-key.ts"
import { commonErrors } from "../../core/errors/common-errors.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import { CallTrace } from "../../core/http/tracing.ts"
import { Transport } from "../../core/http/transport.ts"
import * as FetchTransport from "../../core/http/transport-fetch.ts"
import type { TeamApiKey, UserApiKey } from "../../core/schema/user-team-api-key.ts"
import { headerOf, type RequestLike } from "../../core/session/request-like.ts"
import { Session, signedOut } from "../../core/session/session.ts"
import { refuseBrowser } from "../refuse-browser.ts"
import { readEnvironment, serverEnvironment } from "../server-environment.ts"

/** Takes the secret server key. */
export interface ApiKeyReaderOptions extends ServerConfigOptions {}

/** Reads the API key of a request and checks it at the service. */
export class ApiKeyReader extends Context.Service<
  ApiKeyReader,
  {
    /**
     * Returns the API key of a user; `null` for a request without an API key, such as one with an access token.
     *
     * Fails with one of `ApiKeyNotValid` for a key that is unknown, revoked, expired or of a team: respond with 401. It
     * fails with `RequestError` if the key cannot be checked: respond with 503.
     */
    readonly readUserKey: (request: RequestLike) => Effect.Effect<UserApiKey | null, ApiKeyNotValid | RequestError>
    /** The same for the API key of a team. */
    readonly readTeamKey: (request: RequestLike) => Effect.Effect<TeamApiKey | null, ApiKeyNotValid | RequestError>
  }
>()("keystile/ApiKeyReader") {}

const BEARER = /^bearer +/i

/** Distinguishes API keys from access tokens: by the prefix, and by the marker of the format. */
const isApiKey = (bearer: string) => /^[sp]k_/.test(bearer) || bearer.includes("574ck4u7h")

/** Returns the API key of a request, unchecked; `null` if it has none. */
const keyOfRequest = (request: RequestLike): string | null => {
  const header = headerOf(request, "x-api-key")
  if (header) return header
  const authorization = headerOf(request, "authorization") ?? ""
  const bearer = BEARER.test(authorization) ? authorization.replace(BEARER, "").trim() : ""
  return isApiKey(bearer) ? bearer : null
}

/** Texts that no key of any service has are refused without a request. */
const canBeKey = (key: string) => /^[\x21-\x7e]{1,500}$/.test(key)

type ServerServices = ApiConfig | Transport | Session | SecretKeys

/** A reader over the transport in the context. */
const makeOver = Effect.fnUntraced(function* (options: ApiKeyReaderOptions, environment: Environment) {
  yield* refuseBrowser(options)
  const config = yield* readConfig("server", options, environment, Effect.succeed(commonErrors))
  // `SecretKeys` exists as a type only. The configuration of the server tier has them.
  const context = Context.make(ApiConfig, config).pipe(
    Context.add(Transport, yield* Transport),
    Context.add(CallTrace, yield* CallTrace),
    Context.add(Session, signedOut)
  ) as Context.Context<ServerServices>

  const read =
    <Key, E>(check: (body: { readonly apiKey: Redacted.Redacted<string> }) => Effect.Effect<Key, E, ServerServices>) =>
    (request: RequestLike): Effect.Effect<Key | null, E | ApiKeyNotFound> => {
      const key = keyOfRequest(request)
      if (key === null) return Effect.succeed(null)
      if (!canBeKey(key)) return Effect.fail(new ApiKeyNotFound())
      return Effect.provideContext(check({ apiKey: Redacted.make(key) }), context)
    }

  return ApiKeyReader.of({
    readUserKey: read((body) => call(UserApi.check, { body })),
    readTeamKey: read((body) => call(TeamApi.check, { body }))
  })
})

/** A reader over `fetch`, as an effect. Options win over environment variables. */
export const make = (options: ApiKeyReaderOptions = {}): Effect.Effect<ApiKeyReader["Service"], ConfigurationError> =>
  FetchTransport.provide(Effect.suspend(() => makeOver(options, serverEnvironment())))

/** A reader over `fetch`. Options win over environment variables. */
export const layer = (options: ApiKeyReaderOptions = {}): Layer.Layer<ApiKeyReader, ConfigurationError> =>
  Layer.effect(ApiKeyReader, make(options))

/** A reader over a transport of your own. Options win over environment variables. */
export const layerNoDeps = (
  options: ApiKeyReaderOptions = {}
): Layer.Layer<ApiKeyReader, ConfigurationError, Transport> =>
  Layer.effect(
    ApiKeyReader,
    Effect.suspend(() => makeOver(options, serverEnvironment()))
  )

/** A reader with project, key and URL of Effect's `Config`, under the names of the environment variables. */
export const layerConfig = (
  options: ApiKeyReaderOptions = {}
): Layer.Layer<ApiKeyReader, ConfigurationError | Config.ConfigError> =>
  Layer.effect(
    ApiKeyReader,
    Effect.flatMap(readEnvironment("server"), (environment) => FetchTransport.provide(makeOver(options, environment)))
  )
