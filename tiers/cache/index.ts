/** `keystile/cache`: cached reads of the client tier, for views in other frameworks than React. */
export { clientTable } from "./client-table.ts"
export { ENTRY_LIFE, FAILURE_LIFE, FETCH_INTERVAL } from "./cache-entry.ts"
export type { RunningEffect } from "./running.ts"
export type { Query, QueryState } from "./query.ts"
export type { CallTable } from "./call-table.ts"
export { anonymousSignUpQuery, type ClientQuery, projectQuery, userQuery } from "./queries.ts"
export {
  connectAccountQuery,
  connectedAccountQuery,
  connectedAccountTokenQuery,
  contactChannelsQuery,
  ownedProjectsQuery,
  permissionsQuery,
  projectPermissionsQuery,
  receivedInvitationsQuery,
  requiredAccountQuery,
  signedInQuery,
  teamInvitationsQuery,
  teamMembersQuery,
  teamProfileQuery,
  teamsQuery,
  teamUsersQuery
} from "./signed-in-queries.ts"
export { makeTierCache, runtimeOf, type SessionCalls, type TierCache, type TierRuntime } from "./tier-cache.ts"
