/** The project. */
import type { ProjectNotFound } from "../../core/errors/project.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Project } from "../../core/schema/project.ts"
import { projectQuery } from "../../tiers/cache/queries.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** The project, as its users see it. Suspends; throws `RequestError` and `ProjectNotFound` to the error boundary. */
export const useProject = (): Project => useQuery(projectQuery)

/** The same without suspending. */
export const useProjectState = (): ReadState<Project, ProjectNotFound | RequestError> => useQueryState(projectQuery)
