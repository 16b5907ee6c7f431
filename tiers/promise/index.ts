export { type StorageOptions, storageTokenStore, type TokenStorage } from "../../core/session/token-store-storage.ts"
export type { AppMethods } from "./app-methods.ts"
export {
  type AppOptions,
  ClientApp,
  type ClientAppOptions,
  createClientApp,
  type GetUserOptions
} from "./client-app.ts"
export type { AuthJson, CurrentUser, CurrentUserMethods, SessionMethods } from "./current-user.ts"
export type { Connection } from "./objects/connection.ts"
export type { ContactChannel } from "./objects/contact-channel.ts"
export type {
  ChangeOAuthProviderError,
  ConnectedAccount,
  OAuthProvider,
  ServerOAuthProvider
} from "./objects/oauth-provider.ts"
export type { EditableTeamMemberProfile, ReceivedTeamInvitation, Team, TeamInvitation } from "./objects/team.ts"
export type { TeamApiKey, TeamApiKeyFirstView, UserApiKey, UserApiKeyFirstView } from "./objects/user-team-api-key.ts"
export type { TeamReference } from "./objects/team-reference.ts"
export type { UserMethods } from "./objects/user-methods.ts"
export type { OwnedProjectApps, OwnedProjectOptions } from "./owned-projects.ts"
export type { Result } from "./result.ts"
export { AdminApp, type AdminAppOptions, type AdminEmailTemplate, createAdminApp } from "./admin-app.ts"
export type {
  AdminEmailConfig,
  AdminOAuthProvider,
  AdminOwnedProject,
  AdminProject,
  AdminProjectConfig,
  ApiKey,
  AdminWebhookTargetWithSecret,
  ApiKeyFirstView
} from "./objects/admin-entities.ts"
export type {
  CurrentServerUser,
  ServerContactChannel,
  ServerTeam,
  ServerTeamUser,
  ServerUser,
  ServerUserMethods
} from "./objects/server-entities.ts"
export {
  type ApiKeyOption,
  createServerApp,
  ServerApp,
  type ServerAppOptions,
  type ServerMethods,
  type ServerUserPage
} from "./server-app.ts"
