/** Endpoints that list and revoke the sessions of a user. */
import * as Schema from "effect/Schema"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import { CannotDeleteCurrentSession, SessionNotFound } from "../errors/session.ts"
import { UserNotFound } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { ActiveSession } from "../schema/active-session.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { list as listOf } from "../schema/lists.ts"
import { Success } from "../schema/responses.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const

const ofUser = wire({ userId: UserRef })

/**
 * Lists the sessions of a user that have not ended, newest first, at most 200. The client tier has access to those of
 * the caller. Impersonations are listed in the admin tier only.
 */
export const list = Endpoint.get("/auth/sessions", {
  tiers,
  session: "current",
  missingFrom: "Stack Auth before 2.8",
  query: ofUser,
  success: listOf(ActiveSession),
  errors: [CannotGetOwnUserWithoutUser]
})

/** Revokes another session than that of the request. Its access tokens are refused from then on. */
export const remove = Endpoint.del("/auth/sessions/:session_id", {
  tiers,
  session: "current",
  params: { session_id: Uuid },
  query: wire({ userId: Schema.optionalKey(UserRef) }),
  success: Success,
  errors: [CannotGetOwnUserWithoutUser, CannotDeleteCurrentSession, SessionNotFound]
})

/** Revokes all sessions of a user but that of the request. An extension: the original service does not have it. */
export const removeOthers = Endpoint.del("/auth/sessions", {
  tiers,
  session: "current",
  missingFrom: "Stack Auth",
  query: ofUser,
  success: Success,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})
