/**
 * The error channel of every call of every tier is exactly what its endpoints declare, and `RequestError`. The compiler
 * holds that: a union with an error too many or too few, and a call that is in no table, fail the check `typecheck`.
 */
import { it } from "vitest"
import type {
  AnonymousApi,
  ApiKeysApi,
  AuditLogApi,
  CommandLineApi,
  ConnectedAccountsApi,
  ContactChannelsApi,
  EmailTemplatesApi,
  InternalApi,
  ImpersonationApi,
  MfaApi,
  OAuthApi,
  OAuthProvidersApi,
  OtpApi,
  OutgoingMailsApi,
  PasskeyApi,
  PasskeysApi,
  PasswordApi,
  ProjectsApi,
  RecoveryCodesApi,
  SessionsApi,
  SignUpProofApi,
  TeamApiKeysApi,
  TeamInvitationsApi,
  TeamMemberProfilesApi,
  TeamMembersApi,
  TeamMembershipsApi,
  ProjectPermissionDefinitionsApi,
  ProjectPermissionsApi,
  TeamPermissionDefinitionsApi,
  TeamPermissionsApi,
  TeamsApi,
  UserApiKeysApi,
  UsersApi,
  WebhooksApi
} from "../../core/api/index.ts"
import type { AdminCalls } from "../../tiers/admin.ts"
import type { ClientCalls } from "../../tiers/client.ts"
import type { ServerCalls, UserGroups } from "../../tiers/server.ts"
import { type Declared, expectNever, type Overloads, type Wrong } from "./declared.ts"

type SignedOut = "CannotGetOwnUserWithoutUser"

/** Leaving for a provider sends nothing: these are the browser's and this library's own. */
type Leaving = "BrowserRequired" | "CookiesBlocked" | "OAuthProviderNotFoundOrNotEnabled"

/** The errors that the provider or the service wrote into the URL of the callback page. */
type InTheAddress =
  | "LimitReached"
  | "OAuthAccountNotForSignIn"
  | "OAuthConnectionAlreadyConnectedToAnotherUser"
  | "OAuthProviderAccessDenied"
  | "OAuthProviderNotFoundOrNotEnabled"
  | "OAuthSignInFailed"
  | "OuterOAuthTimeout"
  | "SignUpNotEnabled"
  | "UserAlreadyConnectedToAnotherOAuthConnection"

/** The ceremony of a passkey is the browser's. */
type Ceremony = "BrowserRequired" | "PasskeyWebAuthnError"

/** An account that is not connected is `null`. */
type GetConnection = Declared<
  typeof ConnectedAccountsApi.createAccessToken,
  never,
  "OAuthConnectionNotConnectedToUser" | "OAuthConnectionDoesNotHaveRequiredScope"
>

