/** The users of the project, and what belongs to one of them. */
import type { UserPageOptions } from "../../tiers/calls/server/all-users.ts"
import type { ServerPermissionListOptions } from "../../tiers/calls/server/permissions.ts"
import {
  contactChannelsQuery,
  oauthProvidersQuery,
  passkeysQuery,
  projectPermissionsQuery,
  sessionsQuery,
  teamPermissionsQuery,
  userApiKeysQuery,
  userQuery,
  userTeamsQuery,
  usersQuery
} from "./queries.ts"
import { useAdminPage, useAdminQuery, useAdminQueryState } from "./use-admin-query.ts"

/**
 * Returns one page of users, as options select them. Suspends.
 *
 * @param options Filter, order and position of the page.
 */
export const useUsers = (options: UserPageOptions = {}) => useAdminPage(usersQuery(options), options)

/**
 * Same as `useUsers`, without suspending.
 *
 * @param options Filter, order and position of the page.
 */
export const useUsersState = (options: UserPageOptions = {}) => useAdminQueryState(usersQuery(options))

/** Returns a user. Fails with `UserNotFound`. Suspends. */
export const useUserById = (userId: string) => useAdminQuery(userQuery(userId))

/** Same as `useUserById`, without suspending. */
export const useUserByIdState = (userId: string) => useAdminQueryState(userQuery(userId))

/** Returns the email addresses of a user. Suspends. */
export const useContactChannelsOfUser = (userId: string) => useAdminQuery(contactChannelsQuery(userId))

/** Same as `useContactChannelsOfUser`, without suspending. */
export const useContactChannelsOfUserState = (userId: string) => useAdminQueryState(contactChannelsQuery(userId))

/** Returns the sessions of a user that have not ended, the newest first. Suspends. */
export const useSessionsOfUser = (userId: string) => useAdminQuery(sessionsQuery(userId))

/** Same as `useSessionsOfUser`, without suspending. */
export const useSessionsOfUserState = (userId: string) => useAdminQueryState(sessionsQuery(userId))

/** Returns the passkeys of a user, the oldest first. Suspends. */
export const usePasskeysOfUser = (userId: string) => useAdminQuery(passkeysQuery(userId))

/** Same as `usePasskeysOfUser`, without suspending. */
export const usePasskeysOfUserState = (userId: string) => useAdminQueryState(passkeysQuery(userId))

/** Returns the accounts of a user at OAuth providers, the oldest first. Suspends. */
export const useOAuthProvidersOfUser = (userId: string) => useAdminQuery(oauthProvidersQuery(userId))

/** Same as `useOAuthProvidersOfUser`, without suspending. */
export const useOAuthProvidersOfUserState = (userId: string) => useAdminQueryState(oauthProvidersQuery(userId))

/** Returns the teams that a user is in, the oldest first. Suspends. */
export const useTeamsOfUser = (userId: string) => useAdminQuery(userTeamsQuery(userId))

/** Same as `useTeamsOfUser`, without suspending. */
export const useTeamsOfUserState = (userId: string) => useAdminQueryState(userTeamsQuery(userId))

/**
 * Returns the permissions that were granted directly to a user in their teams, or in one of them; with `recursive` also
 * those that they contain. Suspends.
 *
 * @param options Selects permissions.
 */
export const useTeamPermissionsOfUser = (userId: string, options: ServerPermissionListOptions = {}) =>
  useAdminQuery(teamPermissionsQuery(userId, options))

/**
 * Same as `useTeamPermissionsOfUser`, without suspending.
 *
 * @param options Selects permissions.
 */
export const useTeamPermissionsOfUserState = (userId: string, options: ServerPermissionListOptions = {}) =>
  useAdminQueryState(teamPermissionsQuery(userId, options))

/** Returns the project permissions that were granted directly to a user. Suspends. */
export const useProjectPermissionsOfUser = (userId: string) => useAdminQuery(projectPermissionsQuery(userId))

/** Same as `useProjectPermissionsOfUser`, without suspending. */
export const useProjectPermissionsOfUserState = (userId: string) => useAdminQueryState(projectPermissionsQuery(userId))

/** Returns the API keys of a user, the newest first. Fails if the project has none. Suspends. */
export const useApiKeysOfUser = (userId: string) => useAdminQuery(userApiKeysQuery(userId))

/** Same as `useApiKeysOfUser`, without suspending. */
export const useApiKeysOfUserState = (userId: string) => useAdminQueryState(userApiKeysQuery(userId))
