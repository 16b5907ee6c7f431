/** Users and teams of the server tier: data with methods. */
import type { PasswordRequirementsNotMet } from "../../../core/errors/password-rules.ts"
import type { EmailAlreadyVerified } from "../../../core/errors/contact-channel.ts"
import type { OAuthProviderAccountIdAlreadyUsedForSignIn } from "../../../core/errors/oauth-account.ts"
import type { ServerTeam as ServerTeamData } from "../../../core/schema/server-team.ts"
import type { ServerUser as ServerUserData } from "../../../core/schema/server-user.ts"
import type { CallbackUrlOption } from "../../calls/callback-url.ts"
import type { ConnectedAccountOptions, RequireConnectionOptions } from "../../calls/connected-accounts.ts"
import type { SecretText } from "../../calls/redact.ts"
import type { ServerTeamChanges, ServerTeamInput } from "../../calls/server/all-teams.ts"
import type { NewSessionOptions, ServerUserChanges } from "../../calls/server/all-users.ts"
import type { ServerContactChannelChanges, ServerContactChannelInput } from "../../calls/server/contact-channels.ts"
import type { ServerOAuthAccountInput } from "../../calls/server/oauth-providers.ts"
import type { TeamProfile } from "../../calls/team-members.ts"
import type { AuthJson, CurrentUser } from "../current-user.ts"
import type { Result } from "../result.ts"
import type { Connection } from "./connection.ts"
import type { ContactChannel } from "./contact-channel.ts"
import type { ServerOAuthProvider } from "./oauth-provider.ts"
import type { Team } from "./team.ts"
import type { PermissionGrantMethods } from "./permission-methods.ts"
import type { TeamReference } from "./team-reference.ts"
import type { UserMethods } from "./user-methods.ts"

type Metadata = Exclude<ServerUserChanges["serverMetadata"], undefined>

/** An email address of any user. */
export interface ServerContactChannel extends ContactChannel {
  /** Changes the channel. Absent fields are unchanged, and so is this object: list the channels again. */
  readonly update: (changes: ServerContactChannelChanges) => Promise<void>
}

/** A member of a team. */
export interface ServerTeamUser extends ServerUser {
  /** The member's profile in the team. */
  readonly teamProfile: TeamProfile
}

/** Any team. Its methods need no permission. */
export interface ServerTeam extends ServerTeamData, Omit<Team, keyof ServerTeamData | "update" | "listUsers"> {
  /** Changes the team. Absent fields are unchanged, and so is this object: get the team again. */
  readonly update: (changes: ServerTeamChanges) => Promise<void>
  /** The members, the oldest membership first. */
  readonly listUsers: () => Promise<ReadonlyArray<ServerTeamUser>>
  /** With the permissions that new members get. */
  readonly addUser: (userId: string) => Promise<void>
  /** Ends a membership. */
  readonly removeUser: (userId: string) => Promise<void>
}

interface ServerUserTypes {
  readonly team: ServerTeam
  readonly teamInput: ServerTeamInput
  readonly channel: ServerContactChannel
  readonly channelInput: ServerContactChannelInput
  readonly oauthProvider: ServerOAuthProvider
}

interface GetAnyConnectedAccount {
  /**
   * Returns the account at a provider. Rejects with `OAuthConnectionNotConnectedToUser` if none is connected, and with
   * `OAuthConnectionDoesNotHaveRequiredScope` if it lacks one of the scopes.
   */
  (providerId: string, options: RequireConnectionOptions): Promise<Connection>
  /** Returns the account at a provider, or `null` if none with the scopes is connected. */
  (providerId: string, options?: ConnectedAccountOptions): Promise<Connection | null>
}

/** The methods of any user. They do not change the object: call `getUser(id)` again. */
export interface ServerUserMethods extends UserMethods<ServerUserTypes>, PermissionGrantMethods {
  /** Returns the user as the JSON of the wire. */
  readonly toClientJson: () => unknown
  /** Changes the user. What is absent stays as it is; a new password ends all sessions of the user. */
  readonly update: (changes: ServerUserChanges) => Promise<void>
  /** Changes the name. */
  readonly setDisplayName: (displayName: string | null) => Promise<void>
  /** Replaces the metadata that the user may change. */
  readonly setClientMetadata: (metadata: Metadata) => Promise<void>
  /** Replaces the metadata that the user may read only. */
  readonly setClientReadOnlyMetadata: (metadata: Metadata) => Promise<void>
  /** Replaces the metadata that only servers may read. */
  readonly setServerMetadata: (metadata: Metadata) => Promise<void>
  /** Unverified by default. */
  readonly setPrimaryEmail: (email: string | null, options?: { readonly verified?: boolean }) => Promise<void>
  /** Selects a team, or none. */
  readonly setSelectedTeam: (team: TeamReference | null) => Promise<void>
  /** Replaces the password, whatever it was: a server needs no old one. Resolves with the error if it is too long. */
  readonly updatePassword: (input: {
    readonly oldPassword?: SecretText
    readonly newPassword: SecretText
  }) => Promise<PasswordRequirementsNotMet | undefined>
  /** The same. */
  readonly setPassword: (input: { readonly password: SecretText }) => Promise<PasswordRequirementsNotMet | undefined>
  /** Mails a link that verifies the primary address. Resolves with the error if it is verified already. */
  readonly sendVerificationEmail: (options?: CallbackUrlOption) => Promise<EmailAlreadyVerified | undefined>
  /** Deletes the user. */
  readonly delete: () => Promise<void>
  /** Creates a session of the user without a sign-in. It ends after a year by default, at most 367 days. */
  readonly createSession: (options?: NewSessionOptions) => Promise<{ readonly getTokens: () => Promise<AuthJson> }>

  /** Adds an account at a provider. Resolves with the error if it belongs to another user. */
  readonly createOAuthProvider: (
    input: ServerOAuthAccountInput
  ) => Promise<Result<ServerOAuthProvider, OAuthProviderAccountIdAlreadyUsedForSignIn>>
  /**
   * Returns the account at a provider. Without an account with the scopes it returns `null`; with `or: "throw"` it
   * rejects.
   */
  readonly getConnectedAccount: GetAnyConnectedAccount
}

/** Any user. */
export interface ServerUser extends Omit<ServerUserData, "selectedTeam">, ServerUserMethods {
  /** The selected team; `null` without one. */
  readonly selectedTeam: ServerTeam | null
}

/** The methods that act by the session of the user. */
type BySession = Omit<
  CurrentUser,
  Exclude<
    keyof ServerUser,
    "delete" | "updatePassword" | "setPassword" | "sendVerificationEmail" | "getConnectedAccount"
  >
>

/** The signed-in user. */
export interface CurrentServerUser extends Omit<ServerUser, keyof BySession>, BySession {}
