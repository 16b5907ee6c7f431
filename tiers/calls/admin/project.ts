/** The project, as its owner changes it. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/projects/current.ts"
import { call } from "../../../core/call/call.ts"
import type { ProjectNotFound } from "../../../core/errors/project.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { AdminProject } from "../../../core/schema/admin-project.ts"
import type { Project } from "../../../core/schema/project.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { isMissingFromService } from "../missing-from-service.ts"
import { byKeys } from "../server/user-scope.ts"
import { type ProductionModeError, productionModeErrors } from "./production-mode.ts"
import { projectBody, type ProjectChanges, settingsBody } from "./project-input.ts"
import type { CallError } from "../call-error.ts"

type UpdateProjectError = CallError<typeof Api.updateProject>

export interface ProjectCalls {
  /** The project with all its settings. */
  readonly getProject: Effect.Effect<AdminProject, ProjectNotFound | RequestError>
  /** Changes the settings of the project. */
  readonly updateProject: (changes: ProjectChanges) => Effect.Effect<AdminProject, UpdateProjectError>
  /** With its users, teams and keys: nothing can be called after this. */
  readonly removeProject: () => Effect.Effect<void, RequestError>
  /** Returns what the current settings still need before the project can run in production. */
  readonly getProductionModeErrors: () => Effect.Effect<
    ReadonlyArray<ProductionModeError>,
    ProjectNotFound | RequestError
  >
}

/**
 * Services since Stack Auth 2.8 have the settings at another path. This call finds out: nothing was changed when the
 * first path does not have it.
 */
const orElse = <A, E1, R1, E2, R2>(first: Effect.Effect<A, E1, R1>, second: Effect.Effect<A, E2, R2>) =>
  Effect.catchIf(first, isMissingFromService, () => second)

const isAdminProject = (project: AdminProject | Project): project is AdminProject => "isProductionMode" in project

export const projectCalls = (dependencies: CallDependencies): ProjectCalls => {
  const run = byKeys(dependencies)
  const getProject = dependencies.share(
    "project",
    Effect.flatMap(call(Api.getProjectAsAdmin), (project) =>
      isAdminProject(project) ? Effect.succeed(project) : call(Api.getSettings)
    )
  )
  return {
    getProject,
    updateProject: (changes) => {
      const body = projectBody(changes)
      return orElse(run(Api.updateProject, { body }), run(Api.updateSettings, { body: settingsBody(changes) }))
    },
    removeProject: () => Effect.asVoid(orElse(run(Api.removeProject, {}), run(Api.removeWithSettings, {}))),
    getProductionModeErrors: () => Effect.map(getProject, productionModeErrors)
  }
}
