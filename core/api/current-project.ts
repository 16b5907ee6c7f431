/** The project as its users see it. Apart from the other calls about projects, which few pages make. */
import { ProjectNotFound } from "../errors/project-not-found.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Project } from "../schema/client-project.ts"

export const current = "/projects/current"

export const getProject = Endpoint.get(current, {
  tiers: ["client", "server"],
  resource: true,
  success: Project,
  errors: [ProjectNotFound]
})
