/** Any team of the project. */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as InvitationsApi from "../../../core/api/team-invitations.ts"
import * as ProfilesApi from "../../../core/api/team-member-profiles.ts"
import * as MembersApi from "../../../core/api/team-members.ts"
import * as MembershipsApi from "../../../core/api/team-memberships.ts"
import * as Api from "../../../core/api/teams.ts"
import type { TeamInvitation } from "../../../core/schema/team-member.ts"
import type { AssignableTeamRole, TeamMember } from "../../../core/schema/team-role.ts"
import type { ServerTeam } from "../../../core/schema/server-team.ts"
import type { ServerUser } from "../../../core/schema/server-user.ts"
import { callbackUrlOr, invitationMail } from "../callback-url.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { omitUndefined } from "../omit-undefined.ts"
import type { InviteInput, InviteUserError, TeamInvitationError } from "../team-invitations.ts"
import {
  type ChangeTeamRoleError,
  type ListTeamMembersError,
  type ListTeamUsersError,
  type TeamProfile,
  teamProfile
} from "../team-members.ts"
import type { ChangeTeamError, LeaveTeamError, ListTeamsError, TeamChanges } from "../teams.ts"
import { byKeys } from "./user-scope.ts"
import type { CallError } from "../call-error.ts"

/** Absent fields are unchanged. Metadata is replaced as a whole. */
export interface ServerTeamChanges extends TeamChanges {
  /** Clients read it and cannot change it. Replaced as a whole. */
  readonly clientReadOnlyMetadata?: Schema.Json | undefined
  /** Only servers read it. Replaced as a whole. */
  readonly serverMetadata?: Schema.Json | undefined
}

export interface ServerTeamInput extends ServerTeamChanges {
  readonly displayName: string
}

export interface AnyTeamInput extends ServerTeamInput {
  /** The first member, with the permissions of creators. Without it the team has no members. */
  readonly creatorUserId?: string | undefined
}

/** A member, with the fields of the server tier. */
export type ServerTeamUser = ServerUser & { readonly teamProfile: TeamProfile }

export type GetAnyTeamError = CallError<typeof Api.getAsServer>
/** The errors of `allTeams.create`, and of `teams.create` of a user. */
export type CreateAnyTeamError = CallError<typeof Api.createAsServer>

type AddUserError = CallError<typeof MembershipsApi.add>

/** Calls about a team by its id. They need no permission. */
export interface TeamAdministration {
  /** Changes the team. */
  readonly update: (teamId: string, changes: ServerTeamChanges) => Effect.Effect<ServerTeam, ChangeTeamError>
  /** Deletes the team. */
  readonly remove: (teamId: string) => Effect.Effect<void, ChangeTeamError>
  /** With the permissions that new members get. */
  readonly addUser: (teamId: string, userId: string) => Effect.Effect<void, AddUserError>
  /** Removes a member. */
  readonly removeUser: (teamId: string, userId: string) => Effect.Effect<void, LeaveTeamError>
  /** The members, the oldest membership first. */
  readonly listUsers: (teamId: string) => Effect.Effect<ReadonlyArray<ServerTeamUser>, ListTeamUsersError>
  /** The members with roles. An extension of the wire: check `hasExtension(project, "team_members")`. */
  readonly listMembers: (teamId: string) => Effect.Effect<ReadonlyArray<TeamMember>, ListTeamMembersError>
  /**
   * Changes the role of a member, and keeps permissions that are part of no role. Part of the same extension.
   *
   * @param role The new role.
   */
  readonly changeRole: (
    teamId: string,
    userId: string,
    role: AssignableTeamRole
  ) => Effect.Effect<TeamMember, ChangeTeamRoleError>
  /** Mails an invitation and gives its id. The same address may be invited twice. */
  readonly inviteUser: (teamId: string, input: InviteInput) => Effect.Effect<{ readonly id: string }, InviteUserError>
  /** The open ones. */
  readonly listInvitations: (teamId: string) => Effect.Effect<ReadonlyArray<TeamInvitation>, TeamInvitationError>
  /** Revokes an invitation: its code is no longer accepted. */
  readonly revokeInvitation: (teamId: string, invitationId: string) => Effect.Effect<void, TeamInvitationError>
}

