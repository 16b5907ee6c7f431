/** The project of the provider. */
import type { ProjectNotFound } from "../../core/errors/project.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Project } from "../../core/schema/project.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** Returns the project with its public configuration. Suspends. Throws `RequestError` and `ProjectNotFound`. */
export const useProject = (): Project => useQuery(({ projectQuery }) => projectQuery)

/** Same as `useProject`, without suspending. */
export const useProjectState = (): ReadState<Project, ProjectNotFound | RequestError> =>
  useQueryState(({ projectQuery }) => projectQuery)
