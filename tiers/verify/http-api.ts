/**
 * Security middleware for `effect/http-api`: the session of the request, or its user, in the context of the handlers.
 *
 * Reads the `x-stack-auth` header, a bearer token, or the cookies of the wire. Fails with errors of the API:
 * 401 `Unauthenticated`, 503 `AuthenticationUnavailable`.
 *
 * @example
 * import * as Auth from "keystile/http-api"
 * import * as Verify from "keystile/verify"
 *
 * class Api extends HttpApi.make("notes").add(
 *   HttpApiGroup.make("notes").add(
 *     HttpApiEndpoint.get("list", "/notes", { success: Schema.Array(Note) }).middleware(Auth.SessionRequired),
 *     HttpApiEndpoint.get("me", "/me", { success: Profile }).middleware(Auth.UserRequired)
 *   )
 * ) {}
 *
 * const Notes = HttpApiBuilder.group(Api, "notes", (handlers) => handlers.handleAll({
 *   list: () => Effect.flatMap(Auth.CurrentSession, ({ claims }) => notesOf(claims.userId)),
 *   me: () => Effect.map(Auth.CurrentUser, ({ displayName }) => ({ displayName }))
 * }))
 *
 * HttpApiBuilder.layer(Api).pipe(
 *   Layer.provide(Notes),
 *   Layer.provide([Auth.layerSession, Auth.layerUser]),
 *   Layer.provide([Verify.layerSessionsConfig(), Server.layerConfig({ tokenStore: null })])
 * )
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { ServerUser } from "../../core/schema/server-user.ts"
import * as MemoryStore from "../../core/session/token-store-memory.ts"
import { Server } from "../server.ts"
import { type RequestSession, SessionReader } from "./session-reader.ts"

/** The request has no valid session. The reason is not revealed. */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>("keystile/http-api/Unauthenticated")(
  "Unauthenticated",
  { message: Schema.String },
  { httpApiStatus: 401 }
) {}

/** The session cannot be verified, because the service is unreachable. */
export class AuthenticationUnavailable extends Schema.TaggedError<AuthenticationUnavailable>(
  "keystile/http-api/AuthenticationUnavailable"
)("AuthenticationUnavailable", { message: Schema.String }, { httpApiStatus: 503 }) {}

/** The verified session of the request that is handled. */
export class CurrentSession extends Context.Service<CurrentSession, RequestSession>()(
  "keystile/http-api/CurrentSession"
) {}

/** The user of the request that is handled, with the fields of the server tier. */
export class CurrentUser extends Context.Service<CurrentUser, ServerUser>()("keystile/http-api/CurrentUser") {}

const declaration = {
  error: [Unauthenticated, AuthenticationUnavailable],
  security: {
    stackAuth: HttpApiSecurity.apiKey({ key: "x-stack-auth" }),
    bearer: HttpApiSecurity.bearer,
    // The other cookie's name holds the project's id.
    cookie: HttpApiSecurity.apiKey({ key: "stack-access", in: "cookie" })
  }
} as const

/** Admits signed-in users and provides {@link CurrentSession} to the handlers. Sends no request to the service. */
export class SessionRequired extends HttpApiMiddleware.Service<SessionRequired, { provides: CurrentSession }>()(
  "keystile/http-api/SessionRequired",
  declaration
) {}

/**
 * Admits signed-in users and provides {@link CurrentUser} and {@link CurrentSession} to the handlers. Reads the user
 * from the service with every request, so a deleted user is refused at once.
 */
export class UserRequired extends HttpApiMiddleware.Service<UserRequired, { provides: CurrentSession | CurrentUser }>()(
  "keystile/http-api/UserRequired",
  declaration
) {}

type Failure = Unauthenticated | AuthenticationUnavailable

const unauthenticated = () => new Unauthenticated({ message: "Sign in first." })
/** The response tells the client to try again. The cause is logged. */
const unavailable = ({ message }: Error) =>
  Effect.andThen(
    Effect.logWarning(`A request's session cannot be checked. ${message}`),
    new AuthenticationUnavailable({ message: "Signing in cannot be checked now. Try again later." })
  )

/** A 401 response names a scheme (RFC 9110, section 11.6.1). */
const nameScheme = HttpEffect.appendPreResponseHandler((_, response) =>
  Effect.succeed(
    response.status === 401 ? HttpServerResponse.setHeader(response, "www-authenticate", "Bearer") : response
  )
)

/** The session of the current request, read once for all handlers. */
const makeAuthenticate = Effect.map(SessionReader, (reader) => {
  // The API tries one scheme after the other and reports the last failure, so each request is read once.
  const failures = new WeakMap<object, Failure>()

  return <A>(load: (session: RequestSession) => Effect.Effect<A, Failure>) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const failed = failures.get(request)
      if (failed !== undefined) return yield* failed
      return yield* reader.read(request).pipe(
        Effect.catchTags({ KeysUnavailable: unavailable, RequestError: unavailable }),
        Effect.flatMap((session) => (session === null ? Effect.fail(unauthenticated()) : load(session))),
        Effect.tapError((failure) =>
          Effect.andThen(
            nameScheme,
            Effect.sync(() => void failures.set(request, failure))
          )
        )
      )
    })
})

/** Needs a `SessionReader`: `layerSessions` or one of its siblings of `keystile/verify`. */
export const layerSession: Layer.Layer<SessionRequired, never, SessionReader> = Layer.effect(
  SessionRequired,
  Effect.map(makeAuthenticate, (authenticate) => {
    const scheme: SessionRequired["Service"]["bearer"] = (handler) =>
      Effect.flatMap(authenticate(Effect.succeed), (session) => Effect.provideService(handler, CurrentSession, session))
    return SessionRequired.of({ stackAuth: scheme, bearer: scheme, cookie: scheme })
  })
)

/** Needs a `SessionReader`, and the server tier to read users with. */
export const layerUser: Layer.Layer<UserRequired, never, SessionReader | Server> = Layer.effect(
  UserRequired,
  Effect.gen(function* () {
    const server = yield* Server
    const authenticate = yield* makeAuthenticate

    const load = Effect.fnUntraced(
      function* (session: RequestSession) {
        const ofRequest = yield* server.withTokenStore(MemoryStore.make(session.tokens))
        const user = yield* ofRequest.getUser
        return user === null ? yield* unauthenticated() : { session, user }
      },
      Effect.catchTags({ ConfigurationError: unavailable, RequestError: unavailable })
    )

    const scheme: UserRequired["Service"]["bearer"] = (handler) =>
      Effect.flatMap(authenticate(load), ({ session, user }) =>
        handler.pipe(Effect.provideService(CurrentSession, session), Effect.provideService(CurrentUser, user))
      )
    return UserRequired.of({ stackAuth: scheme, bearer: scheme, cookie: scheme })
  })
)
