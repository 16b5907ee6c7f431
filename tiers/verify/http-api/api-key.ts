/** Middleware that requires the API key of a user or a team: as a bearer token, or in the header `X-API-Key`. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as Layer from "effect/Layer"
import { type ApiKeyNotValid, isApiKeyNotValid } from "../../../core/errors/api-key.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { TeamApiKey, UserApiKey } from "../../../core/schema/user-team-api-key.ts"
import type { RequestLike } from "../../../core/session/request-like.ts"
import { ApiKeyReader } from "../api-key-reader.ts"
import {
  AuthenticationUnavailable,
  makeAuthenticateOnce,
  Unauthenticated,
  makeUnauthenticated,
  unavailable
} from "./failures.ts"

const SEND_KEY = "Send a valid API key."

/** The API key of a user with which the handled request was sent. */
export class CurrentUserApiKey extends Context.Service<CurrentUserApiKey, UserApiKey>()(
  "keystile/http-api/CurrentUserApiKey"
) {}

/** The API key of a team with which the handled request was sent. */
export class CurrentTeamApiKey extends Context.Service<CurrentTeamApiKey, TeamApiKey>()(
  "keystile/http-api/CurrentTeamApiKey"
) {}

const declaration = {
  error: [Unauthenticated, AuthenticationUnavailable],
  security: { bearer: HttpApiSecurity.bearer, header: HttpApiSecurity.apiKey({ key: "x-api-key" }) }
} as const

/**
 * Admits requests with the valid API key of a user and provides {@link CurrentUserApiKey}. Checks the key by a request
 * to the service, so a revoked key is refused at once.
 */
export class UserApiKeyRequired extends HttpApiMiddleware.Service<
  UserApiKeyRequired,
  { provides: CurrentUserApiKey }
>()("keystile/http-api/UserApiKeyRequired", declaration) {}

/** Admits requests with the valid API key of a team and provides {@link CurrentTeamApiKey}. Checks it by a request. */
export class TeamApiKeyRequired extends HttpApiMiddleware.Service<
  TeamApiKeyRequired,
  { provides: CurrentTeamApiKey }
>()("keystile/http-api/TeamApiKeyRequired", declaration) {}

/** Returns the effect that reads the key of the current request. */
const makeAuthenticate = <Key>(
  read: (
    reader: ApiKeyReader["Service"],
    request: RequestLike
  ) => Effect.Effect<Key | null, ApiKeyNotValid | RequestError>
) =>
  Effect.map(ApiKeyReader, (reader) => {
    const once = makeAuthenticateOnce()
    return once((request) =>
      read(reader, request).pipe(
        Effect.mapError((error) => (isApiKeyNotValid(error) ? makeUnauthenticated(SEND_KEY) : error)),
        Effect.catchTag("RequestError", unavailable),
        Effect.flatMap((key) => (key === null ? Effect.fail(makeUnauthenticated(SEND_KEY)) : Effect.succeed(key)))
      )
    )
  })

/** Needs an `ApiKeyReader`: `layerApiKeys` or one of its siblings of `keystile/verify`. */
export const layerUserApiKey: Layer.Layer<UserApiKeyRequired, never, ApiKeyReader> = Layer.effect(
  UserApiKeyRequired,
  Effect.map(
    makeAuthenticate((reader, request) => reader.readUserKey(request)),
    (authenticate) => {
      const scheme: UserApiKeyRequired["Service"]["bearer"] = (handler) =>
        Effect.flatMap(authenticate, (key) => Effect.provideService(handler, CurrentUserApiKey, key))
      return UserApiKeyRequired.of({ bearer: scheme, header: scheme })
    }
  )
)

/** Needs an `ApiKeyReader`: `layerApiKeys` or one of its siblings of `keystile/verify`. */
export const layerTeamApiKey: Layer.Layer<TeamApiKeyRequired, never, ApiKeyReader> = Layer.effect(
  TeamApiKeyRequired,
  Effect.map(
    makeAuthenticate((reader, request) => reader.readTeamKey(request)),
    (authenticate) => {
      const scheme: TeamApiKeyRequired["Service"]["bearer"] = (handler) =>
        Effect.flatMap(authenticate, (key) => Effect.provideService(handler, CurrentTeamApiKey, key))
      return TeamApiKeyRequired.of({ bearer: scheme, header: scheme })
    }
  )
)
