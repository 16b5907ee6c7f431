/** The signed-in user. */
import { TeamMembershipNotFound } from "../../errors/team.ts"
import { CannotGetOwnUserWithoutUser, UserEmailAlreadyExists } from "../../errors/user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Success } from "../../schema/responses.ts"
import { ServerUser, ServerUserUpdate } from "../../schema/server-user.ts"
import { User, UserUpdate } from "../../schema/user.ts"

export const me = "/users/me"

/** A refresh token alone does not authenticate: without an access token there is no user. */
export const getMe = Endpoint.get(me, {
  tiers: ["client"],
  session: "current",
  resource: true,
  success: User,
  errors: [CannotGetOwnUserWithoutUser]
})

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
