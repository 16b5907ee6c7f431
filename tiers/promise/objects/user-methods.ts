/** The methods of a user about their email addresses, passkeys, teams and permissions, the same in every tier. */
import * as Effect from "effect/Effect"
import type { ContactChannel as ContactChannelData } from "../../../core/schema/contact-channel.ts"
import type { CannotDeleteCurrentSession, SessionNotFound } from "../../../core/errors/session.ts"
import type { PasskeyNotFound } from "../../../core/errors/passkey.ts"
import type { ActiveSession } from "../../../core/schema/active-session.ts"
import type { Passkey } from "../../../core/schema/passkey.ts"
import type { ActiveSessionCalls } from "../../calls/active-sessions.ts"
import type { ConnectedAccountCalls } from "../../calls/connected-accounts.ts"
import type { GetOAuthAccountError } from "../../calls/oauth-providers.ts"
import type { PasskeyListCalls } from "../../calls/passkey-list.ts"
import type { UserApiKeyCalls, UserTeamApiKeyInput } from "../../calls/user-api-keys.ts"
import type { ReceivedInvitationCalls } from "../../calls/received-invitations.ts"
import type { TeamMemberCalls, TeamProfile } from "../../calls/team-members.ts"
import type { ObjectContext } from "../object-context.ts"
import { type Result, returnErrors, toResult } from "../result.ts"
import { type PermissionMethods, permissionMethods, type PermissionReads } from "./permission-methods.ts"
import { type ConnectedAccount, connectedAccount } from "./oauth-provider.ts"
import type { TeamReference } from "./team-reference.ts"
import {
  editableTeamMemberProfile,
  type EditableTeamMemberProfile,
  receivedTeamInvitation,
  type ReceivedTeamInvitation
} from "./team.ts"
import { type UserApiKey, userApiKey, type UserApiKeyFirstView, userApiKeyFirstView } from "./user-team-api-key.ts"

/** The objects and inputs of one tier. */
interface UserMethodTypes {
  readonly team: unknown
  readonly teamInput: unknown
  readonly channel: unknown
  readonly channelInput: unknown
  readonly oauthProvider: unknown
}

/** The methods of a user: email addresses, teams, permissions and API keys. */
export interface UserMethods<Types extends UserMethodTypes> extends PermissionMethods {
  /** Returns the email addresses, the oldest first. */
  readonly listContactChannels: () => Promise<ReadonlyArray<Types["channel"]>>
  /** Adds an email address. Sends no email. */
  readonly createContactChannel: (input: Types["channelInput"]) => Promise<Types["channel"]>

  /** Returns the passkeys, the oldest first. An extension of the wire, like the next two methods. */
  readonly listPasskeys: () => Promise<ReadonlyArray<Passkey>>
  /** Resolves with the error if the user has no such passkey. */
  readonly renamePasskey: (id: string, name: string) => Promise<Result<Passkey, PasskeyNotFound>>
  /** Removes a passkey; the others keep working. Resolves with the error if the user has no such passkey. */
  readonly removePasskey: (id: string) => Promise<PasskeyNotFound | undefined>

  /** Returns the accounts at OAuth providers, the oldest first. */
  readonly listOAuthProviders: () => Promise<ReadonlyArray<Types["oauthProvider"]>>
  /** Returns one of these accounts by its id, or `null`. */
  readonly getOAuthProvider: (id: string) => Promise<Types["oauthProvider"] | null>
  /** Returns the accounts whose access tokens the application can get, the oldest first. */
  readonly listConnectedAccounts: () => Promise<ReadonlyArray<ConnectedAccount>>

  /** Returns the API keys, the newest first, if the project allows them. */
  readonly listApiKeys: () => Promise<ReadonlyArray<UserApiKey>>
  /** Creates an API key. Show it at once: it cannot be read again. */
  readonly createApiKey: (input: UserTeamApiKeyInput) => Promise<UserApiKeyFirstView>

  /** Returns the sessions that have not ended, the newest first: at most 200, with the current one. */
  readonly getActiveSessions: () => Promise<ReadonlyArray<ActiveSession>>
  /** Revokes another session than the current one, which `signOut` ends. Resolves with the error if it has ended. */
  readonly revokeSession: (id: string) => Promise<CannotDeleteCurrentSession | SessionNotFound | undefined>
  /** Revokes all sessions of the user but the current one. A server without a session of the user revokes all. */
  readonly revokeOtherSessions: () => Promise<void>

