/** The projects that the signed-in user owns: for users of the internal project. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/projects/owned.ts"
import { call } from "../../core/call/call.ts"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { projectBody, type ProjectInput } from "./admin/project-input.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { sharedRead } from "./shared-read.ts"
import type { CallError } from "./call-error.ts"

/** The errors of `listOwnedProjects`. */
export type ListOwnedProjectsError = CallError<typeof Api.listOwned>

/** The errors of `createProject`. */
export type CreateProjectError = CallError<typeof Api.createOwned>

/** The projects that the user owns. */
export interface OwnedProjectCalls {
  /** Returns the newest first. */
  readonly listOwnedProjects: () => Effect.Effect<ReadonlyArray<AdminProject>, ListOwnedProjectsError>
  /** Creates a project that the signed-in user owns. */
  readonly createProject: (project: ProjectInput) => Effect.Effect<AdminProject, CreateProjectError>
}

export const ownedProjectCalls = (dependencies: CallDependencies): OwnedProjectCalls => ({
  listOwnedProjects: () => Effect.map(sharedRead(dependencies)(Api.listOwned), ({ items }) => items),
  createProject: (project) => dependencies.bind(call(Api.createOwned, { body: projectBody(project) }))
})
