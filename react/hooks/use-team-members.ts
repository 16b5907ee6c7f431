/** Members, profiles and invitations of a team. */
import type { TeamInvitation } from "../../core/schema/team-member.ts"
import type { TeamMember } from "../../core/schema/team-role.ts"
import type { TeamInvitationError } from "../../tiers/calls/team-invitations.ts"
import type {
  GetTeamProfileError,
  ListTeamMembersError,
  ListTeamUsersError,
  TeamProfile,
  TeamUser
} from "../../tiers/calls/team-members.ts"
import { teamIdOf, type TeamRef } from "./team-ref.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** Returns the members of a team. Needs `$read_members`. Suspends. Throws `ListTeamUsersError`. */
export const useTeamUsers = (team: TeamRef): ReadonlyArray<TeamUser> =>
  useQuery(({ teamUsersQuery }) => teamUsersQuery(teamIdOf(team)))

/** Same as `useTeamUsers`, without suspending. */
export const useTeamUsersState = (team: TeamRef): ReadState<ReadonlyArray<TeamUser>, ListTeamUsersError> =>
  useQueryState(({ teamUsersQuery }) => teamUsersQuery(teamIdOf(team)))

/**
 * Returns the members of a team with roles and emails. An extension of the wire, see `hasExtension`. Needs
 * `$read_members`. Suspends. Throws `ListTeamMembersError`.
 */
export const useTeamMembers = (team: TeamRef): ReadonlyArray<TeamMember> =>
  useQuery(({ teamMembersQuery }) => teamMembersQuery(teamIdOf(team)))

/** Same as `useTeamMembers`, without suspending. */
export const useTeamMembersState = (team: TeamRef): ReadState<ReadonlyArray<TeamMember>, ListTeamMembersError> =>
  useQueryState(({ teamMembersQuery }) => teamMembersQuery(teamIdOf(team)))

/** Returns the signed-in user's profile in a team. Suspends. Throws `GetTeamProfileError`. */
export const useTeamProfile = (team: TeamRef): TeamProfile =>
  useQuery(({ teamProfileQuery }) => teamProfileQuery(teamIdOf(team)))

/** Same as `useTeamProfile`, without suspending. */
export const useTeamProfileState = (team: TeamRef): ReadState<TeamProfile, GetTeamProfileError> =>
  useQueryState(({ teamProfileQuery }) => teamProfileQuery(teamIdOf(team)))

/**
 * Returns the pending invitations to a team. Needs `$read_members` and `$invite_members`. Suspends. Throws
 * `TeamInvitationError`.
 */
export const useTeamInvitations = (team: TeamRef): ReadonlyArray<TeamInvitation> =>
  useQuery(({ teamInvitationsQuery }) => teamInvitationsQuery(teamIdOf(team)))

/** Same as `useTeamInvitations`, without suspending. */
export const useTeamInvitationsState = (team: TeamRef): ReadState<ReadonlyArray<TeamInvitation>, TeamInvitationError> =>
  useQueryState(({ teamInvitationsQuery }) => teamInvitationsQuery(teamIdOf(team)))
