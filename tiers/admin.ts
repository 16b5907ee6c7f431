/** The admin tier: what a project's owner does with the super secret admin key. Never in a browser. */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ProjectsApi from "../core/api/projects.ts"
import type { AdminConnectionOptions, ConfigurationError } from "../core/config.ts"
import { commonErrors } from "../core/errors/undeclared.ts"
import type { ProjectNotFound } from "../core/errors/project.ts"
import type { RequestError } from "../core/errors/request-error.ts"
import { call } from "../core/call/call.ts"
import type { Transport } from "../core/http/transport.ts"
import type { AdminProject } from "../core/schema/project.ts"
import { type ServerUserCalls, serverUserCalls } from "./server.ts"
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

export type AdminOptions = AdminConnectionOptions & SessionOptions

/** The calls of the admin tier. */
export interface AdminCalls extends ServerUserCalls {
  /** The project with all its settings. */
  readonly getProject: Effect.Effect<AdminProject, ProjectNotFound | RequestError>
  /** The same calls for the session in another store. */
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<AdminCalls, ConfigurationError>
  /**
   * The same calls, as long as this user is signed in: once it is somebody else they fail with `SessionChanged`, and
   * nothing is sent. For what is kept of a user and used later.
   */
  readonly as: (userId: string) => AdminCalls
}

export class Admin extends Context.Service<Admin, AdminCalls>()("keystile/Admin") {}

const adminCalls = (parts: TierParts<AdminCalls>): AdminCalls => ({
  ...serverUserCalls(parts),
  getProject: parts.bind(call(ProjectsApi.getProjectAsAdmin)),
  withTokenStore: parts.over,
  as: parts.as
})

const facts: TierFacts<AdminCalls> = {
  tier: "admin",
  commonErrors,
  environment: serverEnvironment,
  calls: adminCalls
}

/** An admin over `fetch`, as an effect. Options win over environment variables. */
export const make = (options: AdminOptions): Effect.Effect<AdminCalls, ConfigurationError> =>
  makeOverFetch(facts, options)

/** An admin over `fetch`. Options win over environment variables. */
export const layer = (options: AdminOptions): Layer.Layer<Admin, ConfigurationError> =>
  Layer.effect(Admin, Effect.suspend(() => make(options)))

/** An admin over a transport of your own. Options win over environment variables. */
export const layerNoDeps = (options: AdminOptions): Layer.Layer<Admin, ConfigurationError, Transport> =>
  tierLayerNoDeps(Admin, facts, options)

/** An admin whose project, keys and address come from Effect's `Config`, under the names of the environment variables. */
export const layerConfig = (options: AdminOptions): Layer.Layer<Admin, ConfigurationError | Config.ConfigError> =>
  tierLayerConfig(Admin, facts, options)
