/**
 * The server tier: what an application does with its secret server key. Never in a browser.
 *
 * What the client tier does for its signed-in user stands here under the same names, for the user of the session and
 * with all that a server sees. `users`, `allTeams` and `ofUser` are about anybody, and know of no session.
 *
 * @example
 * import * as Server from "keystile/server"
 *
 * const program = Effect.gen(function*() {
 *   const server = yield* Server.Server
 *   const ofRequest = yield* server.withTokenStore({ refreshToken, accessToken })
 *   const user = yield* ofRequest.getUser
 *   return user === null ? [] : yield* server.ofUser(user.id).teams.list()
 * })
 * program.pipe(Effect.provide(Server.layerConfig({ tokenStore: null })))
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ProjectsApi from "../core/api/projects.ts"
import * as UsersApi from "../core/api/users.ts"
import type { ConfigurationError, ServerConnectionOptions } from "../core/config.ts"
import { commonErrors } from "../core/errors/undeclared.ts"
import type { PasswordTooLong } from "../core/errors/password.ts"
import type { ProjectNotFound } from "../core/errors/project.ts"
import type { RequestError } from "../core/errors/request-error.ts"
import type { UserEmailAlreadyExists } from "../core/errors/user.ts"
import { call } from "../core/call/call.ts"
import type { Transport } from "../core/http/transport.ts"
import type { Project } from "../core/schema/project.ts"
import type { ServerUser } from "../core/schema/user.ts"
import { connectAccountCalls } from "./calls/connect-account.ts"
import { type ConnectedAccountCalls, connectedAccountCalls } from "./calls/connected-accounts.ts"
import { type CredentialCalls, credentialCalls } from "./calls/credential.ts"
import { invitationCodeCalls } from "./calls/invitation-codes.ts"
import { ownedProjectCalls } from "./calls/owned-projects.ts"
import type { CallParts } from "./calls/parts.ts"
import { type AllTeamCalls, allTeamCalls, type TeamAdministration, teamAdministration } from "./calls/server/all-teams.ts"
import { type AllUserCalls, allUserCalls, type ServerUserChanges, userBody } from "./calls/server/all-users.ts"
import { type ServerContactChannelCalls, serverContactChannelCalls } from "./calls/server/contact-channels.ts"
import { type ServerPermissionCalls, serverPermissionCalls } from "./calls/server/permissions.ts"
import { type UserTeamCalls, userTeamCalls } from "./calls/server/user-teams.ts"
import { anyUser, sessionUser, type Who } from "./calls/server/who.ts"
import type { SignedInCalls } from "./calls/signed-in.ts"
import { type UpdateUserError, type UserChanges, userCalls } from "./calls/user.ts"
import { type SignInCalls, signInCalls } from "./calls/sign-in.ts"
import { serverEnvironment } from "./environment.ts"
import { refuseBrowser } from "./secret-place.ts"
import {
  layerConfig as tierLayerConfig,
  layerNoDeps as tierLayerNoDeps,
  makeOverFetch,
  type SessionOptions,
  type TierFacts,
  type TierParts
} from "./tier.ts"
import type { TokenStoreOption } from "./token-store.ts"

export type ServerOptions = ServerConnectionOptions & SessionOptions

/** What there is about one user besides their own data. */
export interface UserGroups {
  /** The user's e-mail addresses. */
  readonly contactChannels: ServerContactChannelCalls
  /** The user's teams. */
  readonly teams: UserTeamCalls
  /** What the user may do in their teams. */
  readonly permissions: ServerPermissionCalls
  /** The user's accounts at providers. */
  readonly connectedAccounts: ConnectedAccountCalls
}

