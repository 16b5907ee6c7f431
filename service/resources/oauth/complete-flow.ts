/**
 * Issues an authorization code for an account at a provider: for its user, for a new one, or for the user who connects
 * it.
 */
import { Clock, Effect } from "effect"
import { OAuthAccountNotForSignIn } from "../../../core/errors/oauth-account.ts"
import { OAuthConnectionAlreadyConnectedToAnotherUser } from "../../../core/errors/oauth.ts"
import { SignUpNotEnabled } from "../../../core/errors/user.ts"
import { noteProject, noteTargets } from "../../audit/current-audit.ts"
import { textError } from "../../response/raw-response.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { blankUser, type NewUser } from "../users/create-user.ts"
import { signUpUser } from "../users/upgrade-user.ts"
import { UserStore } from "../users/user-store.ts"
import { connectAccount, requireRoomForAccount } from "../connected-accounts/connect-account.ts"
import { type OAuthAccountRecord, OAuthAccountStore } from "../connected-accounts/oauth-account-store.ts"
import { isSessionRevoked } from "../sessions/is-session-revoked.ts"
import { ChannelStore } from "../contact-channels/channel-store.ts"
import { AuthorizationCodeStore, hashCode } from "./authorization-code-store.ts"
import type { OAuthFlow } from "./flow-store.ts"
import type { ProviderResult, ProviderClient } from "./provider-client.ts"
import { isLinkingSessionOpen } from "./linked-account.ts"
import { saveProviderTokens } from "./save-provider-tokens.ts"
import type { ProviderAccount } from "../../providers/provider.ts"
import { randomBytes, randomUUID } from "node:crypto"

/** The lifetime of an authorization code, in milliseconds. */
const CODE_MILLIS = 5 * 60_000

/** Completes a flow in one transaction, and returns the authorization code. */
export const completeFlow = Effect.fnUntraced(function* (
  project: ProjectRecord,
  flow: OAuthFlow,
  { isShared }: ProviderClient,
  { account, tokens }: ProviderResult
) {
  const { userId: linkingUserId } = flow
  // The session may have ended during the request to the provider.
  if (!(yield* isLinkingSessionOpen(project.id, flow.sessionId))) return yield* flowEnded
  if (yield* isAnonymousSessionRevoked(flow)) return yield* flowEnded
  const newAccount = { providerId: flow.providerId, accountId: account.accountId, email: account.email }
  const owner = yield* (yield* OAuthAccountStore).find(project.id, newAccount.providerId, newAccount.accountId)
  // With shared keys the application has no access to the provider's tokens, so they are not stored.
  const kept = isShared ? null : tokens
  const { isNewUser, userId } =
    linkingUserId === null
      ? yield* signIn(project, flow, account, owner)
      : { userId: linkingUserId, isNewUser: yield* requireLinkable(project.id, linkingUserId, owner) }
  if (linkingUserId === null && kept !== null) yield* saveProviderTokens({ projectId: project.id, ...newAccount }, kept)
  yield* noteProject(project.id)
  yield* noteTargets({ user_id: userId })
  const now = yield* Clock.currentTimeMillis
  const code = randomBytes(32).toString("hex")
  yield* (yield* AuthorizationCodeStore).insert({
    codeHash: hashCode(code),
    projectId: project.id,
    userId,
    redirectUri: flow.redirectUri,
    codeChallenge: flow.codeChallenge,
    codeChallengeMethod: flow.codeChallengeMethod,
    isNewUser,
    afterCallbackRedirectUrl: flow.afterCallbackRedirectUrl,
    sessionId: null,
    linkingSessionId: flow.sessionId,
    impersonatorId: null,
    impersonatorSessionId: null,
    linkedAccount: linkingUserId === null ? null : { account: newAccount, tokens: kept },
    createdAt: now,
    expiresAt: now + CODE_MILLIS
  })
  return code
}, inTransaction)

/**
 * Returns whether the session was revoked in which an anonymous user started the flow. False for a deleted user, who
 * signs up as a new one, and for flows of earlier versions, which have no session.
 */
const isAnonymousSessionRevoked = Effect.fnUntraced(function* (flow: OAuthFlow) {
  const { anonymousSessionId: sessionId, anonymousUserId: userId, projectId } = flow
  return sessionId !== null && userId !== null && (yield* isSessionRevoked(projectId, { sessionId, userId }))
})

/** The response to a flow that has ended, or whose session has. */
export const flowEnded = textError(400, "This sign-in has ended already. Please sign in again.")

/**
 * Fails if the account cannot be connected to the user who started the flow. It is connected when the code is
 * exchanged. Returns false: no user is created.
 */
const requireLinkable = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  owner: OAuthAccountRecord | null
) {
  if (owner !== null && owner.userId !== userId) return yield* new OAuthConnectionAlreadyConnectedToAnotherUser()
  if (owner === null) yield* requireRoomForAccount(projectId, userId)
  return false
})

/** Returns the user of the account, or signs one up. */
const signIn = Effect.fnUntraced(function* (
  project: ProjectRecord,
  { anonymousUserId, providerId }: OAuthFlow,
  account: ProviderAccount,
  owner: OAuthAccountRecord | null
) {
  if (owner !== null && !owner.allowSignIn) return yield* new OAuthAccountNotForSignIn()
  if (owner !== null) return { userId: owner.userId, isNewUser: false }
  if (!project.signUpEnabled) return yield* new SignUpNotEnabled()
  const userId = yield* signUp(project.id, anonymousUserId, account)
  // The account is not connected: it was looked up in the same transaction.
  const { accountId, email } = account
  yield* Effect.orDie(connectAccount(project.id, userId, { providerId, accountId, email }))
  return { userId, isNewUser: true }
})

/**
 * Creates a user, or turns an anonymous one into a real one. An existing user with the same address is never signed in:
 * the owner of an account at the provider need not be the owner of the account here. An address with which another user
 * signs in is stored, but not used for sign-in.
 *
 * An anonymous user who can sign in otherwise is not turned into a real one. The URL of a flow names that user, so an
 * attacker could make another person complete a flow for the attacker's user, and keep a way into the account.
 */
const signUp = Effect.fnUntraced(function* (
  projectId: string,
  anonymousUserId: string | null,
  account: ProviderAccount
) {
  const { displayName, email, emailVerified, profileImageUrl } = account
  const user = { ...blankUser(projectId, randomUUID(), yield* Clock.currentTimeMillis), displayName, profileImageUrl }
  const newUser = (usedForAuth: boolean): NewUser => ({
    user,
    primaryEmail: email === null ? null : { value: email, isVerified: emailVerified, usedForAuth },
    passwordHash: null
  })
  const canSignIn = anonymousUserId !== null && (yield* hasSignInMethod(projectId, anonymousUserId))
  const upgraded = canSignIn ? null : anonymousUserId
  return yield* signUpUser(upgraded, newUser(true)).pipe(
    Effect.catchTag("UserEmailAlreadyExists", () => Effect.orDie(signUpUser(upgraded, newUser(false))))
  )
})

/** Returns whether a user has a sign-in method, or an address that they have verified and could sign in with. */
const hasSignInMethod = Effect.fnUntraced(function* (projectId: string, userId: string) {
  const user = yield* (yield* UserStore).find(projectId, userId)
  if (user === null) return false
  if (user.hasPassword || user.passkeyAuthEnabled || user.otpAuthEnabled || user.oauthAccounts.length > 0) return true
  return (yield* (yield* ChannelStore).list(projectId, userId)).some(({ isVerified }) => isVerified)
})
