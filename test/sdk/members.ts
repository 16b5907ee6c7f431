/**
 * What the original's client has, version 2.7.20, and where it is here: every member of its apps and objects but the
 * `use…` hooks, in Effect and as a promise. The step `members` of `npm test` holds it against what the tests used.
 */

export interface Member {
  /** As the original has it: `user.leaveTeam`. */
  readonly original: string
  /** `client teams.leave`: the call of a tier, or what its result has. `null`: there is none, for the reason given. */
  readonly effect: string | null
  /** `CurrentUser.leaveTeam`. */
  readonly promise: string | null
  /** It leads away from the page, and does not end. */
  readonly leaves?: true
  /** Why one of the two is missing. */
  readonly because?: string
}

type Counterpart = string | Omit<Member, "original" | "promise">

/** Members of a kind of object, each with its counterpart in Effect. */
const methods = (
  original: string,
  kind: string,
  tier: "client" | "server",
  counterparts: Readonly<Record<string, Counterpart>>
): ReadonlyArray<Member> =>
  Object.entries(counterparts).map(([name, counterpart]) => ({
    original: `${original}.${name}`,
    promise: `${kind}.${name}`,
    ...(typeof counterpart === "string" ? { effect: `${tier} ${counterpart}` } : counterpart)
  }))

/** Data of a kind of object, which a call of the tier gives under the same names. */
const data = (original: string, kind: string, effect: string, names: string): ReadonlyArray<Member> =>
  names.split(" ").map((name) => ({
    original: `${original}.${name}`,
    effect: `${effect}.${name}`,
    promise: `${kind}.${name}`
  }))

const plain: Counterpart = { effect: null, because: "data is plain in Effect; `Schema.encode` of its class gives the wire's form" }

const pages = "SignIn SignUp SignOut AfterSignIn AfterSignUp AfterSignOut EmailVerification PasswordReset ForgotPassword " +
  "Home OAuthCallback MagicLinkCallback AccountSettings TeamInvitation Error"

const clientApp: ReadonlyArray<Member> = [
  ...methods("app", "ClientApp", "client", {
    projectId: { effect: null, because: "who runs the program gave it" },
    urls: "navigation.urls",
    getUser: "getUser",
    getProject: "getProject",
    signInWithOAuth: { effect: "client signInWithOAuth", leaves: true },
    signInWithCredential: "signInWithCredential",
    signUpWithCredential: "signUpWithCredential",
    signInWithMagicLink: "signInWithMagicLink",
    signInWithPasskey: "signInWithPasskey",
    callOAuthCallback: "callOAuthCallback",
    sendMagicLinkEmail: "sendMagicLinkEmail",
    sendForgotPasswordEmail: "sendForgotPasswordEmail",
    verifyPasswordResetCode: "verifyPasswordResetCode",
    resetPassword: "resetPassword",
    verifyEmail: "verifyEmail",
    verifyTeamInvitationCode: "verifyTeamInvitationCode",
    acceptTeamInvitation: "acceptTeamInvitation",
    getTeamInvitationDetails: "getTeamInvitationDetails",
    signOut: "signOut",
    completeMultiFactor: "completeMultiFactor"
  }),
  ...pages.split(" ").map((page): Member => ({
    original: `app.redirectTo${page}`,
    effect: "client navigation.redirect",
    promise: `ClientApp.redirectTo${page}`
  }))
]

const project = "id displayName config config.signUpEnabled config.credentialEnabled config.magicLinkEnabled " +
  "config.passkeyEnabled config.clientTeamCreationEnabled config.clientUserDeletionEnabled config.oauthProviders " +
  "config.oauthProviders.id"

const adminProject = `${project} description createdAt userCount isProductionMode config.id config.allowLocalhost ` +
  "config.createTeamOnSignUp config.domains config.emailConfig config.emailConfig.type config.teamCreatorDefaultPermissions " +
  "config.teamMemberDefaultPermissions config.oauthProviders.enabled config.oauthProviders.type " +
  "config.domains.domain config.domains.handlerPath"

const user = "id displayName primaryEmail primaryEmailVerified profileImageUrl signedUpAt clientMetadata " +
  "clientReadOnlyMetadata hasPassword otpAuthEnabled passkeyAuthEnabled isMultiFactorRequired emailAuthEnabled " +
  "oauthProviders oauthProviders.id oauthProviders.accountId oauthProviders.email selectedTeam"
