/** Teams as each tier sees them. */
import type { ServerTeam } from "../../../core/schema/server-team.ts"
import type { Team } from "../../../core/schema/team.ts"
import type { TeamRecord } from "../../sql/records/team-record.ts"

export const representTeam = (team: TeamRecord): Team => ({
  id: team.id,
  displayName: team.displayName,
  profileImageUrl: team.profileImageUrl,
  clientMetadata: team.clientMetadata,
  clientReadOnlyMetadata: team.clientReadOnlyMetadata
})

export const representServerTeam = (team: TeamRecord): ServerTeam => ({
  ...representTeam(team),
  createdAt: team.createdAt,
  serverMetadata: team.serverMetadata
})
