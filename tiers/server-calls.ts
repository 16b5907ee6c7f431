/** The calls of the server tier. */
import * as Effect from "effect/Effect"
import * as ProjectsApi from "../core/api/projects/current.ts"
import { getMeAsServer } from "../core/api/users/me.ts"
import { updateMeAsServer } from "../core/api/users/update-me.ts"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import { commonErrors } from "../core/errors/common-errors.ts"
import type { PasswordTooLong } from "../core/errors/password-rules.ts"
import type { ProjectNotFound } from "../core/errors/project.ts"
import type { RequestError } from "../core/errors/request-error.ts"
import { call } from "../core/call/call.ts"
import type { Project } from "../core/schema/project.ts"
import type { ServerUser } from "../core/schema/server-user.ts"
import { type AuditLogCalls, auditLogCalls } from "./calls/audit-log.ts"
import type { CallError } from "./calls/call-error.ts"
import { connectAccountCalls } from "./calls/connect-account.ts"
import { type ConnectedAccountCalls, connectedAccountCalls } from "./calls/connected-accounts.ts"
import { type CredentialCalls, credentialCalls } from "./calls/credential.ts"
import { invitationCodeCalls } from "./calls/invitation-codes.ts"
import { ownedProjectCalls } from "./calls/owned-projects.ts"
import type { CallDependencies } from "./calls/call-dependencies.ts"
import { type ActiveSessionCalls, activeSessionCalls } from "./calls/active-sessions.ts"
import { type PasskeyListCalls, passkeyListCalls } from "./calls/passkey-list.ts"
import { recoveryCodeCalls } from "./calls/recovery-codes.ts"
import {
  type AllTeamCalls,
  allTeamCalls,
  type TeamAdministration,
  teamAdministration
} from "./calls/server/all-teams.ts"
import { type PagedUserCalls, type ServerUserChanges, userBody } from "./calls/server/all-users.ts"
import { type CheckApiKeyCalls, checkApiKeyCalls } from "./calls/server/check-api-key.ts"
import { type ServerContactChannelCalls, serverContactChannelCalls } from "./calls/server/contact-channels.ts"
import { type ServerOAuthProviderCalls, serverOAuthProviderCalls } from "./calls/server/oauth-providers.ts"
import { type ServerPermissionCalls, serverPermissionCalls } from "./calls/server/permissions.ts"
import { type ServerProjectPermissionCalls, serverProjectPermissionCalls } from "./calls/server/project-permissions.ts"
import type { AllUserCalls } from "./calls/server/user-stream.ts"
import { type UserTeamCalls, userTeamCalls } from "./calls/server/user-teams.ts"
import { anyUser, sessionUser, type UserScope, withKeysOnly } from "./calls/server/user-scope.ts"
import { type SessionUserCalls, sessionUserCalls } from "./calls/session-user.ts"
import type { SignedInCalls } from "./calls/signed-in.ts"
import { type UpdateUserError, type UserChanges, userCalls } from "./calls/user.ts"
import { type SignInCalls, signInCalls } from "./calls/sign-in.ts"
import { type TeamApiKeyCalls, teamApiKeyCalls } from "./calls/team-api-keys.ts"
import { type UserApiKeyCalls, userApiKeyCalls } from "./calls/user-api-keys.ts"
import { serverEnvironment } from "./server-environment.ts"
import { refuseBrowser } from "./refuse-browser.ts"
import type { TierFacts } from "./tier.ts"
import type { TokenStoreOption } from "./token-store.ts"

/** The groups of calls about one user. */
export interface UserGroups {
  /** The user's email addresses. */
  readonly contactChannels: ServerContactChannelCalls
  /** The user's teams. */
  readonly teams: UserTeamCalls
  /** The user's permissions in their teams. */
  readonly permissions: ServerPermissionCalls
  /** The user's permissions in the project, in no team. */
  readonly projectPermissions: ServerProjectPermissionCalls
  /** The user's accounts at OAuth providers. */
  readonly oauthProviders: ServerOAuthProviderCalls
  /** Those of these accounts whose access tokens the application can get. */
  readonly connectedAccounts: ConnectedAccountCalls
  /** The user's passkeys. An extension of the wire. */
  readonly passkeys: PasskeyListCalls
  /** The user's sessions on all devices. */
  readonly sessions: ActiveSessionCalls
  /** The API keys of the user, if the project allows them. */
  readonly userApiKeys: UserApiKeyCalls
  /** The audit log of the user's account. An extension of the wire. */
  readonly auditLog: AuditLogCalls
}

