/** The user of the session, who may be anonymous. */
import * as Effect from "effect/Effect"
import { call } from "../../core/call/call.ts"
import { UserNotSignedIn } from "../../core/errors/local-session-errors.ts"
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Endpoint } from "../../core/http/endpoint.ts"
import type { AnonymousCalls, SignUpAnonymouslyError } from "./anonymous.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { unrestrictedUser, type UserState } from "./user-state.ts"

/** The user of the session. */
export interface SessionUserCalls<User> {
  /**
   * The signed-in user, or `null`. A restricted user, e.g. an anonymous one, is not signed in. Sends no request when
   * there is no session.
   */
  readonly getUser: Effect.Effect<User | null, RequestError>
  /** The signed-in user, who may be anonymous (`isAnonymous`) or restricted (`isRestricted`), or `null`. */
  readonly getSessionUser: Effect.Effect<User | null, RequestError>
  /** The signed-in user, who may be anonymous. Signs up an anonymous one without a session. */
  readonly getUserOrAnonymous: Effect.Effect<User, SignUpAnonymouslyError | UserNotSignedIn>
}

export const sessionUserCalls = <User extends UserState>(
  { session, share }: CallDependencies,
  getMe: Endpoint<{}, User, CannotGetOwnUserWithoutUser>,
  { signUpAnonymously }: AnonymousCalls
): SessionUserCalls<User> => {
  const getSessionUser = Effect.flatMap(session.tokens, ({ accessToken }): Effect.Effect<User | null, RequestError> =>
    accessToken === null
      ? Effect.succeed(null)
      : share("user", call<{}, User, CannotGetOwnUserWithoutUser>(getMe)).pipe(
          Effect.catchTag("CannotGetOwnUserWithoutUser", () => Effect.succeed(null))
        )
  )
  return {
    getUser: Effect.map(getSessionUser, unrestrictedUser),
    getSessionUser,
    getUserOrAnonymous: Effect.gen(function* () {
      const present = yield* getSessionUser
      if (present !== null) return present
      yield* signUpAnonymously()
      // The session may have ended at once, in another tab.
      return (yield* getSessionUser) ?? (yield* new UserNotSignedIn())
    })
  }
}
