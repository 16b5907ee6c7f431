/**
 * Authenticates a request by its headers. The order of the checks decides which error a request with several mistakes
 * gets:
 *
 * access token → access type → project id → admin access token, or else the key of the tier → project → branch →
 * anonymous user → changed restriction
 *
 * A restricted user is refused by the endpoint (`require-unrestricted-caller.ts`).
 */
import { Clock, Effect, Redacted, Schema } from "effect"
import {
  AccessTypeWithoutProjectId,
  AdminAccessTokenExpired,
  AdminAccessTokenIsNotAdmin,
  AdminAuthenticationRequired,
  ClientAuthenticationRequired,
  InvalidAccessType,
  InvalidProjectForAdminAccessToken,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  ProjectKeyWithoutAccessType,
  PublishableClientKeyRequiredForProject,
  ServerAuthenticationRequired,
  UnparsableAdminAccessToken
} from "../../core/errors/project-authentication.ts"
import {
  AccessTokenExpired,
  InvalidProjectForAccessToken,
  UnparsableAccessToken
} from "../../core/errors/access-token.ts"
import { AnonymousAuthenticationNotAllowed } from "../../core/errors/restricted-user.ts"
import { BranchDoesNotExist } from "../../core/errors/request-project.ts"
import { header } from "../../core/http/headers.ts"
import { Tier } from "../../core/schema/tier.ts"
import { AccessTokens, type TokenSubject } from "../crypto/access-tokens.ts"
import type { CallerValues } from "../request/caller.ts"
import { textError } from "../response/raw-response.ts"
import { isImpersonationActive } from "../resources/impersonation/may-impersonate.ts"
import { ProjectStore } from "../resources/projects/project-store.ts"
import { INTERNAL_PROJECT_ID } from "../sql/records/project-record.ts"
import { SessionStore } from "../resources/sessions/session-store.ts"
import { restrictedReasonOf } from "../resources/users/restricted-reason.ts"
import { UserStore } from "../resources/users/user-store.ts"

/** The branch of every project. Clients since Stack Auth 2.8 may name one. */
const ONLY_BRANCH = "main"

/** Cuts an id for an error. */
const shorten = (projectId: string) => projectId.slice(0, 100)

/** Returns a header by its name, and `null` for an empty one. */
type Headers = (name: string) => string | null

/**
 * Returns the caller of a request; `null` if it has no credentials.
 *
 * @param readsUser reads the record of the caller's user in the same statement
 */
export const authenticate = Effect.fnUntraced(function* (
  all: Readonly<Record<string, string | undefined>>,
  readsUser: boolean
) {
  const headers: Headers = (name) => all[name] || null
  const projectId = headers(header.projectId)
  const subject = projectId === null ? null : yield* subjectOf(projectId, headers(header.accessToken))
  const tier = yield* accessType(headers)
  if (tier === null) return null
  if (projectId === null) return yield* new AccessTypeWithoutProjectId({ requestType: tier })
  const adminToken = headers(header.adminAccessToken)
  const { impersonatorId, keySetId, hasSession, ownerId, ownerSessionId, project, record, user } =
    adminToken === null
      ? yield* byKey(projectId, tier, headers, subject, readsUser)
      : yield* byAdmin(projectId, adminToken, subject)
  const branch = headers(header.branchId) ?? ONLY_BRANCH
  if (branch !== ONLY_BRANCH) return yield* new BranchDoesNotExist({ branchId: shorten(branch) })
  // Decided by the token: that of an anonymous user stays one until it expires, also if the user has signed up since.
  if (subject?.restrictedReason === "anonymous" && headers(header.allowAnonymousUser) !== "true") {
    return yield* new AnonymousAuthenticationNotAllowed()
  }
  // The session was revoked after the token was issued, or the user was restricted or is not any more: the client gets
  // a new token. The error has no `expired_at_millis`: SDKs of version 2.7 fail with a TypeError on one.
  if (user !== null && !(hasSession && restrictedReasonOf(user) === subject?.restrictedReason)) {
    return yield* new AccessTokenExpired({ expiredAt: null })
  }
  // Unlike the token of a user, one of an owner who is signed in as a user ends at once, like the admin access token.
  if (
    user !== null &&
    subject !== null &&
    impersonatorId !== null &&
    !(yield* isImpersonationActive(project.id, subject))
  ) {
    return yield* new AccessTokenExpired({ expiredAt: null })
  }
  const refreshToken = headers(header.refreshToken)
  // The token of a deleted user is ignored.
  const current = user === null ? null : subject
  // The header that allows anonymous users allows all restricted ones.
  const isAllowed = [header.allowRestrictedUser, header.allowAnonymousUser].some((name) => headers(name) === "true")
  return {
    tier,
    project,
    userId: current?.userId ?? null,
    user: record,
    refusedReason: isAllowed ? null : (current?.restrictedReason ?? null),
    sessionId: current?.sessionId ?? null,
    impersonatorId: current === null ? null : impersonatorId,
    isOwnUserRefused: false,
    keySetId,
    ownerId,
    ownerSessionId,
    refreshToken: refreshToken === null ? null : Redacted.make(refreshToken)
  } satisfies CallerValues
})

/** Verifies an access token. An invalid token is refused even by endpoints that need no user. */
const subjectOf = Effect.fnUntraced(function* (projectId: string, token: string | null) {
  if (token === null) return null
  const tokens = yield* AccessTokens
  const verified = yield* tokens.verify(token).pipe(
    Effect.catchTags({
      TokenUnparsable: () => Effect.fail(new UnparsableAccessToken()),
      TokenExpired: ({ expiredAt }) => Effect.fail(new AccessTokenExpired({ expiredAt }))
    })
  )
  if (verified.projectId !== projectId) return yield* new InvalidProjectForAccessToken()
  return verified
})

