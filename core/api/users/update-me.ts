/** Updates and deletes the signed-in user. */
import { LimitReached } from "../../errors/limit-reached.ts"
import { PasswordBreached, PasswordTooShort } from "../../errors/password-rules.ts"
import { TeamMembershipNotFound } from "../../errors/team.ts"
import { UserEmailAlreadyExists } from "../../errors/user.ts"
import { CannotGetOwnUserWithoutUser } from "../../errors/own-user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { Success } from "../../schema/responses.ts"
import { ServerUser, ServerUserUpdate } from "../../schema/server-user.ts"
import { User } from "../../schema/user.ts"
import { UserUpdate } from "../../schema/user-update.ts"
import { me } from "./me.ts"

/** Changes the signed-in user. */
export const updateMe = Endpoint.patch(me, {
  tiers: ["client"],
  session: "current",
  resource: true,
  body: UserUpdate,
  success: User,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, LimitReached]
})

/** Changes the user of the session, as a server. */
export const updateMeAsServer = Endpoint.patch(me, {
  tiers: ["server", "admin"],
  session: "current",
  resource: true,
  body: ServerUserUpdate,
  success: ServerUser,
  errors: [
    CannotGetOwnUserWithoutUser,
    TeamMembershipNotFound,
    UserEmailAlreadyExists,
    PasswordTooShort,
    PasswordBreached
  ]
})

/** Deletes the signed-in user. In the client tier, only if the project allows it. */
export const removeMe = Endpoint.del(me, {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  success: Success,
  errors: [CannotGetOwnUserWithoutUser]
})