/** Calls about the session and the account, the same in every tier. */
interface AccountTable {
  readonly signInOnCommandLine: Declared<
    typeof CommandLineApi.start | typeof CommandLineApi.poll,
    "CliAuthExpiredError" | "CliAuthUsedError" | "CommandLineSignInDenied" | "ConfigurationError" | "CookiesBlocked"
  >
  readonly getCommandLineSignIn: Declared<typeof CommandLineApi.complete>
  readonly approveCommandLineSignIn: Declared<typeof CommandLineApi.complete, "UserAuthenticationRequired">
  readonly denyCommandLineSignIn: Declared<typeof CommandLineApi.deny>
  readonly continueCommandLineSession: Declared<typeof CommandLineApi.complete, "CookiesBlocked">
  readonly signUpAnonymously: Declared<typeof AnonymousApi.signUp, "CookiesBlocked">
  readonly getSessionUser: Declared<typeof UsersApi.getMe, never, SignedOut>
  readonly getUserOrAnonymous: Declared<
    typeof UsersApi.getMe | typeof AnonymousApi.signUp,
    "CookiesBlocked" | "UserNotSignedIn",
    SignedOut
  >
  readonly signUpWithCredential: Declared<
    typeof PasswordApi.signUp,
    "CallbackUrlMissing" | "CookiesBlocked" | "PasswordTooLong" | "SignUpProofFailed"
  >
  readonly makeSignUpProof: Declared<typeof SignUpProofApi.getChallenge, "SignUpProofRequired" | "SignUpProofFailed">
  readonly signInWithCredential: Declared<typeof PasswordApi.signIn, "CookiesBlocked">
  readonly signOut: Declared<typeof SessionsApi.signOut, never, "RefreshTokenNotFoundOrExpired">
  readonly tokens: "RequestError"
  readonly stored: never
  readonly sendMagicLinkEmail: Declared<typeof OtpApi.sendSignInCode, "CallbackUrlMissing" | "SignUpProofFailed">
  readonly signInWithMagicLink: Declared<typeof OtpApi.signIn, "CookiesBlocked">
  readonly completeMultiFactor: Declared<typeof MfaApi.signIn | typeof MfaApi.signInWithRecoveryCode, "CookiesBlocked">
  readonly signInWithOAuth: Declared<never, Leaving>
  readonly linkOAuthAccount: Declared<never, SignedOut | Leaving>
  readonly startImpersonation: Declared<never, "BrowserRequired" | "CookiesBlocked">
  readonly connectAccount: GetConnection | Declared<never, SignedOut | Leaving>
  readonly callOAuthCallback: Declared<typeof OAuthApi.exchange, InTheAddress>
  readonly readErrorPage: "RequestError"
  readonly signInWithPasskey: Declared<
    typeof PasskeyApi.initiateAuthentication | typeof PasskeyApi.signIn,
    Ceremony | "CookiesBlocked"
  >
  readonly registerPasskey: Declared<typeof PasskeyApi.initiateRegistration | typeof PasskeyApi.register, Ceremony>
  readonly sendForgotPasswordEmail: Declared<typeof PasswordApi.sendResetCode, "CallbackUrlMissing">
  readonly verifyPasswordResetCode: Declared<typeof PasswordApi.checkResetCode>
  readonly resetPassword: Declared<typeof PasswordApi.reset, "PasswordTooLong">
  readonly verifyEmail: Declared<typeof ContactChannelsApi.verify>
  readonly deleteUser: Declared<typeof UsersApi.removeMe>
  readonly updatePassword: Declared<typeof PasswordApi.update, SignedOut | "PasswordTooLong">
  readonly setPassword: Declared<typeof PasswordApi.set, SignedOut | "PasswordTooLong">
  readonly sendVerificationEmail: Declared<
    typeof UsersApi.getMe | typeof ContactChannelsApi.sendPrimaryVerificationCode,
    "CallbackUrlMissing" | "PrimaryEmailMissing"
  >
  readonly verifyTeamInvitationCode: Declared<typeof TeamInvitationsApi.checkCode>
  readonly getTeamInvitationDetails: Declared<typeof TeamInvitationsApi.details, "UserAuthenticationRequired">
  readonly acceptTeamInvitation: Declared<typeof TeamInvitationsApi.accept, "UserAuthenticationRequired">
  readonly listOwnedProjects: Declared<typeof ProjectsApi.listOwned>
  readonly createProject: Declared<typeof ProjectsApi.createOwned>
  readonly withTokenStore: "ConfigurationError"
  readonly connectedAccounts: ConnectedAccountTable
  readonly oauthProviders: OAuthProviderTable
  readonly passkeys: PasskeyTable
  readonly recoveryCodes: {
    readonly getState: Declared<typeof RecoveryCodesApi.getState>
    readonly generate: Declared<typeof RecoveryCodesApi.generate>
  }
  readonly userApiKeys: UserApiKeyTable
  readonly teamApiKeys: TeamApiKeyTable
  readonly auditLog: AuditLogTable
}

interface UserApiKeyTable {
  readonly list: Declared<typeof UserApiKeysApi.list>
  readonly get: Declared<typeof UserApiKeysApi.get>
  readonly create: Declared<typeof UserApiKeysApi.create>
  readonly update: Declared<typeof UserApiKeysApi.update>
  readonly revoke: Declared<typeof UserApiKeysApi.update>
}

interface TeamApiKeyTable {
  readonly list: Declared<typeof TeamApiKeysApi.list>
  readonly get: Declared<typeof TeamApiKeysApi.get>
  readonly create: Declared<typeof TeamApiKeysApi.create>
  readonly update: Declared<typeof TeamApiKeysApi.update>
  readonly revoke: Declared<typeof TeamApiKeysApi.update>
}