  /** Returns the teams of the user, the oldest first. */
  readonly listTeams: () => Promise<ReadonlyArray<Types["team"]>>
  /** Returns one of the user's teams, or `null`. */
  readonly getTeam: (teamId: string) => Promise<Types["team"] | null>
  /** Creates a team with the user as its creator. */
  readonly createTeam: (input: Types["teamInput"]) => Promise<Types["team"]>
  /** Ends the user's membership in a team. */
  readonly leaveTeam: (team: TeamReference) => Promise<void>
  /** Returns the open invitations to the user's verified email addresses, the newest first. */
  readonly listTeamInvitations: () => Promise<ReadonlyArray<ReceivedTeamInvitation>>
  /** Returns the name and image of the user in a team. */
  readonly getTeamProfile: (team: TeamReference) => Promise<EditableTeamMemberProfile>
}

type Call<A> = Effect.Effect<A, unknown>

/** The calls of any tier that the methods run. */
interface UserCalls<TeamData, TeamInput, ChannelInput, AccountData> extends PermissionReads {
  readonly oauthProviders: {
    readonly list: () => Call<ReadonlyArray<AccountData>>
    readonly get: (id: string) => Effect.Effect<AccountData, GetOAuthAccountError>
  }
  readonly connectedAccounts: ConnectedAccountCalls
  readonly contactChannels: {
    readonly list: () => Call<ReadonlyArray<ContactChannelData>>
    readonly create: (input: ChannelInput) => Call<ContactChannelData>
  }
  readonly passkeys: PasskeyListCalls
  readonly sessions: ActiveSessionCalls
  readonly userApiKeys: UserApiKeyCalls
  readonly teams: Pick<TeamMemberCalls, "updateProfile"> &
    ReceivedInvitationCalls & {
      readonly list: () => Call<ReadonlyArray<TeamData>>
      readonly get: (teamId: string) => Call<TeamData | null>
      readonly create: (input: TeamInput) => Call<TeamData>
      readonly leave: (teamId: string) => Call<void>
      readonly getProfile: (teamId: string) => Call<TeamProfile>
    }
}

/** Make the objects of a tier. */
interface UserObjects<TeamData, Team, Channel, AccountData, Account> {
  readonly toTeam: (data: TeamData) => Team
  readonly toChannel: (data: ContactChannelData) => Channel
  readonly toAccount: (data: AccountData) => Account
}

/** Makes the methods. */
export const userMethods = <TeamData, Team, TeamInput, Channel, ChannelInput, AccountData, Account>(
  context: ObjectContext<UserCalls<TeamData, TeamInput, ChannelInput, AccountData>>,
  { toAccount, toChannel, toTeam }: UserObjects<TeamData, Team, Channel, AccountData, Account>
): UserMethods<{
  team: Team
  teamInput: TeamInput
  channel: Channel
  channelInput: ChannelInput
  oauthProvider: Account
}> => {
  const { calls, run } = context
  return {
    listContactChannels: async () => (await run(calls().contactChannels.list())).map(toChannel),
    createContactChannel: async (input) => toChannel(await run(calls().contactChannels.create(input))),

    listPasskeys: () => run(calls().passkeys.list()),
    renamePasskey: (id, name) => toResult(calls().passkeys.rename(id, name), ["PasskeyNotFound"]),
    removePasskey: (id) => run(returnErrors(calls().passkeys.remove(id), ["PasskeyNotFound"])),

    listOAuthProviders: async () => (await run(calls().oauthProviders.list())).map(toAccount),
    getOAuthProvider: async (id) => {
      const data = await run(
        Effect.catchTag(calls().oauthProviders.get(id), "OAuthAccountNotFound", () => Effect.succeed(null))
      )
      return data && toAccount(data)
    },
    listConnectedAccounts: async () =>
      (await run(calls().connectedAccounts.list())).map((data) => connectedAccount(data, context)),

    listApiKeys: async () => (await run(calls().userApiKeys.list())).map((data) => userApiKey(data, context)),
    createApiKey: async (input) => userApiKeyFirstView(await run(calls().userApiKeys.create(input)), context),

    getActiveSessions: () => run(calls().sessions.list()),
    revokeSession: (id) =>
      run(returnErrors(calls().sessions.revoke(id), ["CannotDeleteCurrentSession", "SessionNotFound"])),
    revokeOtherSessions: () => run(calls().sessions.revokeOthers()),

    listTeams: async () => (await run(calls().teams.list())).map(toTeam),
    getTeam: async (teamId) => {
      const data = await run(calls().teams.get(teamId))
      return data && toTeam(data)
    },
    createTeam: async (input) => toTeam(await run(calls().teams.create(input))),
    leaveTeam: ({ id }) => run(calls().teams.leave(id)),
    listTeamInvitations: async () =>
      (await run(calls().teams.listReceivedInvitations())).map((invitation) =>
        receivedTeamInvitation(invitation, context)
      ),
    getTeamProfile: async ({ id }) => editableTeamMemberProfile(id, await run(calls().teams.getProfile(id)), context),

    ...permissionMethods(context)
  }
}
