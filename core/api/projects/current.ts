/** Endpoints of the project in the headers of the request. */
import { InvalidSharedOAuthProviderId } from "../../errors/oauth.ts"
import { ProjectNotFound } from "../../errors/project.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { AdminProject, AdminProjectUpdate } from "../../schema/admin-project.ts"
import { Project } from "../../schema/project.ts"
import { Success } from "../../schema/responses.ts"

export const current = "/projects/current"

export const getProject = Endpoint.get(current, {
  tiers: ["client", "server"],
  resource: true,
  success: Project,
  errors: [ProjectNotFound]
})

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
