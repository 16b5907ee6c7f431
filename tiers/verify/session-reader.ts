/**
 * Reads the session of a request: its tokens are verified here, and refreshed once if the access token has expired.
 *
 * @example
 * import * as Verify from "keystile/verify"
 *
 * const session = yield* (yield* Verify.SessionReader).read(request)
 * if (session === null) return unauthorized
 * session.claims.userId
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ServiceRefresher from "../../core/call/service-refresher.ts"
import { ApiConfig } from "../../core/config/api-config.ts"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import type { ConfigOptions } from "../../core/config/options.ts"
import { readConfig } from "../../core/config/read-config.ts"
import { clientErrors } from "../../core/errors/client-errors.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import { CallTrace } from "../../core/http/tracing.ts"
import { Transport } from "../../core/http/transport.ts"
import * as FetchTransport from "../../core/http/transport-fetch.ts"
import type { Refresher } from "../../core/session/refresher.ts"
import type { RequestLike } from "../../core/session/request-like.ts"
import { tokensOfRequest } from "../../core/session/request-tokens.ts"
import type { Tokens } from "../../core/session/tokens.ts"
import type { Environment } from "../../core/environment/variables.ts"
import { publicEnvironment } from "../../core/environment/public-environment.ts"
import { readEnvironment } from "../server-environment.ts"
import type { AccessTokenClaims } from "./claims.ts"
import type { VerifierOptions } from "./options.ts"
import type { KeysUnavailable } from "./rejected.ts"
import * as Verifier from "./verifier.ts"

/** The options of `createSessionReader`. */
export interface SessionReaderOptions extends VerifierOptions, ConfigOptions {
  /**
   * Refreshes the access token of a session with a refresh token if it has expired or is missing. Default
   * `true`; takes the publishable client key. With `false` such a request has no session.
   */
  readonly refresh?: boolean | undefined
}

/** The session of a request. Its access token was verified. */
export interface RequestSession {
  /** The claims of the verified access token. */
  readonly claims: AccessTokenClaims
  /** The tokens of the session, the access token as it was verified. */
  readonly tokens: Tokens
  /** The access token is new: the request had an older one or none. */
  readonly refreshed: boolean
}

/** Reads the session of a request and verifies it. */
export class SessionReader extends Context.Service<
  SessionReader,
  {
    /**
     * Returns the session of a request; `null` without tokens, with forged ones, and after the end of the session. At
     * most one refresh is sent, and callers with the same session share it.
     *
     * Fails with `KeysUnavailable`, or with the `RequestError` of the refresh.
     */
    readonly read: (request: RequestLike) => Effect.Effect<RequestSession | null, KeysUnavailable | RequestError>
  }
>()("keystile/SessionReader") {}

type VerifierService = Verifier.Verifier["Service"]

const makeReader = (verifier: VerifierService, refresher: Refresher["Service"] | null) => {
  /** The claims of a token, or the reason of its rejection. */
  const verifyToken = (token: NonNullable<Tokens["accessToken"]>) =>
    verifier.verify(token).pipe(
      Effect.map((claims) => ({ claims })),
      Effect.catchTag("AccessTokenRejected", ({ reason }) => Effect.succeed({ claims: null, reason }))
    )

  return SessionReader.of({
    read: Effect.fnUntraced(function* (request) {
      const tokens = tokensOfRequest(request, verifier.projectId)
      if (tokens.accessToken !== null) {
        const result = yield* verifyToken(tokens.accessToken)
        if (result.claims !== null) return { claims: result.claims, tokens, refreshed: false }
        // A forged access token is not refreshed.
        if (result.reason !== "expired") return null
      }
      if (refresher === null || tokens.refreshToken === null) return null
      const fresh = yield* Effect.catchTag(refresher.get(tokens.refreshToken), "SessionEnded", () =>
        Effect.succeed(null)
      )
      if (fresh === null) return null
      const { accessToken } = fresh
      const { claims } = yield* verifyToken(accessToken)
      return claims && { claims, tokens: { ...tokens, accessToken }, refreshed: true }
    })
  })
}

/** A reader over the transport in the context. */
const makeOver = Effect.fnUntraced(function* (options: SessionReaderOptions, environment: Environment) {
  const verifier = yield* Verifier.makeOver(options, environment)
  if (options.refresh === false) return makeReader(verifier, null)
  const config = yield* readConfig("client", options, environment, Effect.succeed(clientErrors))
  const connected = Context.make(ApiConfig, config).pipe(
    Context.add(Transport, yield* Transport),
    Context.add(CallTrace, yield* CallTrace)
  )
  return makeReader(verifier, ServiceRefresher.getShared(connected))
})

/** A reader over `fetch`, as an effect. Options win over environment variables. */
export const make = (options: SessionReaderOptions = {}): Effect.Effect<SessionReader["Service"], ConfigurationError> =>
  FetchTransport.provide(Effect.suspend(() => makeOver(options, publicEnvironment())))

/** A reader over `fetch`. Options win over environment variables. */
export const layer = (options: SessionReaderOptions = {}): Layer.Layer<SessionReader, ConfigurationError> =>
  Layer.effect(SessionReader, make(options))

/** A reader over a transport of your own. Options win over environment variables. */
export const layerNoDeps = (
  options: SessionReaderOptions = {}
): Layer.Layer<SessionReader, ConfigurationError, Transport> =>
  Layer.effect(
    SessionReader,
    Effect.suspend(() => makeOver(options, publicEnvironment()))
  )

/**
 * A reader with project, key and URL of Effect's `Config`, under the names of the environment variables.
 */
export const layerConfig = (
  options: SessionReaderOptions = {}
): Layer.Layer<SessionReader, ConfigurationError | Config.ConfigError> =>
  Layer.effect(
    SessionReader,
    Effect.flatMap(readEnvironment("client"), (environment) => FetchTransport.provide(makeOver(options, environment)))
  )