const serverUser = `${user} lastActiveAt serverMetadata primaryEmailAuthEnabled`
const team = "id displayName profileImageUrl clientMetadata clientReadOnlyMetadata"
const serverTeam = `${team} createdAt serverMetadata`
const tokens = "accessToken refreshToken"
const channel = "id value type isPrimary isVerified usedForAuth"

/** What every signed-in user has about their session. */
const session: Readonly<Record<string, Counterpart>> = {
  currentSession: "tokens",
  getAuthHeaders: "tokens",
  getAuthJson: "tokens",
  signOut: "signOut",
  registerPasskey: "registerPasskey"
}

const currentUser = methods("user", "CurrentUser", "client", {
  ...session,
  toClientJson: plain,
  update: "updateUser",
  setDisplayName: "updateUser",
  setClientMetadata: "updateUser",
  setSelectedTeam: "updateUser",
  updatePassword: "updatePassword",
  setPassword: "setPassword",
  sendVerificationEmail: "sendVerificationEmail",
  delete: "deleteUser",
  listContactChannels: "contactChannels.list",
  createContactChannel: "contactChannels.create",
  listTeams: "teams.list",
  getTeam: "teams.get",
  createTeam: "teams.create",
  leaveTeam: "teams.leave",
  getTeamProfile: "teams.getProfile",
  listPermissions: "permissions.list",
  getPermission: "permissions.get",
  hasPermission: "permissions.has",
  getConnectedAccount: "connectedAccounts.get",
  createProject: "createProject",
  listOwnedProjects: "listOwnedProjects"
})

/** Of anybody, by their id. */
const anyUser: Readonly<Record<string, Counterpart>> = {
  toClientJson: plain,
  update: "users.update",
  setDisplayName: "users.update",
  setClientMetadata: "users.update",
  setClientReadOnlyMetadata: "users.update",
  setServerMetadata: "users.update",
  setPrimaryEmail: "users.update",
  setSelectedTeam: "users.update",
  updatePassword: "users.setPassword",
  setPassword: "users.setPassword",
  sendVerificationEmail: "users.sendVerificationEmail",
  delete: "users.remove",
  createSession: "users.createSession",
  listContactChannels: "ofUser.contactChannels.list",
  createContactChannel: "ofUser.contactChannels.create",
  listTeams: "ofUser.teams.list",
  getTeam: "ofUser.teams.get",
  createTeam: "ofUser.teams.create",
  leaveTeam: "ofUser.teams.leave",
  getTeamProfile: "ofUser.teams.getProfile",
  listPermissions: "ofUser.permissions.list",
  getPermission: "ofUser.permissions.get",
  hasPermission: "ofUser.permissions.has",
  grantPermission: "ofUser.permissions.grant",
  revokePermission: "ofUser.permissions.revoke",
  getConnectedAccount: "ofUser.connectedAccounts.get"
}

/** The signed-in user of a server has the methods of both, over the session where there is one to go by. */
const currentServerUser: Readonly<Record<string, Counterpart>> = {
  ...anyUser,
  ...session,
  updatePassword: "updatePassword",
  setPassword: "setPassword",
  sendVerificationEmail: "sendVerificationEmail",
  delete: "deleteUser",
  getConnectedAccount: "connectedAccounts.get",
  createProject: "createProject",
  listOwnedProjects: "listOwnedProjects"
}

const teamMethods: Readonly<Record<string, Counterpart>> = {
  update: "teams.update",
  delete: "teams.remove",
  listUsers: "teams.listUsers",
  inviteUser: "teams.inviteUser",
  listInvitations: "teams.listInvitations"
}

const keyFunction = (name: string): Counterpart => ({
  effect: null,
  because: `a function of the data, no call: \`${name}\` of keystile/admin`
})
const apiKeyMethods: Readonly<Record<string, Counterpart>> = {
  isValid: keyFunction("isApiKeyValid"),
  whyInvalid: keyFunction("whyApiKeyInvalid"),
  revoke: "apiKeys.revoke"
}
const listedKeys = "publishableClientKey.lastFour secretServerKey.lastFour superSecretAdminKey.lastFour"
const apiKey = "id description expiresAt createdAt publishableClientKey secretServerKey superSecretAdminKey"

