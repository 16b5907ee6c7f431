/** The members of a team, with their name and image there. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/team-member-profiles.ts"
import * as MembersApi from "../../core/api/team-members.ts"
import { call } from "../../core/call/call.ts"
import type { TeamMemberProfile } from "../../core/schema/team-member.ts"
import type { AssignableTeamRole, TeamMember } from "../../core/schema/team-role.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { omitUndefined } from "./omit-undefined.ts"
import { sharedRead } from "./shared-read.ts"
import type { CallError } from "./call-error.ts"

/** The name and image of a member in a team. Without own ones there, those of the user. */
export interface TeamProfile {
  /** The member's name in the team; `null` without one. */
  readonly displayName: string | null
  /** The member's picture in the team; `null` without one. */
  readonly profileImageUrl: string | null
}

/** A member of a team, as the others see them. */
export interface TeamUser {
  /** The user's id. */
  readonly id: string
  /** The member's profile in the team. */
  readonly teamProfile: TeamProfile
}

/** Absent fields are unchanged. */
export interface TeamProfileChanges {
  /** The new name. */
  readonly displayName?: string | undefined
  /** A data URL of at most 1,000,000 characters; `null` clears. */
  readonly profileImageUrl?: string | null | undefined
}

/** The errors of `teams.updateProfile`. */
export type UpdateTeamProfileError = CallError<typeof Api.update>

/** The errors of `teams.getProfile`. */
export type GetTeamProfileError = CallError<typeof Api.get>

/** The errors of `teams.listUsers`. */
export type ListTeamUsersError = CallError<typeof Api.list>

/** The errors of `teams.listMembers`. */
export type ListTeamMembersError = CallError<typeof MembersApi.list>

/** The errors of `teams.changeRole`. */
export type ChangeTeamRoleError = CallError<typeof MembersApi.update>

/** The members of a team. */
export interface TeamMemberCalls {
  /** Returns the members of a team, the oldest membership first. Needs `$read_members`. */
  readonly listUsers: (teamId: string) => Effect.Effect<ReadonlyArray<TeamUser>, ListTeamUsersError>
  /**
   * Returns the members of a team with roles and email addresses, the oldest membership first. Needs `$read_members`;
   * the addresses of others need `$remove_members`. An extension of the wire: check `hasExtension(project,
   * "team_members")`.
   */
  readonly listMembers: (teamId: string) => Effect.Effect<ReadonlyArray<TeamMember>, ListTeamMembersError>
  /**
   * Changes the role of a member, and keeps permissions that are part of no role. Needs `$remove_members` and each
   * permission that the change grants or revokes. Part of the same extension.
   *
   * @param role The new role.
   */
  readonly changeRole: (
    teamId: string,
    userId: string,
    role: AssignableTeamRole
  ) => Effect.Effect<TeamMember, ChangeTeamRoleError>
  /** Returns the name and image of the user in one of their teams. */
  readonly getProfile: (teamId: string) => Effect.Effect<TeamProfile, GetTeamProfileError>
  /** Changes the user's own profile in a team. */
  readonly updateProfile: (
    teamId: string,
    changes: TeamProfileChanges
  ) => Effect.Effect<TeamProfile, UpdateTeamProfileError>
}

const ownParams = (teamId: string) => ({ team_id: teamId, user_id: "me" }) as const

/** A profile without the ids that lead to it. */
export const teamProfile = ({ displayName, profileImageUrl }: TeamMemberProfile): TeamProfile => ({
  displayName,
  profileImageUrl
})

export const teamMemberCalls = (dependencies: CallDependencies): TeamMemberCalls => {
  const read = sharedRead(dependencies)
  return {
    listUsers: (teamId) =>
      Effect.map(read(Api.list, { query: { teamId } }), ({ items }) =>
        items.map((member) => ({ id: member.userId, teamProfile: teamProfile(member) }))
      ),
    listMembers: (teamId) => Effect.map(read(MembersApi.list, { query: { teamId } }), ({ items }) => items),
    changeRole: (teamId, userId, role) =>
      dependencies.bind(call(MembersApi.update, { params: { team_id: teamId, user_id: userId }, body: { role } })),
    getProfile: (teamId) => Effect.map(read(Api.get, { params: ownParams(teamId) }), teamProfile),
    updateProfile: (teamId, changes) =>
      dependencies.bind(
        Effect.map(call(Api.update, { params: ownParams(teamId), body: omitUndefined(changes) }), teamProfile)
      )
  }
}
