/** Projects: that of the keys, and those that a user of the internal project owns. */
import * as Schema from "effect/Schema"
import { ExpectedInternalProject } from "../errors/authentication-required.ts"
import { InvalidSharedOAuthProviderId } from "../errors/oauth.ts"
import { ProjectNotFound } from "../errors/project.ts"
import { UserAuthenticationRequired } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { list as listOf } from "../schema/list.ts"
import { AdminProject, AdminProjectCreate, AdminProjectUpdate } from "../schema/project.ts"
import { Success } from "../schema/session.ts"
import { wire } from "../schema/wire.ts"
import { current } from "./current-project.ts"

export { getProject } from "./current-project.ts"

export const getProjectAsAdmin = Endpoint.get(current, {
  tiers: ["admin"],
  resource: true,
  success: AdminProject,
  errors: [ProjectNotFound]
})

export const updateProject = Endpoint.patch(current, {
  tiers: ["admin"],
  resource: true,
  body: AdminProjectUpdate,
  success: AdminProject,
  errors: [InvalidSharedOAuthProviderId]
})

export const removeProject = Endpoint.del(current, { tiers: ["admin"], resource: true, success: Success })

const owned = { tiers: ["client", "server", "admin"], session: "current", resource: true } as const

/** Newest first. */
export const listOwned = Endpoint.get("/internal/projects", {
  ...owned,
  success: listOf(AdminProject),
  errors: [UserAuthenticationRequired, ExpectedInternalProject]
})

export const createOwned = Endpoint.post("/internal/projects", {
  ...owned,
  body: AdminProjectCreate,
  status: 201,
  success: AdminProject,
  errors: [UserAuthenticationRequired, ExpectedInternalProject, InvalidSharedOAuthProviderId]
})

/** The public keys with which a project's access tokens are checked (RFC 7517). */
export const jwks = Endpoint.get("/projects/:project_id/.well-known/jwks.json", {
  tiers: [],
  params: { project_id: Schema.String },
  success: wire({
    keys: Schema.Array(
      wire({
        kty: Schema.Literal("EC"),
        crv: Schema.Literal("P-256"),
        alg: Schema.Literal("ES256"),
        kid: Schema.String,
        x: Schema.String,
        y: Schema.String
      })
    )
  })
})
