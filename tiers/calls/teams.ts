/** The teams of the signed-in user. */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as InvitationsApi from "../../core/api/team-invitations.ts"
import * as MembershipsApi from "../../core/api/team-memberships.ts"
import * as Api from "../../core/api/teams.ts"
import { call } from "../../core/call/call.ts"
import type { Team } from "../../core/schema/team.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { omitUndefined } from "./omit-undefined.ts"
import { type ReceivedInvitationCalls, receivedInvitations } from "./received-invitations.ts"
import { sharedRead } from "./shared-read.ts"
import { type TeamInvitationCalls, teamInvitationCalls } from "./team-invitations.ts"
import { type TeamMemberCalls, teamMemberCalls } from "./team-members.ts"
import type { CallError } from "./call-error.ts"

/** Absent fields are unchanged. */
export interface TeamChanges {
  /** The name of the team. */
  readonly displayName?: string | undefined
  /** A data URL of at most 1,000,000 characters. */
  readonly profileImageUrl?: string | null | undefined
  /** Replaced as a whole. */
  readonly clientMetadata?: Schema.Json | undefined
}

/** A new team. */
export interface TeamInput extends TeamChanges {
  /** The name of the team. */
  readonly displayName: string
}

/** The errors of `teams.list` and `teams.get`. */
export type ListTeamsError = CallError<typeof Api.list>

/** The errors of `teams.create`. */
export type CreateTeamError = CallError<typeof Api.create>

/** The errors of `teams.update` and `teams.remove`. */
export type ChangeTeamError = CallError<typeof Api.update | typeof Api.remove>

/** The errors of `teams.leave` and `teams.removeUser`. */
export type LeaveTeamError = CallError<typeof MembershipsApi.remove>

/** The user's teams. */
export interface TeamCalls extends TeamMemberCalls, TeamInvitationCalls, ReceivedInvitationCalls {
  /** The teams that the user is in, the oldest first. */
  readonly list: () => Effect.Effect<ReadonlyArray<Team>, ListTeamsError>
  /** One of the teams that the user is in, or `null`. */
  readonly get: (teamId: string) => Effect.Effect<Team | null, ListTeamsError>
  /**
   * Creates a team with the user in it, if the project lets its users do that.
   *
   * @param input The new team.
   */
  readonly create: (input: TeamInput) => Effect.Effect<Team, CreateTeamError>
  /** Needs `$update_team`. */
  readonly update: (teamId: string, changes: TeamChanges) => Effect.Effect<Team, ChangeTeamError>
  /** Deletes the team. Needs `$delete_team`. */
  readonly remove: (teamId: string) => Effect.Effect<void, ChangeTeamError>
  /** Ends the user's membership in a team. */
  readonly leave: (teamId: string) => Effect.Effect<void, LeaveTeamError>
  /** Removes a member. Needs `$remove_members`. */
  readonly removeUser: (teamId: string, userId: string) => Effect.Effect<void, LeaveTeamError>
}

const me = "me"

export const teamCalls = (dependencies: CallDependencies): TeamCalls => {
  const { bind } = dependencies
  const read = sharedRead(dependencies)
  const list = () => Effect.map(read(Api.list, { query: { userId: me } }), ({ items }) => items)
  const removeUser = (teamId: string, userId: string) =>
    bind(Effect.asVoid(call(MembershipsApi.remove, { params: { team_id: teamId, user_id: userId } })))
  return {
    ...teamMemberCalls(dependencies),
    ...teamInvitationCalls(dependencies),
    listReceivedInvitations: () => receivedInvitations(read(InvitationsApi.list, { query: { userId: me } })),
    acceptInvitation: (id) =>
      bind(Effect.asVoid(call(InvitationsApi.acceptReceived, { params: { id }, query: { userId: me } }))),
    list,
    get: (teamId) => Effect.map(list(), (teams) => teams.find(({ id }) => id === teamId) ?? null),
    create: (input) => bind(call(Api.create, { body: { ...omitUndefined(input), creatorUserId: me } })),
    update: (teamId, changes) => bind(call(Api.update, { params: { team_id: teamId }, body: omitUndefined(changes) })),
    remove: (teamId) => bind(Effect.asVoid(call(Api.remove, { params: { team_id: teamId } }))),
    leave: (teamId) => removeUser(teamId, me),
    removeUser
  }
}
