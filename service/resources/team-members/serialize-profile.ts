/** Serializes profiles for each tier. Members without a name or an image in the team have those of the user. */
import type { ServerTeamMemberProfile, TeamMemberProfile } from "../../../core/schema/team-member.ts"
import { serializeServerUser } from "../users/serialize-user.ts"
import type { Member, Profile } from "./profile-store.ts"

const serializeProfile = ({ displayName, profileImageUrl, teamId, user }: Profile): TeamMemberProfile => ({
  teamId,
  userId: user.id,
  displayName: displayName ?? user.displayName,
  profileImageUrl: profileImageUrl ?? user.profileImageUrl
})

export const serializeMemberProfile = ({
  displayName,
  profileImageUrl,
  teamId,
  userId
}: Member): TeamMemberProfile => ({ teamId, userId, displayName, profileImageUrl })

export const serializeServerProfile = (profile: Profile): ServerTeamMemberProfile => ({
  ...serializeProfile(profile),
  user: serializeServerUser(profile.user)
})
