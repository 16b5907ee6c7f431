/** Starts sessions and issues their tokens. */
import { Clock, Effect, Redacted } from "effect"
import { DEFAULT_SESSION_MILLIS } from "../../../core/schema/fields/session-duration.ts"
import type { PasswordSignInResult } from "../../../core/schema/session.ts"
import { noteSignIn } from "../../audit/current-audit.ts"
import { AccessTokens, type TokenSubject, type TokenUser } from "../../crypto/access-tokens.ts"
import { newOpaqueToken } from "../../crypto/opaque-token.ts"
import { CurrentDevice } from "../../request/client-device.ts"
import { serviceUrl } from "../../deployment/own-url.ts"
import { requestedLanguage } from "../../mail/mail-language.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { outageReason } from "../../sql/unavailable.ts"
import { mayImpersonate } from "../impersonation/may-impersonate.ts"
import { restrictedReasonOf } from "../users/restricted-reason.ts"
import { UserStore } from "../users/user-store.ts"
import { type FoundSession, type Impersonator, impersonatorOf, SessionStore } from "./session-store.ts"
import { randomUUID } from "node:crypto"

interface SessionOptions {
  /** The time until the session ends, in milliseconds, if the project allows it. Default: that of the project. */
  readonly lifetimeMillis?: number
  /** True if another person signs in as the user. Default: false. */
  readonly isImpersonation?: boolean
  /** The owner who signs in as the user. Default: none. */
  readonly impersonator?: Impersonator | null
  /** True for a sign-in on a command line. Default: false. */
  readonly isCommandLine?: boolean
}

/** Starts a new session and returns its tokens. Nothing of an earlier session is reused. */
export const startSession = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  {
    impersonator = null,
    isCommandLine = false,
    isImpersonation = impersonator !== null,
    lifetimeMillis
  }: SessionOptions = {}
): Effect.fn.Return<
  PasswordSignInResult,
  never,
  SessionStore | AccessTokens | Effect.Services<ReturnType<typeof issueAccessToken>>
> {
  const sessions = yield* SessionStore
  yield* noteSignIn(projectId, userId)
  const { sessionIdleMillis, sessionLifetimeMillis } = yield* sessions.rulesOf(projectId)
  const longest = sessionLifetimeMillis ?? (lifetimeMillis === undefined ? DEFAULT_SESSION_MILLIS : Infinity)
  const now = yield* Clock.currentTimeMillis
  const refreshToken = newOpaqueToken()
  const sessionId = randomUUID()
  yield* sessions.insert({
    id: sessionId,
    projectId,
    userId,
    refreshToken,
    createdAt: now,
    endsAt: now + Math.min(lifetimeMillis ?? Infinity, longest),
    idleMillis: sessionIdleMillis,
    isImpersonation,
    impersonator,
    isCommandLine,
    device: yield* CurrentDevice
  })
  const subject = { userId, sessionId }
  const accessToken = yield* issueAccessToken(projectId, subject, impersonator, !isImpersonation)
  return { accessToken, refreshToken: Redacted.make(refreshToken), userId }
}, inTransaction)

const issueAccessToken = Effect.fnUntraced(function* (
  projectId: string,
  subject: TokenSubject,
  impersonator: Impersonator | null,
  isOwnSignIn: boolean
) {
  const users = yield* UserStore
  // An owner's visit is no activity of the user.
  if (impersonator === null) {
    yield* users.recordActivity(projectId, subject.userId, yield* Clock.currentTimeMillis)
  }
  const user = yield* users.find(projectId, subject.userId)
  if (user === null) return yield* Effect.die("A session has no user")
  if (isOwnSignIn) yield* rememberLanguage(user)
  return yield* (yield* AccessTokens).issue(projectId, subject, tokenUser(user, impersonator), yield* serviceUrl)
})

/** Stores the language of the device with which a user signs in, for later mails. */
const rememberLanguage = Effect.fnUntraced(function* ({ id, language, projectId }: UserRecord) {
  const current = yield* requestedLanguage
  if (current !== null && current !== language) yield* (yield* UserStore).setLanguage(projectId, id, current)
})

/**
 * Issues another access token for a session, also while the database is read-only, e.g. because of a full disk. `null`
 * if the user was deleted meanwhile, or the owner who signed in as the user may not do so any more.
 */
export const renewAccessToken = Effect.fnUntraced(function* (projectId: string, session: FoundSession) {
  const users = yield* UserStore
  const now = yield* Clock.currentTimeMillis
  const impersonator = impersonatorOf(session)
  if (impersonator !== null && !(yield* mayImpersonate(projectId, impersonator))) return null
  const { sessionId, userId } = session
  const recordActivity = impersonator === null ? users.recordActivity(projectId, userId, now) : Effect.void
  yield* recordActivity.pipe(
    Effect.andThen((yield* SessionStore).recordUse(session, now, yield* CurrentDevice)),
    Effect.catchDefect((defect) => (outageReason(defect) === null ? Effect.die(defect) : Effect.void))
  )
  const user = yield* users.find(projectId, userId)
  return user === null
    ? null
    : yield* (yield* AccessTokens).issue(
        projectId,
        { userId, sessionId },
        tokenUser(user, impersonator),
        yield* serviceUrl
      )
})

const tokenUser = (user: UserRecord, impersonator: Impersonator | null): TokenUser => ({
  displayName: user.displayName,
  primaryEmail: user.primaryEmail,
  primaryEmailVerified: user.primaryEmailVerified,
  selectedTeamId: user.selectedTeam?.id ?? null,
  isMultiFactorRequired: user.totpSecret !== null,
  signedUpAt: user.signedUpAt,
  restrictedReason: restrictedReasonOf(user),
  impersonatorId: impersonator === null ? null : impersonator.ownerId
})
