/** Signing up anonymously: the same in every tier. Loaded when it is first done. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as AnonymousApi from "../../core/api/anonymous.ts"
import { call } from "../../core/call/call.ts"
import type { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import { makeSingleFlight } from "../../core/sharing/single-flight.ts"
import type { Session } from "../../core/session/session.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"
import { requirePersistentSession } from "./require-persistent-session.ts"

/** The errors of `signUpAnonymously`. */
export type SignUpAnonymouslyError = CallError<typeof AnonymousApi.signUp> | CookiesBlocked

/** The sign-up of an anonymous user. */
export interface AnonymousCalls {
  /**
   * Creates a user without any sign-in method, and signs them in. Does nothing if there is a session already, so that
   * its user is not lost. A session that starts before the response stays, too. A later sign-up turns the user into a
   * real one with the same id and data.
   */
  readonly signUpAnonymously: () => Effect.Effect<void, SignUpAnonymouslyError>
}

const flights = makeSingleFlight<Session["Service"]>()

export const anonymousCalls = (dependencies: CallDependencies): AnonymousCalls => {
  const { bind, session } = dependencies
  const signUp = Effect.gen(function* () {
    const { accessToken } = yield* session.tokens
    if (accessToken !== null) return
    yield* requirePersistentSession(dependencies)
    yield* session.startIfSignedOut(yield* bind(call(AnonymousApi.signUp)))
  })
  return {
    // Two components that need a user create one. The session is not lost when one of them unmounts.
    signUpAnonymously: () =>
      Effect.contextWith(
        (context: Context.Context<never>) => flights.join(session, signUp, context, { outlivesCallers: true }).result
      )
  }
}
