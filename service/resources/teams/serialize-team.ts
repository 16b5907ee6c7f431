/** Serializes teams for each tier. */
import type { ServerTeam } from "../../../core/schema/server-team.ts"
import type { Team } from "../../../core/schema/team.ts"
import type { TeamRecord } from "../../sql/records/team-record.ts"

export const serializeTeam = (team: TeamRecord): Team => ({
  id: team.id,
  displayName: team.displayName,
  profileImageUrl: team.profileImageUrl,
  clientMetadata: team.clientMetadata,
  clientReadOnlyMetadata: team.clientReadOnlyMetadata
})

export const serializeServerTeam = (team: TeamRecord): ServerTeam => ({
  ...serializeTeam(team),
  createdAt: team.createdAt,
  serverMetadata: team.serverMetadata
})
