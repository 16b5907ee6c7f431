/** The teams of one user, as the server sees them. */
import * as Effect from "effect/Effect"
import * as ProfilesApi from "../../../core/api/team-member-profiles.ts"
import * as MembershipsApi from "../../../core/api/team-memberships.ts"
import * as Api from "../../../core/api/teams.ts"
import type { TeamMembershipNotFound, TeamPermissionRequired } from "../../../core/errors/permissions-and-teams.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { CannotGetOwnUserWithoutUser, UserAuthenticationRequired, UserNotFound } from "../../../core/errors/user.ts"
import type { ServerTeam } from "../../../core/schema/team.ts"
import { present } from "../present.ts"
import { type ProfileOf, profileOf, type ServerTeamInput } from "./all-teams.ts"
import type { Who } from "./who.ts"

/** What is absent stays as it is. */
export interface ProfileChanges {
  readonly displayName?: string | undefined
  /** A URL of at most 1,000,000 characters; `null` clears. */
  readonly profileImageUrl?: string | null | undefined
}

export type ListUserTeamsError = CannotGetOwnUserWithoutUser | RequestError

export type CreateUserTeamError = CannotGetOwnUserWithoutUser | UserAuthenticationRequired | UserNotFound | RequestError

export type LeaveUserTeamError =
  | CannotGetOwnUserWithoutUser
  | UserNotFound
  | TeamMembershipNotFound
  | TeamPermissionRequired
  | RequestError

export type UpdateProfileError = CannotGetOwnUserWithoutUser | UserNotFound | TeamMembershipNotFound | RequestError

export type GetProfileError = UpdateProfileError | TeamPermissionRequired

export interface UserTeamCalls {
  /** The teams that the user is in, the oldest first. */
  readonly list: () => Effect.Effect<ReadonlyArray<ServerTeam>, ListUserTeamsError>
  /** One of the teams that the user is in, or `null`. */
  readonly get: (teamId: string) => Effect.Effect<ServerTeam | null, ListUserTeamsError>
  /** Creates a team with the user as its creator. */
  readonly create: (input: ServerTeamInput) => Effect.Effect<ServerTeam, CreateUserTeamError>
  readonly leave: (teamId: string) => Effect.Effect<void, LeaveUserTeamError>
  /** How the user appears in one of their teams. */
  readonly getProfile: (teamId: string) => Effect.Effect<ProfileOf, GetProfileError>
  readonly updateProfile: (teamId: string, changes: ProfileChanges) => Effect.Effect<ProfileOf, UpdateProfileError>
}

export const userTeamCalls = ({ run, userId }: Who): UserTeamCalls => {
  const list = () => Effect.map(run(Api.listAsServer, { query: { userId } }), ({ items }) => items)
  const member = (teamId: string) => ({ team_id: teamId, user_id: userId })
  return {
    list,
    get: (teamId) => Effect.map(list(), (teams) => teams.find(({ id }) => id === teamId) ?? null),
    create: (input) => run(Api.createAsServer, { body: { ...present(input), creatorUserId: userId } }),
    leave: (teamId) => Effect.asVoid(run(MembershipsApi.remove, { params: member(teamId) })),
    getProfile: (teamId) => Effect.map(run(ProfilesApi.getAsServer, { params: member(teamId) }), profileOf),
    updateProfile: (teamId, changes) =>
      Effect.map(run(ProfilesApi.updateAsServer, { params: member(teamId), body: present(changes) }), profileOf)
  }
}