/** The calls which the server and admin tiers share. */
export interface ServerUserCalls
  extends CredentialCalls, SignInCalls, Omit<SignedInCalls, keyof UserGroups | "updateUser">, UserGroups
{
  /** The signed-in user with all that the server may see, or `null`. Nothing is sent when nobody is signed in. */
  readonly getUser: Effect.Effect<ServerUser | null, RequestError>
  /** Changes the signed-in user. What is absent stays as it is. */
  readonly updateUser: {
    (changes: ServerUserChanges): Effect.Effect<ServerUser, UpdateUserError | UserEmailAlreadyExists | PasswordTooLong>
    /** What the client tier may change fails in no more ways than there, so that a server may stand in for a client. */
    (changes: UserChanges): Effect.Effect<ServerUser, UpdateUserError>
  }
  /** The teams of the signed-in user, and what is done with a team by its id. */
  readonly teams: UserTeamCalls & TeamAdministration
  /** Any user of the project. */
  readonly users: AllUserCalls
  /** Any team of the project. */
  readonly allTeams: AllTeamCalls
  /** The channels, teams, permissions and connected accounts of any user, by id. */
  readonly ofUser: (userId: string) => UserGroups
}

/** The calls of the server tier. */
export interface ServerCalls extends ServerUserCalls {
  /** The project, as its users see it. */
  readonly getProject: Effect.Effect<Project, ProjectNotFound | RequestError>
  /** The same calls for the session in another store, e.g. that of one request. */
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<ServerCalls, ConfigurationError>
  /**
   * The same calls, as long as this user is signed in: once it is somebody else they fail with `SessionChanged`, and
   * nothing is sent. For what is kept of a user and used later.
   */
  readonly as: (userId: string) => ServerCalls
}

export class Server extends Context.Service<Server, ServerCalls>()("keystile/Server") {}

const userGroups = (who: Who): UserGroups => ({
  contactChannels: serverContactChannelCalls(who),
  teams: userTeamCalls(who),
  permissions: serverPermissionCalls(who),
  connectedAccounts: connectedAccountCalls(who.parts, who.userId)
})

export const serverUserCalls = (parts: CallParts): ServerUserCalls => ({
  ...credentialCalls(parts),
  ...userCalls(parts),
  ...invitationCodeCalls(parts),
  ...ownedProjectCalls(parts),
  ...connectAccountCalls(parts),
  ...userGroups(sessionUser(parts)),
  teams: { ...userTeamCalls(sessionUser(parts)), ...teamAdministration(parts) },
  users: allUserCalls(parts),
  allTeams: allTeamCalls(parts),
  ofUser: (userId) => userGroups(anyUser(parts, userId)),
  ...signInCalls(parts),
  getUser: Effect.flatMap(parts.session.tokens, ({ accessToken }) =>
    accessToken === null
      ? Effect.succeed(null)
      : parts.shared("user", call(UsersApi.getMeAsServer)).pipe(
        Effect.catchTag("CannotGetOwnUserWithoutUser", () => Effect.succeed(null))
      )),
  // That fewer changes can fail in fewer ways cannot be told from the code.
  updateUser: ((changes: ServerUserChanges) =>
    Effect.flatMap(userBody(changes), (body) =>
      parts.bind(call(UsersApi.updateMeAsServer, { body })))) as ServerUserCalls["updateUser"]
})

const serverCalls = (parts: TierParts<ServerCalls>): ServerCalls => ({
  ...serverUserCalls(parts),
  getProject: parts.shared("project", call(ProjectsApi.getProject)),
  withTokenStore: parts.over,
  as: parts.as
})

const facts: TierFacts<ServerCalls> = {
  tier: "server",
  commonErrors: Effect.succeed(commonErrors),
  environment: serverEnvironment,
  connect: (options, transport) => Effect.as(refuseBrowser(options), { transport, oauth: Effect.void }),
  calls: serverCalls
}

/** A server over `fetch`, as an effect. Options win over environment variables. */
export const make = (options: ServerOptions): Effect.Effect<ServerCalls, ConfigurationError> =>
  makeOverFetch(facts, options)

/** A server over `fetch`. Options win over environment variables. */
export const layer = (options: ServerOptions): Layer.Layer<Server, ConfigurationError> =>
  Layer.effect(Server, Effect.suspend(() => make(options)))

/** A server over a transport of your own. Options win over environment variables. */
export const layerNoDeps = (options: ServerOptions): Layer.Layer<Server, ConfigurationError, Transport> =>
  tierLayerNoDeps(Server, facts, options)

/** A server whose project, keys and address come from Effect's `Config`, under the names of the environment variables. */
export const layerConfig = (options: ServerOptions): Layer.Layer<Server, ConfigurationError | Config.ConfigError> =>
  tierLayerConfig(Server, facts, options)
