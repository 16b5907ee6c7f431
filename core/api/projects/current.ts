/** Endpoints of the project in the headers of the request. */
import { InvalidSharedOAuthProviderId } from "../../errors/oauth.ts"
import { ProjectNotFound } from "../../errors/project.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { CURRENT_PROJECT } from "../../http/path.ts"
import { AdminProject, AdminProjectUpdate } from "../../schema/admin-project.ts"
import { Project } from "../../schema/project.ts"
import { Success } from "../../schema/responses.ts"

export const getProject = Endpoint.get(CURRENT_PROJECT, {
  tiers: ["client", "server"],
  resource: true,
  success: Project,
  errors: [ProjectNotFound]
})

export const getProjectAsAdmin = Endpoint.get(CURRENT_PROJECT, {
  tiers: ["admin"],
  resource: true,
  success: AdminProject,
  errors: [ProjectNotFound]
})

export const updateProject = Endpoint.patch(CURRENT_PROJECT, {
  tiers: ["admin"],
  resource: true,
  body: AdminProjectUpdate,
  success: AdminProject,
  errors: [InvalidSharedOAuthProviderId]
})

export const removeProject = Endpoint.del(CURRENT_PROJECT, { tiers: ["admin"], resource: true, success: Success })