/** Filter and order of a page of teams. */
export interface TeamPageOptions {
  /** Only teams in which this user is. */
  readonly userId?: string | undefined
  /** Part of a display name, or a whole id. */
  readonly query?: string | undefined
  /** Newest first. Default `false`. */
  readonly desc?: boolean | undefined
  /** The `nextCursor` of the page before. Without it the first page. */
  readonly cursor?: string | undefined
  /** At most how many. Default 100. */
  readonly limit?: number | undefined
}

export interface TeamPage {
  readonly items: ReadonlyArray<ServerTeam>
  /** The `cursor` of the page that follows; `null` on the last one. */
  readonly nextCursor: string | null
}

const DEFAULT_PAGE_SIZE = 100

/** All teams of the project. */
export interface AllTeamCalls extends TeamAdministration {
  /** One page of teams, by the time of their creation. Stack Auth before 2.8 returns all teams as the first page. */
  readonly page: (options?: TeamPageOptions) => Effect.Effect<TeamPage, ListTeamsError>
  /** Returns the oldest first. */
  readonly list: () => Effect.Effect<ReadonlyArray<ServerTeam>, ListTeamsError>
  /** Returns a team. Fails with `TeamNotFound`. */
  readonly get: (teamId: string) => Effect.Effect<ServerTeam, GetAnyTeamError>
  /**
   * Creates a team.
   *
   * @param input The new team.
   */
  readonly create: (input: AnyTeamInput) => Effect.Effect<ServerTeam, CreateAnyTeamError>
}

export const teamAdministration = (dependencies: CallDependencies): TeamAdministration => {
  const run = byKeys(dependencies)
  const team = (teamId: string) => ({ team_id: teamId })
  const member = (teamId: string, userId: string) => ({ team_id: teamId, user_id: userId })
  return {
    update: (teamId, changes) => run(Api.updateAsServer, { params: team(teamId), body: omitUndefined(changes) }),
    remove: (teamId) => Effect.asVoid(run(Api.remove, { params: team(teamId) })),
    addUser: (teamId, userId) => Effect.asVoid(run(MembershipsApi.add, { params: member(teamId, userId), body: {} })),
    removeUser: (teamId, userId) => Effect.asVoid(run(MembershipsApi.remove, { params: member(teamId, userId) })),
    listUsers: (teamId) =>
      Effect.map(run(ProfilesApi.listAsServer, { query: { teamId } }), ({ items }) =>
        items.map((profile) => ({ ...profile.user, teamProfile: teamProfile(profile) }))
      ),
    listMembers: (teamId) => Effect.map(run(MembersApi.list, { query: { teamId } }), ({ items }) => items),
    changeRole: (teamId, userId, role) => run(MembersApi.update, { params: member(teamId, userId), body: { role } }),
    inviteUser: (teamId, { callbackUrl: given, email }) =>
      Effect.flatMap(callbackUrlOr(given, dependencies.navigation, invitationMail), (url) =>
        Effect.map(run(InvitationsApi.sendCode, { body: { teamId, email, callbackUrl: url } }), ({ id }) => ({ id }))
      ),
    listInvitations: (teamId) => Effect.map(run(InvitationsApi.list, { query: { teamId } }), ({ items }) => items),
    revokeInvitation: (teamId, invitationId) =>
      Effect.asVoid(run(InvitationsApi.revoke, { params: { id: invitationId }, query: { teamId } }))
  }
}

export const allTeamCalls = (dependencies: CallDependencies): AllTeamCalls => {
  const run = byKeys(dependencies)
  return {
    ...teamAdministration(dependencies),
    page: ({ desc = false, limit = DEFAULT_PAGE_SIZE, ...options } = {}) =>
      Effect.map(
        run(Api.listAsServer, { query: { ...omitUndefined(options), limit, desc: desc ? "true" : "false" } }),
        (found) => ({ items: found.items, nextCursor: found.pagination?.nextCursor ?? null })
      ),
    list: () => Effect.map(run(Api.listAsServer, {}), ({ items }) => items),
    get: (teamId) => run(Api.getAsServer, { params: { team_id: teamId } }),
    create: (input) => run(Api.createAsServer, { body: omitUndefined(input) })
  }
}
