/** Queries of the client tier that need no signed-in user. */
import * as Effect from "effect/Effect"
import type { ProjectNotFound } from "../../core/errors/project.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Project } from "../../core/schema/project.ts"
import type { User } from "../../core/schema/user.ts"
import { Client } from "../client.ts"
import { keyOf, type Query } from "./query.ts"

export type ClientQuery<A, E> = Query<A, E, Client>

export const userQuery: ClientQuery<User | null, RequestError> = {
  name: "getUser",
  key: keyOf("getUser"),
  ofSession: true,
  effect: Effect.flatMap(Client, ({ getUser }) => getUser)
}

export const projectQuery: ClientQuery<Project, ProjectNotFound | RequestError> = {
  name: "getProject",
  key: keyOf("getProject"),
  ofSession: false,
  effect: Effect.flatMap(Client, ({ getProject }) => getProject)
}
