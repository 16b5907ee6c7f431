/** Members as each tier sees them: where they have no name or image in the team, their own. */
import type { ServerTeamMemberProfile, TeamMemberProfile } from "../../../core/schema/team-member.ts"
import { serializeServerUser } from "../users/serialize-user.ts"
import type { Profile } from "./profile-store.ts"

export const serializeProfile = ({ displayName, profileImageUrl, teamId, user }: Profile): TeamMemberProfile => ({
  teamId,
  userId: user.id,
  displayName: displayName ?? user.displayName,
  profileImageUrl: profileImageUrl ?? user.profileImageUrl
})

export const serializeServerProfile = (profile: Profile): ServerTeamMemberProfile => ({
  ...serializeProfile(profile),
  user: serializeServerUser(profile.user)
})