const tiers: ReadonlySet<unknown> = new Set(Tier.literals)

export const isTier = (value: unknown): value is Tier => tiers.has(value)

const accessType = Effect.fnUntraced(function* (headers: Headers) {
  const given = headers(header.accessType)
  if (given === null) {
    const keys = [...Object.values(keysOfTiers).map(({ name }) => name), header.adminAccessToken]
    if (keys.some((name) => headers(name) !== null)) return yield* new ProjectKeyWithoutAccessType()
    return null
  }
  if (!isTier(given)) return yield* new InvalidAccessType()
  return given
})

const keysOfTiers = {
  client: {
    name: header.publishableClientKey,
    kind: "publishable_client_key",
    missing: () => new ClientAuthenticationRequired(),
    invalid: (projectId: string) => new InvalidPublishableClientKey({ projectId: shorten(projectId) })
  },
  server: {
    name: header.secretServerKey,
    kind: "secret_server_key",
    missing: () => new ServerAuthenticationRequired(),
    invalid: (projectId: string) => new InvalidSecretServerKey({ projectId: shorten(projectId) })
  },
  admin: {
    name: header.superSecretAdminKey,
    kind: "super_secret_admin_key",
    missing: () => new AdminAuthenticationRequired(),
    invalid: (projectId: string) => new InvalidSuperSecretAdminKey({ projectId: shorten(projectId) })
  }
} as const

/**
 * Returns the error for a missing key. Clients since Stack Auth 2.8.39, which always send this header, know another one
 * than earlier clients. A project that does not exist has the same: an id alone does not disclose it.
 */
const missingKey = (projectId: string, tier: Tier, headers: Headers) =>
  tier === "client" && headers(header.allowAnonymousUser) !== null
    ? new PublishableClientKeyRequiredForProject({ projectId: shorten(projectId) })
    : keysOfTiers[tier].missing()

/**
 * Authenticates by the key of the tier. Keys of other tiers are ignored. Clients need none if the project does not
 * require it; a wrong one is refused.
 */
const byKey = Effect.fnUntraced(function* (
  projectId: string,
  tier: Tier,
  headers: Headers,
  subject: TokenSubject | null,
  readsUser: boolean
) {
  const { invalid, kind, name } = keysOfTiers[tier]
  const key = headers(name)
  if (key === null && tier !== "client") return yield* missingKey(projectId, tier, headers)
  const claimed = yield* (yield* ProjectStore).claimed({
    projectId,
    key: key === null ? null : { kind, text: key },
    subject,
    readsUser,
    now: yield* Clock.currentTimeMillis
  })
  if (claimed === null) return yield* key === null ? missingKey(projectId, tier, headers) : invalid(projectId)
  const { project, user: record } = claimed
  const { hasSession, hasUser, impersonatorId, keySetId } = project
  // The row is not copied without these fields, since this runs for every request.
  const user = hasUser ? project : null
  return { project, keySetId, ownerId: null, ownerSessionId: null, user, record, hasSession, impersonatorId }
})

const Managed = Schema.Struct({ managedProjectIds: Schema.Array(Schema.String) })
const isManaging = Schema.is(Managed)

/** Authenticates by an admin access token: the token of a user of the internal project who owns the project. */
const byAdmin = Effect.fnUntraced(function* (projectId: string, token: string, subject: TokenSubject | null) {
  const tokens = yield* AccessTokens
  const verified = yield* tokens.verify(token).pipe(
    Effect.catchTags({
      TokenUnparsable: () => Effect.fail(new UnparsableAdminAccessToken()),
      TokenExpired: ({ expiredAt }) => Effect.fail(new AdminAccessTokenExpired({ expiredAt }))
    })
  )
  if (verified.projectId !== INTERNAL_PROJECT_ID) return yield* new AdminAccessTokenIsNotAdmin()
  const users = yield* UserStore
  const sessions = yield* SessionStore
  const user = yield* users.find(INTERNAL_PROJECT_ID, verified.userId)
  if (user === null) return yield* textError(401, "The user of the admin access token does not exist any more.")
  const now = yield* Clock.currentTimeMillis
  // Unlike the token of a user, which stays valid after signing out, as on the wire: an owner can change all users.
  const session = yield* sessions.findById(INTERNAL_PROJECT_ID, verified.sessionId, now)
  if (session?.userId !== verified.userId || verified.restrictedReason !== restrictedReasonOf(user)) {
    return yield* new AdminAccessTokenExpired({ expiredAt: null })
  }
  if (verified.restrictedReason !== null) return yield* new AdminAccessTokenIsNotAdmin()
  const managed = isManaging(user.serverMetadata) ? user.serverMetadata.managedProjectIds : []
  if (!managed.includes(projectId)) return yield* new AdminAccessTokenIsNotAdmin()
  const project = yield* (yield* ProjectStore).find(projectId)
  if (project === null) return yield* new InvalidProjectForAdminAccessToken()
  const ofUser = subject && (yield* sessions.ofToken(subject))
  const record = subject && (yield* users.find(projectId, subject.userId))
  return {
    project,
    keySetId: null,
    ownerId: verified.userId,
    ownerSessionId: verified.sessionId,
    user: record,
    record,
    hasSession: ofUser !== null,
    impersonatorId: ofUser === null ? null : ofUser.impersonatorId
  }
})
