/** The project. */
import type { Project } from "../../core/schema/project.ts"
import { projectQuery } from "../../tiers/cache/queries.ts"
import { useQuery } from "./use-query.ts"

/** The project, as its users see it. Suspends; throws `RequestError` and `ProjectNotFound` to the error boundary. */
export const useProject = (): Project => useQuery(projectQuery)