interface OAuthProviderTable {
  readonly list: Declared<typeof OAuthProvidersApi.list>
  readonly get: Declared<typeof OAuthProvidersApi.get>
  readonly update: Declared<typeof OAuthProvidersApi.update>
  readonly remove: Declared<typeof OAuthProvidersApi.remove>
}

interface ConnectedAccountTable {
  readonly list: Declared<typeof ConnectedAccountsApi.list>
  readonly get: GetConnection
  readonly getAccessToken: GetConnection
}

interface AuditLogTable {
  readonly list: Declared<typeof AuditLogApi.list>
}

interface PasskeyTable {
  readonly list: Declared<typeof PasskeysApi.list>
  readonly rename: Declared<typeof PasskeysApi.rename>
  readonly remove: Declared<typeof PasskeysApi.remove>
}

interface InvitationTable {
  readonly inviteUser: Declared<typeof TeamInvitationsApi.sendCode, "CallbackUrlMissing">
  readonly listInvitations: Declared<typeof TeamInvitationsApi.list>
  readonly revokeInvitation: Declared<typeof TeamInvitationsApi.revoke>
}

interface ReceivedInvitationTable {
  readonly listReceivedInvitations: Declared<typeof TeamInvitationsApi.list>
  readonly acceptInvitation: Declared<typeof TeamInvitationsApi.acceptReceived>
}

interface ClientTable extends AccountTable {
  readonly getUser: Declared<typeof UsersApi.getMe, never, SignedOut>
  readonly updateUser: Declared<typeof UsersApi.updateMe>
  readonly getProject: Declared<typeof ProjectsApi.getProject>
  readonly contactChannels: {
    readonly list: Declared<typeof ContactChannelsApi.list>
    readonly create: Declared<typeof ContactChannelsApi.create>
    readonly update: Declared<typeof ContactChannelsApi.update>
    readonly remove: Declared<typeof ContactChannelsApi.remove>
    readonly sendVerificationEmail: Declared<typeof ContactChannelsApi.sendVerificationCode, "CallbackUrlMissing">
  }
  readonly teams: InvitationTable &
    ReceivedInvitationTable & {
      readonly list: Declared<typeof TeamsApi.list>
      readonly get: Declared<typeof TeamsApi.list>
      readonly create: Declared<typeof TeamsApi.create>
      readonly update: Declared<typeof TeamsApi.update>
      readonly remove: Declared<typeof TeamsApi.remove>
      readonly leave: Declared<typeof TeamMembershipsApi.remove>
      readonly removeUser: Declared<typeof TeamMembershipsApi.remove>
      readonly listUsers: Declared<typeof TeamMemberProfilesApi.list>
      readonly listMembers: Declared<typeof TeamMembersApi.list>
      readonly changeRole: Declared<typeof TeamMembersApi.update>
      readonly getProfile: Declared<typeof TeamMemberProfilesApi.get>
      readonly updateProfile: Declared<typeof TeamMemberProfilesApi.update>
    }
  readonly permissions: {
    readonly list: Declared<typeof TeamPermissionsApi.list>
    readonly get: Declared<typeof TeamPermissionsApi.list>
    readonly has: Declared<typeof TeamPermissionsApi.list>
  }
  readonly projectPermissions: {
    readonly list: Declared<typeof ProjectPermissionsApi.list>
    readonly get: Declared<typeof ProjectPermissionsApi.list>
    readonly has: Declared<typeof ProjectPermissionsApi.list>
  }
}

