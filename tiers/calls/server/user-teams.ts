/** The teams of one user, with the fields of the server tier. */
import * as Effect from "effect/Effect"
import * as InvitationsApi from "../../../core/api/team-invitations.ts"
import * as ProfilesApi from "../../../core/api/team-member-profiles.ts"
import * as MembershipsApi from "../../../core/api/team-memberships.ts"
import * as Api from "../../../core/api/teams.ts"
import type { ServerTeam } from "../../../core/schema/server-team.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { type ReceivedInvitationCalls, receivedInvitations } from "../received-invitations.ts"
import {
  type GetTeamProfileError,
  type TeamProfile,
  teamProfile,
  type TeamProfileChanges,
  type UpdateTeamProfileError
} from "../team-members.ts"
import type { LeaveTeamError, ListTeamsError } from "../teams.ts"
import type { CreateAnyTeamError, ServerTeamInput } from "./all-teams.ts"
import type { UserScope } from "./user-scope.ts"

export interface UserTeamCalls extends ReceivedInvitationCalls {
  /** The teams that the user is in, the oldest first. */
  readonly list: () => Effect.Effect<ReadonlyArray<ServerTeam>, ListTeamsError>
  /** One of the teams that the user is in, or `null`. */
  readonly get: (teamId: string) => Effect.Effect<ServerTeam | null, ListTeamsError>
  /**
   * Creates a team with the user as its creator.
   *
   * @param input The new team.
   */
  readonly create: (input: ServerTeamInput) => Effect.Effect<ServerTeam, CreateAnyTeamError>
  /** Ends the user's membership in a team. */
  readonly leave: (teamId: string) => Effect.Effect<void, LeaveTeamError>
  /** Returns the name and image of the user in one of their teams. */
  readonly getProfile: (teamId: string) => Effect.Effect<TeamProfile, GetTeamProfileError>
  /** Changes the user's profile in a team. */
  readonly updateProfile: (
    teamId: string,
    changes: TeamProfileChanges
  ) => Effect.Effect<TeamProfile, UpdateTeamProfileError>
}

export const userTeamCalls = ({ run, userId }: UserScope): UserTeamCalls => {
  const list = () => Effect.map(run(Api.listAsServer, { query: { userId } }), ({ items }) => items)
  const member = (teamId: string) => ({ team_id: teamId, user_id: userId })
  return {
    listReceivedInvitations: () => receivedInvitations(run(InvitationsApi.list, { query: { userId } })),
    acceptInvitation: (id) => Effect.asVoid(run(InvitationsApi.acceptReceived, { params: { id }, query: { userId } })),
    list,
    get: (teamId) => Effect.map(list(), (teams) => teams.find(({ id }) => id === teamId) ?? null),
    create: (input) => run(Api.createAsServer, { body: { ...omitUndefined(input), creatorUserId: userId } }),
    leave: (teamId) => Effect.asVoid(run(MembershipsApi.remove, { params: member(teamId) })),
    getProfile: (teamId) => Effect.map(run(ProfilesApi.getAsServer, { params: member(teamId) }), teamProfile),
    updateProfile: (teamId, changes) =>
      Effect.map(run(ProfilesApi.updateAsServer, { params: member(teamId), body: omitUndefined(changes) }), teamProfile)
  }
}
