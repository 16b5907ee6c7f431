/** Endpoints that add members to teams and remove them. */
import {
  TeamMembershipAlreadyExists,
  TeamMembershipNotFound,
  TeamNotFound,
  TeamPermissionRequired
} from "../errors/team.ts"
import { UserNotFound } from "../errors/user.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { Success } from "../schema/responses.ts"
import { TeamMembership } from "../schema/team-member.ts"
import { wire } from "../schema/wire.ts"

const path = "/team-memberships/:team_id/:user_id"
const params = { team_id: Uuid, user_id: UserRef }

/** Adds a member with the default permissions of members. */
export const add = Endpoint.post(path, {
  tiers: ["server", "admin"],
  resource: true,
  params,
  body: wire({}),
  status: 201,
  success: TeamMembership,
  errors: [UserNotFound, TeamNotFound, TeamMembershipAlreadyExists]
})

/** Removes a member. In the client tier, the removal of other users needs `$remove_members`. */
export const remove = Endpoint.del(path, {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  params,
  success: Success,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, TeamMembershipNotFound, TeamPermissionRequired]
})
