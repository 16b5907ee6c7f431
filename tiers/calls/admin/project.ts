/** The project, as its owner changes it. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/projects/current.ts"
import { call } from "../../../core/call/call.ts"
import type { ProjectNotFound } from "../../../core/errors/project.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { AdminProject } from "../../../core/schema/admin-project.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { byKeys } from "../server/user-scope.ts"
import { type ProductionModeError, productionModeErrors } from "./production-mode.ts"
import { projectBody, type ProjectChanges } from "./project-input.ts"
import type { CallError } from "../call-error.ts"

export type UpdateProjectError = CallError<typeof Api.updateProject>

export interface ProjectCalls {
  /** The project with all its settings. */
  readonly getProject: Effect.Effect<AdminProject, ProjectNotFound | RequestError>
  readonly updateProject: (changes: ProjectChanges) => Effect.Effect<AdminProject, UpdateProjectError>
  /** With its users, teams and keys: nothing can be called after this. */
  readonly removeProject: () => Effect.Effect<void, RequestError>
  /** Returns what the current settings still need before the project can run in production. */
  readonly getProductionModeErrors: () => Effect.Effect<
    ReadonlyArray<ProductionModeError>,
    ProjectNotFound | RequestError
  >
}

export const projectCalls = (dependencies: CallDependencies): ProjectCalls => {
  const run = byKeys(dependencies)
  const getProject = dependencies.shared("project", call(Api.getProjectAsAdmin))
  return {
    getProject,
    updateProject: (changes) => run(Api.updateProject, { body: projectBody(changes) }),
    removeProject: () => Effect.asVoid(run(Api.removeProject, {})),
    getProductionModeErrors: () => Effect.map(getProject, productionModeErrors)
  }
}