/** The calls about one user. */
interface UserTable {
  readonly contactChannels: {
    readonly list: Declared<typeof ContactChannelsApi.listAsServer>
    readonly get: Declared<typeof ContactChannelsApi.getAsServer>
    readonly create: Declared<typeof ContactChannelsApi.createAsServer>
    readonly update: Declared<typeof ContactChannelsApi.updateAsServer>
    readonly remove: Declared<typeof ContactChannelsApi.removeAsServer>
    readonly sendVerificationEmail: Declared<typeof ContactChannelsApi.sendVerificationCode, "CallbackUrlMissing">
  }
  readonly teams: ReceivedInvitationTable & {
    readonly list: Declared<typeof TeamsApi.listAsServer>
    readonly get: Declared<typeof TeamsApi.listAsServer>
    readonly create: Declared<typeof TeamsApi.createAsServer>
    readonly leave: Declared<typeof TeamMembershipsApi.remove>
    readonly getProfile: Declared<typeof TeamMemberProfilesApi.getAsServer>
    readonly updateProfile: Declared<typeof TeamMemberProfilesApi.updateAsServer>
  }
  readonly permissions: {
    readonly list: Declared<typeof TeamPermissionsApi.list>
    readonly get: Declared<typeof TeamPermissionsApi.list>
    readonly has: Declared<typeof TeamPermissionsApi.list>
    readonly grant: Declared<typeof TeamPermissionsApi.grant>
    readonly revoke: Declared<typeof TeamPermissionsApi.revoke>
  }
  readonly projectPermissions: {
    readonly list: Declared<typeof ProjectPermissionsApi.list>
    readonly get: Declared<typeof ProjectPermissionsApi.list>
    readonly has: Declared<typeof ProjectPermissionsApi.list>
    readonly grant: Declared<typeof ProjectPermissionsApi.grant>
    readonly revoke: Declared<typeof ProjectPermissionsApi.revoke>
  }
  readonly connectedAccounts: ConnectedAccountTable
  readonly oauthProviders: OAuthProviderTable & {
    readonly create: Declared<typeof OAuthProvidersApi.createAsServer>
  }
  readonly passkeys: PasskeyTable
  readonly userApiKeys: UserApiKeyTable
  readonly auditLog: AuditLogTable
}

interface TeamAdministrationTable extends InvitationTable {
  readonly update: Declared<typeof TeamsApi.updateAsServer>
  readonly remove: Declared<typeof TeamsApi.remove>
  readonly addUser: Declared<typeof TeamMembershipsApi.add>
  readonly removeUser: Declared<typeof TeamMembershipsApi.remove>
  readonly listUsers: Declared<typeof TeamMemberProfilesApi.listAsServer>
  readonly listMembers: Declared<typeof TeamMembersApi.list>
  readonly changeRole: Declared<typeof TeamMembersApi.update>
}

interface UpdateUserTable {
  readonly first: Declared<typeof UsersApi.updateMeAsServer, "PasswordTooLong">
  /** With what the client tier may change. */
  readonly second: ClientTable["updateUser"]
}

interface UserCallsTable extends Omit<AccountTable, keyof UserTable>, Omit<UserTable, "teams"> {
  readonly getUser: Declared<typeof UsersApi.getMeAsServer, never, SignedOut>
  readonly checkUserApiKey: Declared<typeof UserApiKeysApi.check>
  readonly checkTeamApiKey: Declared<typeof TeamApiKeysApi.check>
  readonly updateUser: UpdateUserTable["second"]
  readonly teams: UserTable["teams"] & TeamAdministrationTable
  readonly users: {
    readonly list: Declared<typeof UsersApi.list>
    readonly page: Declared<typeof UsersApi.list>
    readonly get: Declared<typeof UsersApi.get>
    readonly create: Declared<typeof UsersApi.create, "PasswordTooLong">
    readonly update: Declared<typeof UsersApi.update, "PasswordTooLong">
    readonly remove: Declared<typeof UsersApi.remove>
    readonly setPassword: Declared<typeof UsersApi.update, "PasswordTooLong">
    readonly sendVerificationEmail: Declared<
      typeof ContactChannelsApi.listAsServer | typeof ContactChannelsApi.sendVerificationCode,
      "CallbackUrlMissing" | "PrimaryEmailMissing"
    >
    readonly createSession: Declared<typeof SessionsApi.create>
  }
  readonly allTeams: TeamAdministrationTable & {
    readonly page: Declared<typeof TeamsApi.listAsServer>
    readonly list: Declared<typeof TeamsApi.listAsServer>
    readonly get: Declared<typeof TeamsApi.getAsServer>
    readonly create: Declared<typeof TeamsApi.createAsServer>
  }
}

interface ServerTable extends UserCallsTable {
  readonly getProject: Declared<typeof ProjectsApi.getProject>
}

