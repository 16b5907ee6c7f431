/**
 * Middleware that requires a session. Reads the `x-stack-auth` header, a bearer token, or the cookies of the wire.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as Layer from "effect/Layer"
import type { ServerUser } from "../../../core/schema/server-user.ts"
import * as MemoryStore from "../../../core/session/token-store-memory.ts"
import { sameToken, type Tokens, tokensAsText } from "../../../core/session/tokens.ts"
import { unrestrictedUser } from "../../calls/user-state.ts"
import { Server } from "../../server.ts"
import { type RequestSession, SessionReader } from "../session-reader.ts"
import {
  AuthenticationUnavailable,
  type Failure,
  makeAuthenticateOnce,
  Unauthenticated,
  makeUnauthenticated,
  unavailable
} from "./failures.ts"

const SIGN_IN = "Sign in first."

/** The verified session of the request. */
export class CurrentSession extends Context.Service<CurrentSession, RequestSession>()(
  "keystile/http-api/CurrentSession"
) {}

/** The user of the request, with the fields of the server tier. */
export class CurrentUser extends Context.Service<CurrentUser, ServerUser>()("keystile/http-api/CurrentUser") {}

const declaration = {
  error: [Unauthenticated, AuthenticationUnavailable],
  security: {
    stackAuth: HttpApiSecurity.apiKey({ key: "x-stack-auth" }),
    bearer: HttpApiSecurity.bearer,
    // The name of the other cookie contains the project id, which is not known here.
    cookie: HttpApiSecurity.apiKey({ key: "stack-access", in: "cookie" })
  }
} as const

/**
 * Admits signed-in users and provides {@link CurrentSession} to the handlers. Verifies the access token without a
 * request to the service. Refreshes an expired token by a request, unless the reader has `refresh: false`. The new token
 * is in the session's `tokens`. Sets no cookies on the response.
 */
export class SessionRequired extends HttpApiMiddleware.Service<SessionRequired, { provides: CurrentSession }>()(
  "keystile/http-api/SessionRequired",
  declaration
) {}

/**
 * Admits signed-in users and provides {@link CurrentUser} and {@link CurrentSession} to the handlers. Reads the user
 * from the service with every request, so a deleted user is refused at once. So is a restricted or anonymous one,
 * unless the reader has `includeRestricted` or `includeAnonymous`.
 */
export class UserRequired extends HttpApiMiddleware.Service<UserRequired, { provides: CurrentSession | CurrentUser }>()(
  "keystile/http-api/UserRequired",
  declaration
) {}

/** Makes the function that reads the session of the current request and loads what the handlers require. */
const makeAuthenticate = Effect.map(SessionReader, (reader) => {
  const once = makeAuthenticateOnce()
  return <A>(load: (session: RequestSession) => Effect.Effect<A, Failure>) =>
    once((request) =>
      reader.read(request).pipe(
        Effect.catchTags({ KeysUnavailable: unavailable, RequestError: unavailable }),
        Effect.flatMap((session) => (session === null ? Effect.fail(makeUnauthenticated(SIGN_IN)) : load(session)))
      )
    )
})

/** Requires a `SessionReader`, such as `layerSessions` of `keystile/verify`. */
export const layerSession: Layer.Layer<SessionRequired, never, SessionReader> = Layer.effect(
  SessionRequired,
  Effect.map(makeAuthenticate, (authenticate) => {
    const scheme: SessionRequired["Service"]["bearer"] = (handler) =>
      Effect.flatMap(authenticate(Effect.succeed), (session) => Effect.provideService(handler, CurrentSession, session))
    return SessionRequired.of({ stackAuth: scheme, bearer: scheme, cookie: scheme })
  })
)

/** Requires a `SessionReader`, and the server tier, which reads the users. */
export const layerUser: Layer.Layer<UserRequired, never, SessionReader | Server> = Layer.effect(
  UserRequired,
  Effect.gen(function* () {
    const server = yield* Server
    const reader = yield* SessionReader
    const authenticate = yield* makeAuthenticate

    /**
     * Returns the session with the tokens that it has after a request. The service refuses the token of a user who was
     * restricted after it was issued, and the client refreshes it. The reader checks whether it accepts the new token.
     */
    const readAgain = Effect.fnUntraced(function* (session: RequestSession, tokens: Tokens) {
      if (sameToken(tokens.accessToken, session.tokens.accessToken)) return session
      const current = yield* reader.read({ headers: { "x-stack-auth": JSON.stringify(tokensAsText(tokens)) } })
      return current && { ...current, refreshed: true }
    })

    const load = Effect.fnUntraced(
      function* (before: RequestSession) {
        const store = MemoryStore.make(before.tokens)
        const ofRequest = yield* server.withTokenStore(store)
        const user = yield* ofRequest.getSessionUser
        const session = user && (yield* readAgain(before, yield* store.get))
        if (user === null || session === null) return yield* makeUnauthenticated(SIGN_IN)
        // The service accepted the older token, or restricted the user after the refresh.
        if (unrestrictedUser(user) === null && !session.claims.isRestricted) return yield* makeUnauthenticated(SIGN_IN)
        return { session, user }
      },
      Effect.catchTags({ ConfigurationError: unavailable, KeysUnavailable: unavailable, RequestError: unavailable })
    )

    const scheme: UserRequired["Service"]["bearer"] = (handler) =>
      Effect.flatMap(authenticate(load), ({ session, user }) =>
        handler.pipe(Effect.provideService(CurrentSession, session), Effect.provideService(CurrentUser, user))
      )
    return UserRequired.of({ stackAuth: scheme, bearer: scheme, cookie: scheme })
  })
)
