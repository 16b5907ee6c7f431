/**
 * The client tier: the calls of an application for its signed-in user.
 *
 * @example
 * import * as Client from "keystile/client"
 *
 * const program = Effect.gen(function*() {
 *   const client = yield* Client.Client
 *   yield* client.signInWithCredential({ email, password })
 *   return yield* client.getUser
 * })
 * program.pipe(Effect.provide(Client.layer({ projectId, publishableClientKey, tokenStore: "cookie" })))
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ProjectApi from "../core/api/projects/current.ts"
import * as OwnUserApi from "../core/api/users/me.ts"
import type { ApiConfig } from "../core/config/api-config.ts"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import type { ConfigOptions } from "../core/config/options.ts"
import type { ProjectNotFound } from "../core/errors/project.ts"
import type { RequestError } from "../core/errors/request-error.ts"
import { call } from "../core/call/call.ts"
import { publicEnvironment } from "../core/environment/public-environment.ts"
import type { Transport } from "../core/http/transport.ts"
import type { Project } from "../core/schema/project.ts"
import type { User } from "../core/schema/user.ts"
import { type CredentialCalls, credentialCalls } from "./calls/credential.ts"
import { signedInRules } from "./calls/cache-rules.ts"
import { onDemandCalls } from "./calls/on-demand-calls.ts"
import { type SessionUserCalls, sessionUserCalls } from "./calls/session-user.ts"
import type { SignedInCalls } from "./calls/signed-in.ts"
import { type SignInCalls, signInCalls } from "./calls/sign-in.ts"
import { onDemand } from "./calls/on-demand.ts"
import * as Layers from "./layers.ts"
import { makeOverFetch, type SessionOptions, type TierFacts, type TierDependencies, type TierServices } from "./tier.ts"
import type { TokenStoreOption } from "./token-store.ts"

export { layerTokenStore } from "./layers.ts"
export type { AnonymousCalls, SignUpAnonymouslyError } from "./calls/anonymous.ts"
export type { CallbackUrlOption } from "./calls/callback-url.ts"
export type {
  ApproveCommandLineSignInError,
  CommandLineCalls,
  CommandLineSignInOptions,
  DenyCommandLineSignInError,
  ReadCommandLineSignInError,
  SignInOnCommandLineError
} from "./calls/command-line.ts"
export type { ConnectAccountCalls, ConnectAccountError } from "./calls/connect-account.ts"
export type {
  ConnectedAccountCalls,
  ConnectedAccountOptions,
  Connection,
  GetConnectionError,
  ListConnectedAccountsError,
  ProviderTokenOptions,
  RequireConnectionError,
  RequireConnectionOptions
} from "./calls/connected-accounts.ts"
export type {
  ContactChannelCalls,
  ContactChannelChanges,
  ContactChannelInput,
  CreateContactChannelError,
  OwnContactChannelError,
  SendChannelVerificationError
} from "./calls/contact-channels.ts"
export type { CredentialCalls, SignInError } from "./calls/credential.ts"
export type {
  InvitationCodeCalls,
  TeamInvitationDetails,
  UseTeamInvitationError,
  VerifyTeamInvitationCodeError
} from "./calls/invitation-codes.ts"
export type {
  ChangeOAuthAccountError,
  GetOAuthAccountError,
  ListOAuthAccountsError,
  OAuthAccountChanges,
  OAuthProviderCalls
} from "./calls/oauth-providers.ts"
export type { CreateProjectError, ListOwnedProjectsError, OwnedProjectCalls } from "./calls/owned-projects.ts"
export type {
  ActiveSessionCalls,
  ListSessionsError,
  RevokeSessionError,
  RevokeSessionsError
} from "./calls/active-sessions.ts"
export type { ChangePasskeyError, ListPasskeysError, PasskeyListCalls } from "./calls/passkey-list.ts"
export type {
  ListPermissionsError,
  PermissionCalls,
  PermissionListOptions,
  PermissionQuestion
} from "./calls/permissions.ts"
export type {
  ListProjectPermissionsError,
  ProjectPermissionCalls,
  ProjectPermissionListOptions
} from "./calls/project-permissions.ts"
export type { GenerateRecoveryCodesError, RecoveryCodeCalls, RecoveryCodesStateError } from "./calls/recovery-codes.ts"
export type {
  AcceptInvitationError,
  ListReceivedInvitationsError,
  ReceivedInvitationCalls,
  ReceivedTeamInvitation
} from "./calls/received-invitations.ts"
export type { SecretText } from "./calls/redact.ts"
export type {
  InviteInput,
  InviteUserError,
  TeamInvitationCalls,
  TeamInvitationError
} from "./calls/team-invitations.ts"
export type {
  ChangeTeamRoleError,
  GetTeamProfileError,
  ListTeamMembersError,
  ListTeamUsersError,
  TeamMemberCalls,
  TeamProfile,
  TeamProfileChanges,
  TeamUser,
  UpdateTeamProfileError
} from "./calls/team-members.ts"
export type { CreateTeamApiKeyError, TeamApiKeyCalls, TeamApiKeyError } from "./calls/team-api-keys.ts"
export type {
  ChangeTeamError,
  CreateTeamError,
  LeaveTeamError,
  ListTeamsError,
  TeamCalls,
  TeamChanges,
  TeamInput
} from "./calls/teams.ts"
export type {
  ChangeUserApiKeyError,
  CreateUserApiKeyError,
  ListUserApiKeysError,
  UserApiKeyCalls,
  UserTeamApiKeyChanges,
  UserTeamApiKeyInput
} from "./calls/user-api-keys.ts"
export type {
  DeleteUserError,
  OwnUserChanges,
  SendVerificationEmailError,
  SetPasswordError,
  TotpSecretBytes,
  UpdatePasswordError,
  UpdatePasswordInput,
  UpdateUserError,
  UserCalls,
  UserChanges
} from "./calls/user.ts"
export type { SessionUserCalls } from "./calls/session-user.ts"
export type { SignedInCalls } from "./calls/signed-in.ts"
export type { Credential, SignUpCalls, SignUpError, SignUpInput } from "./calls/sign-up.ts"
export type { SignUpChallenge, SignUpProofSolver } from "./calls/sign-up-challenge.ts"
export type { MadeSignUpProof, MakeSignUpProofError, SignUpProofOption } from "./calls/sign-up-proof.ts"

/** The options of the client tier. */
export type ClientOptions = ConfigOptions & SessionOptions

