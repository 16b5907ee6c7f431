/** What can be read through a cache about the signed-in user. */
import * as Effect from "effect/Effect"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "../../core/errors/user.ts"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { ContactChannel } from "../../core/schema/contact-channel.ts"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import type { TeamPermission } from "../../core/schema/permission.ts"
import type { Team } from "../../core/schema/team.ts"
import type { TeamInvitation } from "../../core/schema/team-member.ts"
import type {
  ConnectedAccountCalls,
  Connection,
  ConnectedAccountOptions,
  GetConnectionError
} from "../calls/connected-accounts.ts"
import type { ConnectAccountError } from "../calls/connect-account.ts"
import type { OwnContactChannelError } from "../calls/contact-channels.ts"
import type { ListOwnedProjectsError } from "../calls/owned-projects.ts"
import type { ListPermissionsError } from "../calls/permissions.ts"
import type { TeamInvitationError } from "../calls/team-invitations.ts"
import type { GetTeamProfileError, ListTeamUsersError, TeamProfile, TeamUser } from "../calls/team-members.ts"
import type { ListTeamsError } from "../calls/teams.ts"
import { Client, type ClientCalls } from "../client.ts"
import { keyOf } from "./cache.ts"
import type { ClientQuery } from "./queries.ts"

const signedOut = () => new CannotGetOwnUserWithoutUser()

/** A query by the path of its call and what that is given. When nobody is signed in it fails without a request. */
const ofUser = <A, E, Input extends ReadonlyArray<unknown>, S = CannotGetOwnUserWithoutUser>(
  name: string,
  call: (client: ClientCalls) => (...input: Input) => Effect.Effect<A, E>,
  input: Input,
  otherwise: () => S
): ClientQuery<A, E | S> => ({
  name,
  key: keyOf(name, input),
  ofSession: true,
  effect: Effect.flatMap(Client, (client) =>
    Effect.flatMap(client.stored, ({ accessToken, refreshToken }): Effect.Effect<A, E | S> =>
      refreshToken === null && accessToken === null ? Effect.fail(otherwise()) : call(client)(...input)
    )
  )
})

export const contactChannelsQuery: ClientQuery<ReadonlyArray<ContactChannel>, OwnContactChannelError> = ofUser(
  "contactChannels.list",
  ({ contactChannels }) => contactChannels.list,
  [],
  signedOut
)

export const teamsQuery: ClientQuery<ReadonlyArray<Team>, ListTeamsError> = ofUser(
  "teams.list",
  ({ teams }) => teams.list,
  [],
  signedOut
)

export const teamUsersQuery = (teamId: string): ClientQuery<ReadonlyArray<TeamUser>, ListTeamUsersError> =>
  ofUser("teams.listUsers", ({ teams }) => teams.listUsers, [teamId], signedOut)

export const teamProfileQuery = (teamId: string): ClientQuery<TeamProfile, GetTeamProfileError> =>
  ofUser("teams.getProfile", ({ teams }) => teams.getProfile, [teamId], signedOut)

export const teamInvitationsQuery = (teamId: string): ClientQuery<ReadonlyArray<TeamInvitation>, TeamInvitationError> =>
  ofUser("teams.listInvitations", ({ teams }) => teams.listInvitations, [teamId], signedOut)

/** Without the direct ones alone being asked for, those which they contain are there, too. */
export const permissionsQuery = (
  teamId: string,
  recursive: boolean = true
): ClientQuery<ReadonlyArray<TeamPermission>, ListPermissionsError> =>
  ofUser("permissions.list", ({ permissions }) => permissions.list, [{ teamId, recursive }], signedOut)

const scopesOf = ({ scopes = [] }: ConnectedAccountOptions): { readonly scopes: ReadonlyArray<string> } => ({
  scopes: Array.from(new Set(scopes)).sort()
})

export const connectedAccountQuery = (
  providerId: string,
  options: ConnectedAccountOptions = {}
): ClientQuery<Connection | null, GetConnectionError> =>
  ofUser(
    "connectedAccounts.get",
    ({ connectedAccounts }) => connectedAccounts.get,
    [providerId, scopesOf(options)],
    signedOut
  )

/** The same, or it leaves for the provider, once for all who read, and has no answer. */
export const connectAccountQuery = (
  providerId: OAuthProviderId,
  options: ConnectedAccountOptions = {}
): ClientQuery<Connection, ConnectAccountError | CannotGetOwnUserWithoutUser> =>
  ofUser("connectAccount", ({ connectAccount }) => connectAccount, [providerId, scopesOf(options)], signedOut)

export const connectedAccountTokenQuery = (
  providerId: string,
  options: ConnectedAccountOptions = {}
): ClientQuery<Effect.Success<ReturnType<ConnectedAccountCalls["getAccessToken"]>>, GetConnectionError> =>
  ofUser(
    "connectedAccounts.getAccessToken",
    ({ connectedAccounts }) => connectedAccounts.getAccessToken,
    [providerId, scopesOf(options)],
    signedOut
  )

export const ownedProjectsQuery: ClientQuery<ReadonlyArray<AdminProject>, ListOwnedProjectsError> = ofUser(
  "listOwnedProjects",
  ({ listOwnedProjects }) => listOwnedProjects,
  [],
  () => new UserAuthenticationRequired()
)
