/**
 * The server tier: what an application does with its secret server key. Never in a browser.
 *
 * @example
 * import * as Server from "keystile/server"
 *
 * const program = Effect.gen(function*() {
 *   const server = yield* Server.Server
 *   const ofRequest = yield* server.withTokenStore({ refreshToken, accessToken })
 *   return yield* ofRequest.getUser
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
import type { TeamMembershipNotFound } from "../core/errors/permissions-and-teams.ts"
import type { ProjectNotFound } from "../core/errors/project.ts"
import type { RequestError } from "../core/errors/request-error.ts"
import type { CannotGetOwnUserWithoutUser, UserEmailAlreadyExists } from "../core/errors/user.ts"
import { call } from "../core/call/call.ts"
import type { Transport } from "../core/http/transport.ts"
import type { Project } from "../core/schema/project.ts"
import type { ServerUser, ServerUserUpdate } from "../core/schema/user.ts"
import { type CredentialCalls, credentialCalls } from "./credential.ts"
import { serverEnvironment } from "./environment.ts"
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

/** The calls about the current user which the server and admin tiers share. */
export interface ServerUserCalls extends CredentialCalls {
  /** The signed-in user with all that the server may see, or `null`. Nothing is sent when nobody is signed in. */
  readonly getUser: Effect.Effect<ServerUser | null, RequestError>
  /** Changes the signed-in user. What is absent stays as it is. */
  readonly updateUser: (
    update: ServerUserUpdate
  ) => Effect.Effect<
    ServerUser,
    CannotGetOwnUserWithoutUser | TeamMembershipNotFound | UserEmailAlreadyExists | RequestError
  >
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

export const serverUserCalls = (parts: Omit<TierParts<never>, "over" | "as">): ServerUserCalls => ({
  ...credentialCalls(parts),
  getUser: Effect.flatMap(parts.session.tokens, ({ accessToken }) =>
    accessToken === null
      ? Effect.succeed(null)
      : parts.bind(call(UsersApi.getMeAsServer)).pipe(
        Effect.catchTag("CannotGetOwnUserWithoutUser", () => Effect.succeed(null))
      )),
  updateUser: (body) => parts.bind(call(UsersApi.updateMeAsServer, { body }))
})

const serverCalls = (parts: TierParts<ServerCalls>): ServerCalls => ({
  ...serverUserCalls(parts),
  getProject: parts.bind(call(ProjectsApi.getProject)),
  withTokenStore: parts.over,
  as: parts.as
})

const facts: TierFacts<ServerCalls> = {
  tier: "server",
  commonErrors,
  environment: serverEnvironment,
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
