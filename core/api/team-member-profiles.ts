/** Endpoints of team member profiles: the names and images of members in their teams. */
import * as Schema from "effect/Schema"
import { TeamMembershipNotFound, TeamNotFound, TeamPermissionRequired } from "../errors/team.ts"
import { UserNotFound } from "../errors/user.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { list as listOf } from "../schema/lists.ts"
import { ServerTeamMemberProfile, TeamMemberProfile, TeamMemberProfileUpdate } from "../schema/team-member.ts"
import { wire } from "../schema/wire.ts"

const client = { tiers: ["client"], session: "current", resource: true } as const
const server = { tiers: ["server", "admin"], resource: true } as const
const onePath = "/team-member-profiles/:team_id/:user_id"
const params = { team_id: Uuid, user_id: UserRef }
const query = wire({ teamId: Schema.optionalKey(Uuid), userId: Schema.optionalKey(UserRef) })

const listErrors = [
  CannotGetOwnUserWithoutUser,
  TeamMembershipNotFound,
  TeamPermissionRequired,
  TeamNotFound,
  UserNotFound
] as const
const getErrors = [CannotGetOwnUserWithoutUser, UserNotFound, TeamMembershipNotFound, TeamPermissionRequired] as const
const updateErrors = [CannotGetOwnUserWithoutUser, UserNotFound, TeamMembershipNotFound] as const

/** Lists the profiles of a team, oldest membership first. The profiles of other members need `$read_members`. */
export const list = Endpoint.get("/team-member-profiles", {
  ...client,
  query,
  success: listOf(TeamMemberProfile),
  errors: listErrors
})
/** Lists member profiles of teams, as a server. */
export const listAsServer = Endpoint.get("/team-member-profiles", {
  ...server,
  query,
  success: listOf(ServerTeamMemberProfile),
  errors: listErrors
})

/** Returns the member profile of a user in a team. */
export const get = Endpoint.get(onePath, { ...client, params, success: TeamMemberProfile, errors: getErrors })
/** Returns the member profile of any user in a team, as a server. */
export const getAsServer = Endpoint.get(onePath, {
  ...server,
  params,
  success: ServerTeamMemberProfile,
  errors: getErrors
})

/** Updates a profile. In the client tier, only the caller's own. */
export const update = Endpoint.patch(onePath, {
  ...client,
  params,
  body: TeamMemberProfileUpdate,
  success: TeamMemberProfile,
  errors: updateErrors
})
/** Changes the member profile of any user in a team, as a server. */
export const updateAsServer = Endpoint.patch(onePath, {
  ...server,
  params,
  body: TeamMemberProfileUpdate,
  success: ServerTeamMemberProfile,
  errors: updateErrors
})
