/** Users: the caller in every tier, and any user for the application's server. */
import * as Schema from "effect/Schema"
import { TeamMembershipNotFound } from "../errors/permissions-and-teams.ts"
import { CannotGetOwnUserWithoutUser, UserEmailAlreadyExists, UserNotFound } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { UserRef, Uuid } from "../schema/fields.ts"
import { BooleanText, page } from "../schema/list.ts"
import { Success } from "../schema/session.ts"
import { ServerUser, ServerUserCreate, ServerUserUpdate, User, UserUpdate } from "../schema/user.ts"
import { wire } from "../schema/wire.ts"
import { me } from "./own-user.ts"

export { getMe } from "./own-user.ts"

export const getMeAsServer = Endpoint.get(me, {
  tiers: ["server", "admin"],
  session: "current",
  resource: true,
  success: ServerUser,
  errors: [CannotGetOwnUserWithoutUser]
})

export const updateMe = Endpoint.patch(me, {
  tiers: ["client"],
  session: "current",
  resource: true,
  body: UserUpdate,
  success: User,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound]
})

export const updateMeAsServer = Endpoint.patch(me, {
  tiers: ["server", "admin"],
  session: "current",
  resource: true,
  body: ServerUserUpdate,
  success: ServerUser,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserEmailAlreadyExists]
})

/** In the client tier only if the project allows it. */
export const removeMe = Endpoint.del(me, {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  success: Success,
  errors: [CannotGetOwnUserWithoutUser]
})

const server = { tiers: ["server", "admin"], resource: true } as const
const params = { user_id: UserRef }

/** By sign-up time, the oldest first unless `desc`. Without `limit` all of them. */
export const list = Endpoint.get("/users", {
  ...server,
  query: wire({
    teamId: Schema.optionalKey(Uuid),
    limit: Schema.optionalKey(Schema.FiniteFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(1))),
    /** The id of the first user of the page. */
    cursor: Schema.optionalKey(Uuid),
    orderBy: Schema.optionalKey(Schema.Literal("signed_up_at")),
    desc: Schema.optionalKey(BooleanText),
    /** Part of a display name or of any address, or a whole id. */
    query: Schema.optionalKey(Schema.String)
  }),
  success: page(ServerUser)
})

/** Works with sign-up closed. */
export const create = Endpoint.post("/users", {
  ...server,
  body: ServerUserCreate,
  status: 201,
  success: ServerUser,
  errors: [UserEmailAlreadyExists]
})

export const get = Endpoint.get("/users/:user_id", { ...server, params, success: ServerUser, errors: [UserNotFound] })

/** A new password ends all sessions of the user. */
export const update = Endpoint.patch("/users/:user_id", {
  ...server,
  params,
  body: ServerUserUpdate,
  success: ServerUser,
  errors: [UserNotFound, TeamMembershipNotFound, UserEmailAlreadyExists]
})

/** With sessions, channels, ways to sign in and memberships. */
export const remove = Endpoint.del("/users/:user_id", {
  ...server,
  params,
  success: Success,
  errors: [UserNotFound]
})
