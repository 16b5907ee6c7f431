/** Decides whether an owner may be signed in as a user: checked at the start, and at every later request. */
import { Clock, Effect } from "effect"
import { INTERNAL_PROJECT_ID } from "../../sql/records/project-record.ts"
import type { TokenSubject } from "../../crypto/access-tokens.ts"
import { ownedIn } from "../projects/project-owners.ts"
import { ProjectStore } from "../projects/project-store.ts"
import { type Impersonator, impersonatorOf, SessionStore } from "../sessions/session-store.ts"
import { restrictedReasonOf } from "../users/restricted-reason.ts"
import { UserStore } from "../users/user-store.ts"

/**
 * The lifetime of the session of an owner who is signed in as a user: an hour, in milliseconds. Nothing prolongs it.
 */
export const IMPERSONATION_MILLIS = 3_600_000

/**
 * Returns whether the project still lets its owners sign in as a user, the owner's own session has not ended, and the
 * owner still owns the project.
 */
export const mayImpersonate = Effect.fnUntraced(function* (
  projectId: string,
  { ownerId, ownerSessionId }: Impersonator
) {
  const project = yield* (yield* ProjectStore).find(projectId)
  if (project === null || !project.allowImpersonation || projectId === INTERNAL_PROJECT_ID) return false
  const now = yield* Clock.currentTimeMillis
  const session = yield* (yield* SessionStore).findById(INTERNAL_PROJECT_ID, ownerSessionId, now)
  if (session?.userId !== ownerId) return false
  const owner = yield* (yield* UserStore).find(INTERNAL_PROJECT_ID, ownerId)
  return owner !== null && restrictedReasonOf(owner) === null && ownedIn(owner.serverMetadata).includes(projectId)
})

/** Returns whether the session of an access token has not ended, and its owner may still be signed in as the user. */
export const isImpersonationActive = Effect.fnUntraced(function* (projectId: string, { sessionId }: TokenSubject) {
  const now = yield* Clock.currentTimeMillis
  const session = yield* (yield* SessionStore).findById(projectId, sessionId, now)
  const impersonator = session && impersonatorOf(session)
  return impersonator !== null && (yield* mayImpersonate(projectId, impersonator))
})
