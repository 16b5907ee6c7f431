/** Queries of the client tier that need no signed-in user. */
import * as Effect from "effect/Effect"
import type { ProjectNotFound } from "../../core/errors/project.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Project } from "../../core/schema/project.ts"
import type { User } from "../../core/schema/user.ts"
import type { SignUpAnonymouslyError } from "../calls/anonymous.ts"
import { Client } from "../client.ts"
import { keyOf, type Query } from "./query.ts"

/** A cached read of the client tier. */
export type ClientQuery<A, E> = Query<A, E, Client>

/** The user of the session, who may be anonymous. */
export const userQuery: ClientQuery<User | null, RequestError> = {
  name: "getSessionUser",
  key: keyOf("getSessionUser"),
  ofSession: true,
  effect: Effect.flatMap(Client, ({ getSessionUser }) => getSessionUser)
}

/** Signs up an anonymous user without a session. `userQuery` then returns the user, because the session changed. */
export const anonymousSignUpQuery: ClientQuery<void, SignUpAnonymouslyError> = {
  name: "signUpAnonymously",
  key: keyOf("signUpAnonymously"),
  ofSession: true,
  effect: Effect.flatMap(Client, ({ signUpAnonymously }) => signUpAnonymously())
}

/** Reads the project. */
export const projectQuery: ClientQuery<Project, ProjectNotFound | RequestError> = {
  name: "getProject",
  key: keyOf("getProject"),
  ofSession: false,
  effect: Effect.flatMap(Client, ({ getProject }) => getProject)
}