interface AdminTable extends UserCallsTable {
  readonly getProject: Declared<typeof ProjectsApi.getProjectAsAdmin>
  readonly updateProject: Declared<typeof ProjectsApi.updateProject>
  readonly removeProject: Declared<typeof ProjectsApi.removeProject>
  readonly getProductionModeErrors: Declared<typeof ProjectsApi.getProjectAsAdmin>
  readonly createSvixToken: Declared<typeof InternalApi.createSvixToken>
  readonly getMetrics: Declared<typeof InternalApi.metrics>
  readonly listOutgoingMails: Declared<typeof OutgoingMailsApi.list>
  readonly authorizeImpersonation: Declared<typeof ImpersonationApi.authorize>
  readonly sendMailAgain: Declared<typeof OutgoingMailsApi.sendAgain>
  readonly listAuditLog: Declared<typeof AuditLogApi.list>
  readonly sendTestEmail: Declared<typeof InternalApi.sendTestEmail, "TestEmailFailed">
  readonly webhooks: {
    readonly listTargets: Declared<typeof WebhooksApi.listTargets>
    readonly createTarget: Declared<typeof WebhooksApi.createTarget>
    readonly updateTarget: Declared<typeof WebhooksApi.updateTarget>
    readonly deleteTarget: Declared<typeof WebhooksApi.deleteTarget>
    readonly rotateSecret: Declared<typeof WebhooksApi.rotateSecret>
    readonly listMessages: Declared<typeof WebhooksApi.listMessages>
    readonly getMessage: Declared<typeof WebhooksApi.getMessage>
    readonly sendAgain: Declared<typeof WebhooksApi.sendAgain>
  }
  readonly apiKeys: {
    readonly list: Declared<typeof ApiKeysApi.list>
    readonly create: Declared<typeof ApiKeysApi.create>
    readonly get: Declared<typeof ApiKeysApi.get>
    readonly update: Declared<typeof ApiKeysApi.update>
    readonly revoke: Declared<typeof ApiKeysApi.update>
  }
  readonly emailTemplates: {
    readonly list: Declared<typeof EmailTemplatesApi.list>
    readonly get: Declared<typeof EmailTemplatesApi.get>
    readonly update: Declared<typeof EmailTemplatesApi.update>
    readonly preview: Declared<typeof EmailTemplatesApi.preview>
    readonly reset: Declared<typeof EmailTemplatesApi.reset>
  }
  readonly permissionDefinitions: {
    readonly list: Declared<typeof TeamPermissionDefinitionsApi.list>
    readonly create: Declared<typeof TeamPermissionDefinitionsApi.create>
    readonly update: Declared<typeof TeamPermissionDefinitionsApi.update>
    readonly remove: Declared<typeof TeamPermissionDefinitionsApi.remove>
  }
  readonly projectPermissionDefinitions: {
    readonly list: Declared<typeof ProjectPermissionDefinitionsApi.list>
    readonly create: Declared<typeof ProjectPermissionDefinitionsApi.create>
    readonly update: Declared<typeof ProjectPermissionDefinitionsApi.update>
    readonly remove: Declared<typeof ProjectPermissionDefinitionsApi.remove>
  }
}

it("every call fails with what its endpoints declare, and with RequestError", () => {
  expectNever<Wrong<ClientCalls, ClientTable>>()
  expectNever<Wrong<ServerCalls, ServerTable>>()
  expectNever<Wrong<AdminCalls, AdminTable>>()
  expectNever<Wrong<UserGroups, UserTable>>()
  expectNever<Wrong<Overloads<ServerCalls["updateUser"]>, UpdateUserTable>>()
})

it("a union with an error too many or too few, and a call that is in no table, do not compile", () => {
  type Calls = Pick<ClientCalls, "getProject">
  // @ts-expect-error one too few
  expectNever<Wrong<Calls, { readonly getProject: "RequestError" }>>()
  // @ts-expect-error one too many
  expectNever<Wrong<Calls, { readonly getProject: ClientTable["getProject"] | "UserNotFound" }>>()
  // @ts-expect-error in no table
  expectNever<Wrong<Calls, {}>>()
  // @ts-expect-error in no table, one group down
  expectNever<Wrong<Pick<ClientCalls, "teams">, { readonly teams: Omit<ClientTable["teams"], "leave"> }>>()
  // @ts-expect-error no call
  expectNever<Wrong<Calls, Pick<ClientTable, "getProject" | "getUser">>>()
})