/** The calls of the client tier. */
export interface ClientCalls extends CredentialCalls, SessionUserCalls<User>, SignInCalls, SignedInCalls {
  /** The project, as its users see it. */
  readonly getProject: Effect.Effect<Project, ProjectNotFound | RequestError>
  /**
   * The same calls for the session in another store, e.g. that of one request on a server.
   *
   * @param store The store: `cookie`, `memory`, a request, given tokens, or functions that read and write them.
   */
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<ClientCalls, ConfigurationError>
  /**
   * The same calls bound to this user. When another user has signed in, they fail with `SessionChanged` and send no
   * request. For objects that a program keeps of a user and uses later.
   *
   * @param userId The id of the signed-in user.
   */
  readonly as: (userId: string) => ClientCalls
}

/** The calls of the client tier as a service of Effect. */
export class Client extends Context.Service<Client, ClientCalls>()("keystile/Client") {}

const clientCalls = (dependencies: TierDependencies<ClientCalls>): ClientCalls => {
  const { as, share, withTokenStore } = dependencies
  const credential = credentialCalls(dependencies)
  return {
    ...credential,
    ...sessionUserCalls(dependencies, OwnUserApi.getMe, credential),
    ...onDemandCalls(signedInRules, onDemand, ({ signedInCalls }) => signedInCalls(dependencies)),
    ...signInCalls(dependencies),
    getProject: share("project", call(ProjectApi.getProject)),
    withTokenStore,
    as
  }
}

const facts: TierFacts<ClientCalls> = {
  tier: "client",
  // Without a connection the classes cannot be loaded. The call then reports the error by its code.
  commonErrors: Effect.orElseSucceed(
    Effect.map(onDemand, ({ clientErrors }) => clientErrors),
    () => []
  ),
  environment: publicEnvironment,
  calls: clientCalls
}

/** A client over `fetch`, as an effect. Options win over environment variables. */
export const make = (options: ClientOptions): Effect.Effect<ClientCalls, ConfigurationError> =>
  makeOverFetch(facts, options)

/** A client over `fetch`. Options win over environment variables. */
export const layer = (options: ClientOptions): Layer.Layer<Client, ConfigurationError> =>
  Layers.layer(Client, facts, options)

/** A client over a transport of your own. Options win over environment variables. */
export const layerNoDeps = (options: ClientOptions): Layer.Layer<Client, ConfigurationError, Transport> =>
  Layers.layerNoDeps(Client, facts, options)

/**
 * A client with project, key and URL of Effect's `Config`, under the names of the environment variables.
 */
export const layerConfig = (options: ClientOptions): Layer.Layer<Client, ConfigurationError | Config.ConfigError> =>
  Layers.layerConfig(Client, facts, options)

/**
 * The calls alone, over services of the program's own: configuration, network, refresher and session. See
 * `layerApiConfig`, `layerTokenStore`, and `layerRefresher` and `layerSession` of `keystile` for the ones that `layer`
 * uses.
 *
 * @example
 * const Live = Client.layerCalls(options).pipe(
 *   Layer.provide(layerSession),
 *   Layer.provide([MyRefresher, Client.layerTokenStore("memory")]),
 *   Layer.provide(Client.layerApiConfig(options)),
 *   Layer.provide(layerFetch)
 * )
 */
export const layerCalls = (options: ClientOptions): Layer.Layer<Client, never, TierServices> =>
  Layers.layerCalls(Client, facts, options)

/** The configuration and the network of the calls. Options win over environment variables. */
export const layerApiConfig = (
  options: ClientOptions
): Layer.Layer<ApiConfig | Transport, ConfigurationError, Transport> =>
  Layers.layerApiConfig(facts, options, Effect.sync(facts.environment))
