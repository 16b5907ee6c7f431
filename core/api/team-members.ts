/** Endpoints of team members with email addresses and roles. An extension: the original service does not have them. */
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import { LastTeamAdmin, TeamRolesNotDistinct } from "../errors/team-role.ts"
import { TeamMembershipNotFound, TeamNotFound, TeamPermissionRequired } from "../errors/team.ts"
import * as Endpoint from "../http/endpoint.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { list as listOf } from "../schema/lists.ts"
import { AssignableTeamRole, TeamMember } from "../schema/team-role.ts"
import { wire } from "../schema/wire.ts"

const ofEveryTier = {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  missingFrom: "Stack Auth"
} as const

/**
 * Lists the members of a team, oldest membership first. In the client tier it needs `$read_members`; the addresses of
 * other members need `$remove_members`.
 */
export const list = Endpoint.get("/team-members", {
  ...ofEveryTier,
  query: wire({ teamId: Uuid }),
  success: listOf(TeamMember),
  errors: [CannotGetOwnUserWithoutUser, TeamNotFound, TeamMembershipNotFound, TeamPermissionRequired]
})

/**
 * Changes the role of a member. Permissions that are part of no role are kept. In the client tier it needs
 * `$remove_members` and every permission that the change grants or revokes.
 */
export const update = Endpoint.patch("/team-members/:team_id/:user_id", {
  ...ofEveryTier,
  params: { team_id: Uuid, user_id: UserRef },
  body: wire({ role: AssignableTeamRole }),
  success: TeamMember,
  errors: [
    CannotGetOwnUserWithoutUser,
    TeamMembershipNotFound,
    TeamPermissionRequired,
    LastTeamAdmin,
    TeamRolesNotDistinct
  ]
})
