/** Any team of the project. */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as InvitationsApi from "../../../core/api/team-invitations.ts"
import * as ProfilesApi from "../../../core/api/team-member-profiles.ts"
import * as MembershipsApi from "../../../core/api/team-memberships.ts"
import * as Api from "../../../core/api/teams.ts"
import { CallbackUrlMissing } from "../../../core/errors/local-errors.ts"
import type {
  TeamMembershipAlreadyExists,
  TeamMembershipNotFound,
  TeamNotFound,
  TeamPermissionRequired
} from "../../../core/errors/permissions-and-teams.ts"
import type { RedirectUrlNotWhitelisted } from "../../../core/errors/project.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { CannotGetOwnUserWithoutUser, UserAuthenticationRequired, UserNotFound } from "../../../core/errors/user.ts"
import type { ServerTeamMemberProfile, TeamInvitation } from "../../../core/schema/team-member.ts"
import type { ServerTeam } from "../../../core/schema/team.ts"
import type { ServerUser } from "../../../core/schema/user.ts"
import { callbackUrl, type CallbackUrlOption } from "../callback-url.ts"
import type { CallParts } from "../parts.ts"
import { present } from "../present.ts"
import { byKeys } from "./who.ts"

/** What is absent stays as it is. Metadata is replaced as a whole. */
export interface ServerTeamChanges {
  readonly displayName?: string | undefined
  /** A URL of at most 1,000,000 characters; `null` clears. */
  readonly profileImageUrl?: string | null | undefined
  readonly clientMetadata?: Schema.Json | undefined
  readonly clientReadOnlyMetadata?: Schema.Json | undefined
  readonly serverMetadata?: Schema.Json | undefined
}

export interface ServerTeamInput extends ServerTeamChanges {
  readonly displayName: string
}

export interface AnyTeamInput extends ServerTeamInput {
  /** Who is its first member, with the permissions of creators. Without it nobody is in the team. */
  readonly creatorUserId?: string | undefined
}

/** How a member appears in a team: with the name and image of the user where they have none in this team. */
export interface ProfileOf {
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

/** A member, as the server sees them. */
export type ServerTeamUser = ServerUser & { readonly teamProfile: ProfileOf }

export interface InviteInput extends CallbackUrlOption {
  readonly email: string
}

export type ListAllTeamsError = CannotGetOwnUserWithoutUser | RequestError

export type CreateAnyTeamError = UserAuthenticationRequired | CannotGetOwnUserWithoutUser | UserNotFound | RequestError

export type GetAnyTeamError = UserAuthenticationRequired | TeamMembershipNotFound | TeamNotFound | RequestError

export type ChangeAnyTeamError = GetAnyTeamError | UserNotFound | TeamPermissionRequired

export type AddUserError = UserNotFound | TeamNotFound | TeamMembershipAlreadyExists | RequestError

export type RemoveUserError =
  | CannotGetOwnUserWithoutUser
  | UserNotFound
  | TeamMembershipNotFound
  | TeamPermissionRequired
  | RequestError

export type ListMembersError = RemoveUserError | TeamNotFound

export type InviteError =
  | UserAuthenticationRequired
  | TeamMembershipNotFound
  | TeamPermissionRequired
  | RedirectUrlNotWhitelisted
  | CallbackUrlMissing
  | RequestError

export type InvitationsError =
  | CannotGetOwnUserWithoutUser
  | TeamMembershipNotFound
  | TeamPermissionRequired
  | TeamNotFound
  | RequestError

/** What the server does with a team by its id; nobody's permissions are asked for. */
export interface TeamAdministration {
  readonly update: (teamId: string, changes: ServerTeamChanges) => Effect.Effect<ServerTeam, ChangeAnyTeamError>
  readonly remove: (teamId: string) => Effect.Effect<void, ChangeAnyTeamError>
  /** With the permissions that new members get. */
  readonly addUser: (teamId: string, userId: string) => Effect.Effect<void, AddUserError>
  readonly removeUser: (teamId: string, userId: string) => Effect.Effect<void, RemoveUserError>
  /** The members, the oldest membership first. */
  readonly listUsers: (teamId: string) => Effect.Effect<ReadonlyArray<ServerTeamUser>, ListMembersError>
  /** Mails an invitation and gives its id. The same address may be invited twice. */
  readonly inviteUser: (teamId: string, input: InviteInput) => Effect.Effect<{ readonly id: string }, InviteError>
  /** The open ones. */
  readonly listInvitations: (teamId: string) => Effect.Effect<ReadonlyArray<TeamInvitation>, InvitationsError>
  readonly revokeInvitation: (teamId: string, invitationId: string) => Effect.Effect<void, InvitationsError>
}

/** All teams of the project. */
export interface AllTeamCalls extends TeamAdministration {
  /** The oldest first. */
  readonly list: () => Effect.Effect<ReadonlyArray<ServerTeam>, ListAllTeamsError>
  readonly get: (teamId: string) => Effect.Effect<ServerTeam, GetAnyTeamError>
  readonly create: (input: AnyTeamInput) => Effect.Effect<ServerTeam, CreateAnyTeamError>
}

/** A profile without the ids that lead to it. */
export const profileOf = ({ displayName, profileImageUrl }: ServerTeamMemberProfile): ProfileOf => ({
  displayName,
  profileImageUrl
})

/** The text is the specification's (section 5). */
const noCallbackUrl = () =>
  new CallbackUrlMissing({
    option: "callbackUrl"
  })

export const teamAdministration = (parts: CallParts): TeamAdministration => {
  const run = byKeys(parts)
  const team = (teamId: string) => ({ team_id: teamId })
  const member = (teamId: string, userId: string) => ({ team_id: teamId, user_id: userId })
  return {
    update: (teamId, changes) => run(Api.updateAsServer, { params: team(teamId), body: present(changes) }),
    remove: (teamId) => Effect.asVoid(run(Api.remove, { params: team(teamId) })),
    addUser: (teamId, userId) =>
      Effect.asVoid(run(MembershipsApi.add, { params: member(teamId, userId), body: {} })),
    removeUser: (teamId, userId) => Effect.asVoid(run(MembershipsApi.remove, { params: member(teamId, userId) })),
    listUsers: (teamId) =>
      Effect.map(run(ProfilesApi.listAsServer, { query: { teamId } }), ({ items }) =>
        items.map((profile) => ({ ...profile.user, teamProfile: profileOf(profile) }))),
    inviteUser: (teamId, { callbackUrl: given, email }) =>
      Effect.flatMap(callbackUrl(given, "teamInvitation", parts.navigation, noCallbackUrl()), (url) =>
        Effect.map(run(InvitationsApi.sendCode, { body: { teamId, email, callbackUrl: url } }), ({ id }) => ({ id }))),
    listInvitations: (teamId) => Effect.map(run(InvitationsApi.list, { query: { teamId } }), ({ items }) => items),
    revokeInvitation: (teamId, invitationId) =>
      Effect.asVoid(run(InvitationsApi.revoke, { params: { id: invitationId }, query: { teamId } }))
  }
}

export const allTeamCalls = (parts: CallParts): AllTeamCalls => {
  const run = byKeys(parts)
  return {
    ...teamAdministration(parts),
    list: () => Effect.map(run(Api.listAsServer, {}), ({ items }) => items),
    get: (teamId) => run(Api.getAsServer, { params: { team_id: teamId } }),
    create: (input) => run(Api.createAsServer, { body: present(input) })
  }
}
