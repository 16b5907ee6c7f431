/** The definitions of permissions. */
import { projectPermissionDefinitionsQuery, teamPermissionDefinitionsQuery } from "./queries.ts"
import { useAdminQuery, useAdminQueryState } from "./use-admin-query.ts"

/** Returns the definitions of team permissions by id, those of the system first. Suspends. */
export const useTeamPermissionDefinitions = () => useAdminQuery(teamPermissionDefinitionsQuery())

/** Same as `useTeamPermissionDefinitions`, without suspending. */
export const useTeamPermissionDefinitionsState = () => useAdminQueryState(teamPermissionDefinitionsQuery())

/** Returns the definitions of project permissions by id. Suspends. */
export const useProjectPermissionDefinitions = () => useAdminQuery(projectPermissionDefinitionsQuery())

/** Same as `useProjectPermissionDefinitions`, without suspending. */
export const useProjectPermissionDefinitionsState = () => useAdminQueryState(projectPermissionDefinitionsQuery())
