/** What can be read through a cache of the client tier. */
import * as Effect from "effect/Effect"
import type { ProjectNotFound } from "../../core/errors/project.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Project } from "../../core/schema/project.ts"
import type { User } from "../../core/schema/user.ts"
import { Client, type ClientCalls } from "../client.ts"
import type { Query } from "./cache.ts"

export type ClientQuery<A, E> = Query<A, E, Client>

/** The client itself: known at once, unless a layer of its takes time to build. */
export const clientQuery: ClientQuery<ClientCalls, never> = {
  name: "client",
  key: "client",
  ofSession: false,
  effect: Effect.flatMap(Client, Effect.succeed)
}

export const userQuery: ClientQuery<User | null, RequestError> = {
  name: "user",
  key: "user",
  ofSession: true,
  effect: Effect.flatMap(Client, ({ getUser }) => getUser)
}

export const projectQuery: ClientQuery<Project, ProjectNotFound | RequestError> = {
  name: "project",
  key: "project",
  ofSession: false,
  effect: Effect.flatMap(Client, ({ getProject }) => getProject)
}
