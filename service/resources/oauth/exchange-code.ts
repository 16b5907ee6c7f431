import { Clock, Effect, Redacted } from "effect"
import { timingSafeEqual } from "node:crypto"
import { InvalidAuthorizationCode } from "../../../core/errors/oauth.ts"
import { RedirectUrlNotWhitelisted } from "../../../core/errors/redirect-url.ts"
import { noteImpersonator, noteProject, noteSignIn, noteTargets } from "../../audit/current-audit.ts"
import { IMPERSONATION_MILLIS, mayImpersonate } from "../impersonation/may-impersonate.ts"
import { type Impersonator, impersonatorOf, SessionStore } from "../sessions/session-store.ts"
import { startSession } from "../sessions/start-session.ts"
import { inTransaction } from "../../sql/rows.ts"
import { UserStore } from "../users/user-store.ts"
import { VerificationCodeStore } from "../verification-codes/verification-code-store.ts"
import { inSignInTransaction } from "../mfa/in-sign-in-transaction.ts"
import { requireSecondFactor } from "../mfa/require-second-factor.ts"
import { s256 } from "./authorization-url.ts"
import { connectLinkedAccount, isLinkingSessionOpen } from "./linked-account.ts"
import { type AuthorizationCode, AuthorizationCodeStore } from "./authorization-code-store.ts"

interface Exchange {
  readonly code: Redacted.Redacted<string>
  readonly codeVerifier: Redacted.Redacted<string>
  readonly redirectUri: string
}

/**
 * Exchanges an authorization code for a session (RFC 6749, section 4.1.3). A wrong `redirectUri` invalidates the code.
 * A wrong verifier does not: an attacker who only saw the code must not be able to prevent the sign-in.
 */
export const exchangeCode = Effect.fnUntraced(function* (projectId: string, given: Exchange) {
  const codes = yield* AuthorizationCodeStore
  const now = yield* Clock.currentTimeMillis
  const code = yield* codes.find(projectId, given.code)
  if (code === null || code.expiresAt <= now || !isVerified(code, Redacted.value(given.codeVerifier))) {
    return yield* new InvalidAuthorizationCode()
  }
  if (!(yield* codes.markUsed(code.codeHash, now))) {
    // RFC 6749, section 4.1.2: the first use may have been the attacker's.
    yield* inTransaction(
      Effect.gen(function* () {
        const refreshTokenHash = yield* codes.markReplayed(code.codeHash, now)
        if (refreshTokenHash !== null) yield* (yield* SessionStore).removeByTokenHash(refreshTokenHash)
        else if (mayRequireFactor(code)) yield* (yield* VerificationCodeStore).removeAttempts(code.userId)
      })
    )
    yield* noteProject(projectId)
    yield* noteTargets({ user_id: code.userId })
    return yield* new InvalidAuthorizationCode()
  }
  // RFC 6749, section 3.1.2.3 and RFC 9700, section 2.1: exact comparison.
  if (given.redirectUri !== code.redirectUri) return yield* new RedirectUrlNotWhitelisted()
  yield* findUser(code)
  yield* connectAccountOf(code)
  // The response after the second factor reports an existing user in any case.
  const session = yield* inSignInTransaction(
    Effect.gen(function* () {
      if (mayRequireFactor(code)) {
        yield* requireValid(code)
        yield* requireSecondFactor(yield* findUser(code))
      }
      const started = yield* startSession(projectId, code.userId, yield* sessionOptions(code, now))
      const isFirst = yield* codes.noteSession(code.codeHash, started.refreshToken)
      return isFirst ? started : yield* new InvalidAuthorizationCode()
    })
  )
  const { afterCallbackRedirectUrl, isNewUser } = code
  return { ...session, isNewUser, afterCallbackRedirectUrl }
})

/** The session of a cross-domain code has passed the second factor. An owner has signed in with the owner's own. */
const mayRequireFactor = (code: AuthorizationCode) => code.sessionId === null && impersonatorOf(code) === null

/** Fails if the user was deleted. */
const findUser = Effect.fnUntraced(function* ({ projectId, userId }: AuthorizationCode) {
  return (yield* (yield* UserStore).find(projectId, userId)) ?? (yield* new InvalidAuthorizationCode())
})

/** Fails if the code was used again, or deleted by a revocation, since its first use. */
const requireValid = Effect.fnUntraced(function* ({ codeHash }: AuthorizationCode) {
  if (!(yield* (yield* AuthorizationCodeStore).isValid(codeHash))) return yield* new InvalidAuthorizationCode()
})

/** Returns how the session of a code differs from that of a sign-in. */
const sessionOptions = Effect.fnUntraced(function* (code: AuthorizationCode, now: number) {
  const { projectId, sessionId, userId } = code
  yield* requireLinkingSession(code)
  const impersonator = impersonatorOf(code)
  if (impersonator !== null) return yield* impersonation(projectId, userId, impersonator)
  return sessionId === null ? {} : yield* findHandedSession(projectId, sessionId, now)
})

/** A code for an owner is void once the owner may not sign in as the user any more. */
const impersonation = Effect.fnUntraced(function* (projectId: string, userId: string, impersonator: Impersonator) {
  if (!(yield* mayImpersonate(projectId, impersonator))) return yield* new InvalidAuthorizationCode()
  yield* noteImpersonator(impersonator.ownerId)
  yield* noteTargets({ user_id: userId })
  return { impersonator, lifetimeMillis: IMPERSONATION_MILLIS }
})

/**
 * A code that hands a session to another domain is void once that session has ended. The new session ends when that one
 * expires, so that no session is extended, and an impersonation stays one.
 */
const findHandedSession = Effect.fnUntraced(function* (projectId: string, sessionId: string, now: number) {
  const handed = yield* (yield* SessionStore).findById(projectId, sessionId, now)
  if (handed === null) return yield* new InvalidAuthorizationCode()
  yield* noteTargets({ source_session_id: sessionId })
  return {
    isImpersonation: handed.isImpersonation,
    ...(handed.endsAt !== null && { lifetimeMillis: handed.endsAt.getTime() - now })
  }
})

/** The code of a linking flow is void once the session that started the flow has ended. */
const requireLinkingSession = Effect.fnUntraced(function* ({ linkingSessionId, projectId }: AuthorizationCode) {
  if (!(yield* isLinkingSessionOpen(projectId, linkingSessionId))) return yield* new InvalidAuthorizationCode()
})

/** Connects the account of a linking flow. Its user was signed in when the flow started. */
const connectAccountOf = Effect.fnUntraced(function* (code: AuthorizationCode) {
  const { createdAt, linkedAccount, projectId, userId } = code
  if (linkedAccount === null) return
  yield* noteSignIn(projectId, userId)
  yield* requireLinkingSession(code)
  yield* requireValid(code)
  yield* connectLinkedAccount({ projectId, userId, createdAt, linked: linkedAccount }).pipe(
    // Another user has connected it since the redirect from the provider.
    Effect.catchTag("UniqueViolation", () => Effect.fail(new InvalidAuthorizationCode()))
  )
}, inTransaction)

/** RFC 7636, section 4.6. */
const isVerified = ({ codeChallenge, codeChallengeMethod }: AuthorizationCode, verifier: string): boolean => {
  const proof = Buffer.from(codeChallengeMethod === "S256" ? s256(verifier) : verifier)
  const challenge = Buffer.from(codeChallenge)
  return verifier !== "" && proof.length === challenge.length && timingSafeEqual(proof, challenge)
}
