/** Endpoints of the projects that a user of the internal project owns. */
import { LimitReached } from "../../errors/limit-reached.ts"
import { InvalidSharedOAuthProviderId } from "../../errors/oauth.ts"
import { RateLimitsTooHigh } from "../../errors/project.ts"
import { ExpectedInternalProject } from "../../errors/project-authentication.ts"
import { UserAuthenticationRequired } from "../../errors/user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { AdminProject, AdminProjectCreate } from "../../schema/admin-project.ts"
import { list as listOf } from "../../schema/lists.ts"

const ownedProject = { tiers: ["client", "server", "admin"], session: "current", resource: true } as const

/** Lists the owned projects, newest first. */
export const listOwned = Endpoint.get("/internal/projects", {
  ...ownedProject,
  success: listOf(AdminProject),
  errors: [UserAuthenticationRequired, ExpectedInternalProject]
})

/** Creates a project that the signed-in user owns. In the client tier an owner of 200 projects creates no more. */
export const createOwned = Endpoint.post("/internal/projects", {
  ...ownedProject,
  body: AdminProjectCreate,
  status: 201,
  success: AdminProject,
  errors: [
    UserAuthenticationRequired,
    ExpectedInternalProject,
    InvalidSharedOAuthProviderId,
    RateLimitsTooHigh,
    LimitReached
  ]
})
