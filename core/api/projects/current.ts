/**
 * Endpoints of the project in the headers of the request.
 *
 * Until Stack Auth 2.7 an owner reads and changes its settings at `/projects/current`. Since 2.8 that path has the same
 * response for every tier, and the settings are at `/internal/projects/current`. Keystile's service has both.
 */
import * as Schema from "effect/Schema"
import { InvalidSharedOAuthProviderId } from "../../errors/oauth.ts"
import { ProjectNotFound, RateLimitsTooHigh } from "../../errors/project.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { CURRENT_PROJECT } from "../../http/path.ts"
import { AdminProject, AdminProjectUpdate, ProjectSettingsUpdate } from "../../schema/admin-project.ts"
import { Project } from "../../schema/project.ts"
import { Success } from "../../schema/responses.ts"

/** Returns the project as its users see it. */
export const getProject = Endpoint.get(CURRENT_PROJECT, {
  tiers: ["client", "server"],
  resource: true,
  success: Project,
  errors: [ProjectNotFound]
})

/** Returns the settings, or the response of the other tiers from services since Stack Auth 2.8. */
export const getProjectAsAdmin = Endpoint.get(CURRENT_PROJECT, {
  tiers: ["admin"],
  resource: true,
  success: Schema.Union([AdminProject, Project]),
  errors: [ProjectNotFound]
})

/** Changes the project and its settings. */
export const updateProject = Endpoint.patch(CURRENT_PROJECT, {
  tiers: ["admin"],
  resource: true,
  body: AdminProjectUpdate,
  missingFrom: "Stack Auth since 2.8",
  success: AdminProject,
  errors: [InvalidSharedOAuthProviderId, RateLimitsTooHigh]
})

/** Deletes the project at services before Stack Auth 2.8. */
export const removeProject = Endpoint.del(CURRENT_PROJECT, {
  tiers: ["admin"],
  resource: true,
  missingFrom: "Stack Auth since 2.8",
  success: Success
})

const INTERNAL_PROJECT = `/internal${CURRENT_PROJECT}` as const

/** Returns the settings, with the enabled providers only. */
export const getSettings = Endpoint.get(INTERNAL_PROJECT, {
  tiers: ["admin"],
  resource: true,
  missingFrom: "Stack Auth before 2.8",
  success: AdminProject
})

/** Changes the settings. Providers that the list leaves out are disabled. */
export const updateSettings = Endpoint.patch(INTERNAL_PROJECT, {
  tiers: ["admin"],
  resource: true,
  body: ProjectSettingsUpdate,
  missingFrom: "Stack Auth before 2.8",
  success: AdminProject,
  errors: [InvalidSharedOAuthProviderId, RateLimitsTooHigh]
})

/** Deletes the project at services since Stack Auth 2.8. */
export const removeWithSettings = Endpoint.del(INTERNAL_PROJECT, {
  tiers: ["admin"],
  resource: true,
  missingFrom: "Stack Auth before 2.8",
  success: Success
})