/** Sections 5 to 8. */
export const members: ReadonlyArray<Member> = [
  ...clientApp,
  ...data("app.sendMagicLinkEmail()", "MagicLinkResult.data", "client sendMagicLinkEmail", "nonce"),
  ...data(
    "app.getTeamInvitationDetails()",
    "TeamInvitationDetailsResult.data",
    "client getTeamInvitationDetails",
    "teamDisplayName"
  ),
  ...data("project", "Project", "client getProject", project),
  ...data("user", "CurrentUser", "client getUser", user),
  ...currentUser,
  ...methods("user.currentSession", "CurrentSession", "client", { getTokens: "tokens" }),
  ...data("user.currentSession.getTokens()", "CurrentSessionTokens", "client tokens", tokens),
  ...data("contactChannel", "ContactChannel", "client contactChannels.list", channel),
  ...methods("contactChannel", "ContactChannel", "client", {
    sendVerificationEmail: "contactChannels.sendVerificationEmail",
    update: "contactChannels.update",
    delete: "contactChannels.remove"
  }),
  ...data("team", "Team", "client teams.create", team),
  ...methods("team", "Team", "client", teamMethods),
  ...data("teamUser", "TeamUser", "client teams.listUsers", "id teamProfile teamProfile.displayName teamProfile.profileImageUrl"),
  ...data("teamInvitation", "TeamInvitation", "client teams.listInvitations", "id recipientEmail expiresAt"),
  ...methods("teamInvitation", "TeamInvitation", "client", { revoke: "teams.revokeInvitation" }),
  ...data("teamProfile", "TeamMemberProfile", "client teams.getProfile", "displayName profileImageUrl"),
  ...methods("teamProfile", "TeamMemberProfile", "client", { update: "teams.updateProfile" }),
  ...data("teamPermission", "TeamPermission", "client permissions.list", "id"),
  ...data("connection", "Connection", "client connectedAccounts.get", "id"),
  ...methods("connection", "Connection", "client", { getAccessToken: "connectedAccounts.getAccessToken" }),
  ...data("connection.getAccessToken()", "ConnectionToken", "client connectedAccounts.getAccessToken", "accessToken"),

  ...methods("serverApp", "ServerApp", "server", {
    getUser: "getUser",
    getServerUser: "getUser",
    getServerUserById: "users.get",
    listUsers: "users.page",
    createUser: "users.create",
    createTeam: "allTeams.create",
    listTeams: "allTeams.list",
    getTeam: "allTeams.get"
  }),
  { original: "serverApp.getUser(id)", effect: "server users.get", promise: "ServerUser.id" },
  { original: "serverApp.listUsers().nextCursor", effect: "server users.page.nextCursor", promise: "ServerUserList.nextCursor" },
  ...data("serverUser", "ServerUser", "server users.get", serverUser),
  ...methods("serverUser", "ServerUser", "server", anyUser),
  ...methods("serverUser.createSession()", "CreatedSession", "server", { getTokens: "users.createSession" }),
  ...data("serverUser.createSession().getTokens()", "CreatedSessionTokens", "server users.createSession", tokens),
  ...data("currentServerUser", "CurrentServerUser", "server getUser", serverUser),
  ...methods("currentServerUser", "CurrentServerUser", "server", currentServerUser),
  ...methods("currentServerUser.currentSession", "CurrentServerSession", "server", { getTokens: "tokens" }),
  ...data("currentServerUser.currentSession.getTokens()", "CurrentServerSessionTokens", "server tokens", tokens),
  ...data("serverContactChannel", "ServerContactChannel", "server ofUser.contactChannels.list", channel),
  ...methods("serverContactChannel", "ServerContactChannel", "server", {
    sendVerificationEmail: "ofUser.contactChannels.sendVerificationEmail",
    update: "ofUser.contactChannels.update",
    delete: "ofUser.contactChannels.remove"
  }),
  ...data("serverTeam", "ServerTeam", "server allTeams.get", serverTeam),
  ...methods("serverTeam", "ServerTeam", "server", {
    update: "allTeams.update",
    delete: "allTeams.remove",
    listUsers: "allTeams.listUsers",
    inviteUser: "allTeams.inviteUser",
    listInvitations: "allTeams.listInvitations",
    addUser: "allTeams.addUser",
    removeUser: "allTeams.removeUser"
  }),
  ...data(
    "serverTeamUser",
    "ServerTeamUser",
    "server allTeams.listUsers",
    "id teamProfile teamProfile.displayName teamProfile.profileImageUrl"
  ),
  ...data(
    "serverTeamInvitation",
    "ServerTeamInvitation",
    "server allTeams.listInvitations",
    "id recipientEmail expiresAt"
  ),
  ...methods("serverTeamInvitation", "ServerTeamInvitation", "server", { revoke: "allTeams.revokeInvitation" }),
  ...data(
    "serverUser.getTeamProfile()",
    "ServerTeamMemberProfile",
    "server ofUser.teams.getProfile",
    "displayName profileImageUrl"
  ),
  ...methods("serverUser.getTeamProfile()", "ServerTeamMemberProfile", "server", {
    update: "ofUser.teams.updateProfile"
  }),
  ...data("serverUser.listPermissions()", "ServerTeamPermission", "server ofUser.permissions.list", "id"),
  ...data("serverUser.getConnectedAccount()", "ServerConnection", "server ofUser.connectedAccounts.get", "id"),
  ...methods("serverUser.getConnectedAccount()", "ServerConnection", "server", {
    getAccessToken: "ofUser.connectedAccounts.getAccessToken"
  }),

  ...methods("adminApp", "AdminApp", "server", {
    getProject: "getProject",
    listApiKeys: "apiKeys.list",
    createApiKey: "apiKeys.create",
    listEmailTemplates: "emailTemplates.list",
    updateEmailTemplate: "emailTemplates.update",
    resetEmailTemplate: "emailTemplates.reset",
    listTeamPermissionDefinitions: "permissionDefinitions.list",
    createTeamPermissionDefinition: "permissionDefinitions.create",
    updateTeamPermissionDefinition: "permissionDefinitions.update",
    deleteTeamPermissionDefinition: "permissionDefinitions.remove",
    createSvixToken: "createSvixToken",
    getMetrics: "getMetrics",
    sendTestEmail: "sendTestEmail"
  }),
  ...data("adminProject", "AdminProject", "server getProject", adminProject),
  ...methods("adminProject", "AdminProject", "server", {
    update: "updateProject",
    delete: "removeProject",
    getProductionModeErrors: "getProductionModeErrors"
  }),
  { original: "adminOwnedProject.app", effect: "client asProjectOwner", promise: "AdminProject.app" },
  ...data("productionModeError", "ProductionModeError", "server getProductionModeErrors", "message relativeFixUrl"),
  ...data("apiKey", "ApiKey", "server apiKeys.list", apiKey),
  { original: "apiKey.manuallyRevokedAt", effect: "server apiKeys.revoke.manuallyRevokedAt", promise: "ApiKey.manuallyRevokedAt" },
  ...data("apiKey", "ApiKey", "server apiKeys.list", listedKeys),
  ...methods("apiKey", "ApiKey", "server", apiKeyMethods),
  ...data("apiKeyFirstView", "ApiKeyFirstView", "server apiKeys.create", apiKey),
  {
    original: "apiKeyFirstView.manuallyRevokedAt",
    effect: null,
    promise: "ApiKeyFirstView.manuallyRevokedAt",
    because: "nobody has taken back a key that was just made: the data has no such field"
  },
  ...methods("apiKeyFirstView", "ApiKeyFirstView", "server", apiKeyMethods),
  ...data("emailTemplate", "AdminEmailTemplate", "server emailTemplates.list", "type subject content isDefault"),
  ...data(
    "teamPermissionDefinition",
    "TeamPermissionDefinition",
    "server permissionDefinitions.list",
    "id description containedPermissionIds"
  )
]

/** What the original has and this has not. Each stands in docs/differences-from-original-client.md, by this name. */
export const departures: ReadonlyArray<string> = [
  "redirectMethod: \"nextjs\"",
  "redirectMethod: { useNavigate }",
  "tokenStore: \"nextjs-cookie\"",
  "noAutomaticPrefetch",
  "uniqueIdentifier",
  "toClientJson, fromClientJson, setCurrentUser, sendRequest",
  "__STACK_AUTH__"
]
