/** The queries of the hooks. */
import * as Effect from "effect/Effect"
import type { ProjectNotFound } from "../../core/errors/project.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Project } from "../../core/schema/project.ts"
import type { User } from "../../core/schema/user.ts"
import { Client, type ClientCalls } from "../../tiers/client.ts"
import type { Query } from "./query-cache.ts"

/** The client itself: known at once, unless a layer of its takes time to build. */
export const clientQuery: Query<ClientCalls, never> = {
  key: "client",
  ofSession: false,
  effect: Effect.flatMap(Client, Effect.succeed)
}

export const userQuery: Query<User | null, RequestError> = {
  key: "user",
  ofSession: true,
  effect: Effect.flatMap(Client, ({ getUser }) => getUser)
}

export const projectQuery: Query<Project, ProjectNotFound | RequestError> = {
  key: "project",
  ofSession: false,
  effect: Effect.flatMap(Client, ({ getProject }) => getProject)
}
