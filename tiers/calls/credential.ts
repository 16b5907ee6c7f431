/** Signing up, in and out: the same in every tier. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as PasswordApi from "../../core/api/password/sign-in.ts"
import * as SessionsApi from "../../core/api/sessions/current.ts"
import type { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import { RequestError, TimedOut } from "../../core/errors/request-error.ts"
import { call } from "../../core/call/call.ts"
import { within } from "../../core/lightweight/time-limit.ts"
import type { Navigation } from "../../core/navigation/navigation.ts"
import { Session, signedOut } from "../../core/session/session.ts"
import { noTokens, type Tokens } from "../../core/session/tokens.ts"
import type { ProjectOwnerSession } from "../project-owner.ts"
import { anonymousRules, signUpRules } from "./cache-rules.ts"
import type { AnonymousCalls } from "./anonymous.ts"
import { onDemandCalls } from "./on-demand-calls.ts"
import { onDemand } from "./on-demand.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { redact } from "./redact.ts"
import type { Credential, SignUpCalls } from "./sign-up.ts"
import { requirePersistentSession } from "./require-persistent-session.ts"
import type { CallError } from "./call-error.ts"

/** The errors of `signInWithCredential`. */
export type SignInError = CallError<typeof PasswordApi.signIn> | CookiesBlocked

/** The part of a tier that is about the session. */
export interface CredentialCalls extends SignUpCalls, AnonymousCalls {
  /** Signs in, in place of the previous session. */
  readonly signInWithCredential: (input: Credential) => Effect.Effect<void, SignInError>
  /**
   * Signs out. The local session always ends at once. A failure means that the request failed, so the session is valid
   * at the service until it expires.
   */
  readonly signOut: Effect.Effect<void, RequestError>
  /** The tokens of the session, refreshed if they have expired. */
  readonly tokens: Effect.Effect<Tokens, RequestError>
  /** The stored tokens, without a refresh or request. */
  readonly stored: Effect.Effect<Tokens>
  /**
   * Calls the listener after each sign-in, sign-out and refresh; returns a function that stops this.
   *
   * @param listener The function to call.
   */
  readonly onSessionChange: (listener: () => void) => () => void
  /** The id of the project. */
  readonly projectId: string
  /** For the option `projectOwnerSession` of the admin tier, where this is the internal project. */
  readonly asProjectOwner: ProjectOwnerSession
  /** The pages of sign-in, and how to go there. */
  readonly navigation: Navigation["Service"]
}

/** Time limit of the sign-out request in milliseconds. The local session has already ended. */
const SIGN_OUT_MILLIS = 3000

export const credentialCalls = (dependencies: CallDependencies): CredentialCalls => {
  const { bind, navigation, owner, projectId, session } = dependencies
  return {
    ...onDemandCalls(signUpRules, onDemand, ({ signUpCalls }) => signUpCalls(dependencies)),
    ...onDemandCalls(anonymousRules, onDemand, ({ anonymousCalls }) => anonymousCalls(dependencies)),
    signInWithCredential: Effect.fnUntraced(function* (input) {
      yield* requirePersistentSession(dependencies)
      const body = { email: input.email, password: redact(input.password) }
      yield* session.start(yield* bind(call(PasswordApi.signIn, { body })))
    }),
    signOut: Effect.gen(function* () {
      const { refreshToken } = yield* session.end
      if (refreshToken === null) return
      // The refresh token alone: the service would reject an expired access token before it ends the session.
      const leaving = { ...signedOut, tokens: Effect.succeed({ ...noTokens, refreshToken }) }
      const ending = bind(Effect.provideContext(call(SessionsApi.signOut), Context.make(Session, leaving))).pipe(
        Effect.catchTag("RefreshTokenNotFoundOrExpired", () => Effect.void)
      )
      yield* within(ending, SIGN_OUT_MILLIS, () =>
        Effect.fail(
          new RequestError({
            endpoint: SessionsApi.signOut.name,
            reason: new TimedOut({ limit: "call", millis: SIGN_OUT_MILLIS })
          })
        )
      )
    }),
    tokens: session.tokens,
    stored: session.stored,
    onSessionChange: session.subscribe,
    projectId,
    asProjectOwner: owner,
    navigation
  }
}