/** The calls which the server and admin tiers share. */
export interface ServerUserCalls<Users extends PagedUserCalls = AllUserCalls>
  extends
    CredentialCalls,
    SessionUserCalls<ServerUser>,
    SignInCalls,
    CheckApiKeyCalls,
    Omit<SignedInCalls, keyof UserGroups | "updateUser">,
    UserGroups {
  /** Changes the signed-in user. Absent fields are unchanged. */
  readonly updateUser: {
    (changes: ServerUserChanges): Effect.Effect<ServerUser, CallError<typeof updateMeAsServer> | PasswordTooLong>
    /**
     * With the changes of the client tier the errors are those of the client tier, so a server is usable as a client.
     */
    (changes: UserChanges): Effect.Effect<ServerUser, UpdateUserError>
  }
  /** The teams of the signed-in user, and what is done with a team by its id. */
  readonly teams: UserTeamCalls & TeamAdministration
  /** Any user of the project. */
  readonly users: Users
  /** Any team of the project. */
  readonly allTeams: AllTeamCalls
  /** The API keys of any team, if the project allows them. */
  readonly teamApiKeys: TeamApiKeyCalls
  /** The channels, teams, permissions, connected accounts, passkeys, sessions and API keys of any user, by id. */
  readonly ofUser: (userId: string) => UserGroups
}

/** The calls of the server tier. */
export interface ServerCalls<Users extends PagedUserCalls = AllUserCalls> extends ServerUserCalls<Users> {
  /** The project, as its users see it. */
  readonly getProject: Effect.Effect<Project, ProjectNotFound | RequestError>
  /**
   * The same calls for the session in another store, e.g. that of one request.
   *
   * @param store The store: `cookie`, `memory`, a request, given tokens, or functions that read and write them.
   */
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<ServerCalls<Users>, ConfigurationError>
  /**
   * The same calls bound to this user. When another user has signed in, they fail with `SessionChanged` and send no
   * request. For objects that a program keeps of a user and uses later.
   *
   * @param userId The id of the signed-in user.
   */
  readonly as: (userId: string) => ServerCalls<Users>
}

export const userGroups = (scope: UserScope): UserGroups => ({
  contactChannels: serverContactChannelCalls(scope),
  teams: userTeamCalls(scope),
  permissions: serverPermissionCalls(scope),
  projectPermissions: serverProjectPermissionCalls(scope),
  oauthProviders: serverOAuthProviderCalls(scope),
  connectedAccounts: connectedAccountCalls(scope.dependencies, scope.userId),
  passkeys: passkeyListCalls(scope.dependencies, scope.userId),
  sessions: activeSessionCalls(scope.dependencies, scope.userId),
  userApiKeys: userApiKeyCalls(scope.dependencies, scope.userId),
  auditLog: auditLogCalls(scope.dependencies, scope.userId)
})

/** Makes a tier's calls about any user, with streams or without. */
export type UsersOf<Users extends PagedUserCalls> = (dependencies: CallDependencies) => Users

export const serverUserCalls = <Users extends PagedUserCalls>(
  dependencies: CallDependencies,
  users: UsersOf<Users>
): ServerUserCalls<Users> => {
  const credential = credentialCalls(dependencies)
  return {
    ...credential,
    ...sessionUserCalls(dependencies, getMeAsServer, credential),
    ...userCalls(dependencies, getMeAsServer),
    ...invitationCodeCalls(dependencies),
    ...ownedProjectCalls(dependencies),
    ...connectAccountCalls(dependencies),
    ...userGroups(sessionUser(dependencies)),
    recoveryCodes: recoveryCodeCalls(dependencies),
    teams: { ...userTeamCalls(sessionUser(dependencies)), ...teamAdministration(dependencies) },
    users: users(dependencies),
    allTeams: allTeamCalls(dependencies),
    teamApiKeys: teamApiKeyCalls(withKeysOnly(dependencies)),
    ...checkApiKeyCalls(dependencies),
    ofUser: (userId) => userGroups(anyUser(dependencies, userId)),
    ...signInCalls(dependencies),
    // The compiler cannot derive that fewer changes have fewer errors.
    updateUser: ((changes: ServerUserChanges) =>
      Effect.flatMap(userBody(changes), (body) =>
        dependencies.bind(call(updateMeAsServer, { body }))
      )) as ServerUserCalls["updateUser"]
  }
}

/** The server tier, over `fetch` or any other network. */
export const serverFacts = <Users extends PagedUserCalls>(users: UsersOf<Users>): TierFacts<ServerCalls<Users>> => ({
  tier: "server",
  commonErrors: Effect.succeed(commonErrors),
  environment: serverEnvironment,
  refuse: refuseBrowser,
  calls: (dependencies) => ({
    ...serverUserCalls(dependencies, users),
    getProject: dependencies.share("project", call(ProjectsApi.getProject)),
    withTokenStore: dependencies.withTokenStore,
    as: dependencies.as
  })
})

/** The calls without streams. */
export type PagedServerCalls = ServerCalls<PagedUserCalls>
