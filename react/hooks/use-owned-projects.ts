/** Projects that the signed-in user owns, for users of the internal project. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { ListOwnedProjectsError } from "../../tiers/calls/owned-projects.ts"
import { useClient } from "./use-client.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/**
 * Returns the projects, the newest first. Suspends. Throws `ListOwnedProjectsError`, and an error in any project but
 * `internal`.
 */
export const useOwnedProjects = (): ReadonlyArray<AdminProject> => {
  useClient({ projectIdMustMatch: "internal" })
  return useQuery(({ ownedProjectsQuery }) => ownedProjectsQuery)
}

/** Same as `useOwnedProjects`, without suspending. In another project the service returns the error. */
export const useOwnedProjectsState = (): ReadState<ReadonlyArray<AdminProject>, ListOwnedProjectsError> =>
  useQueryState(({ ownedProjectsQuery }) => ownedProjectsQuery)
