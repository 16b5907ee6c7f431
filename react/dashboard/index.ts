/**
 * `keystile/dashboard`: hooks for pages on which the owners of projects manage users, teams and settings.
 *
 * They call the admin tier by the session of an owner, never with a secret key. Every read is a pair of hooks: one that
 * suspends and throws its error, and one whose name ends in `State`, which returns a `ReadState`.
 *
 * @example
 * const Users = () => {
 *   const { items } = useUsers({ query: "ada", limit: 50 })
 *   const remove = useAdminAction(({ users }, userId: string) => users.remove(userId))
 *   return items.map(({ displayName, id }) => (
 *     <button key={id} type="button" onClick={() => void remove.run(id)}>Delete {displayName}</button>
 *   ))
 * }
 */
"use client"

export { DashboardProvider, type DashboardProviderProps } from "./dashboard-provider.tsx"
export {
  useApiKeysOfUser,
  useApiKeysOfUserState,
  useContactChannelsOfUser,
  useContactChannelsOfUserState,
  useOAuthProvidersOfUser,
  useOAuthProvidersOfUserState,
  usePasskeysOfUser,
  usePasskeysOfUserState,
  useProjectPermissionsOfUser,
  useProjectPermissionsOfUserState,
  useSessionsOfUser,
  useSessionsOfUserState,
  useTeamPermissionsOfUser,
  useTeamPermissionsOfUserState,
  useTeamsOfUser,
  useTeamsOfUserState,
  useUserById,
  useUserByIdState,
  useUsers,
  useUsersState
} from "./use-users.ts"
export {
  useAllTeams,
  useAllTeamsState,
  useApiKeysOfTeam,
  useApiKeysOfTeamState,
  useInvitationsOfTeam,
  useInvitationsOfTeamState,
  useMembersOfTeam,
  useMembersOfTeamState,
  useTeamById,
  useTeamByIdState
} from "./use-all-teams.ts"
export {
  useProjectPermissionDefinitions,
  useProjectPermissionDefinitionsState,
  useTeamPermissionDefinitions,
  useTeamPermissionDefinitionsState
} from "./use-permission-definitions.ts"
export {
  useApiKeys,
  useApiKeysState,
  useEmailTemplate,
  useEmailTemplates,
  useEmailTemplatesState,
  useEmailTemplateState,
  useMetrics,
  useMetricsState,
  useOutgoingMails,
  useOutgoingMailsState,
  useProjectAuditLog,
  useProjectAuditLogState,
  useProjectSettings,
  useProjectSettingsState
} from "./use-project-settings.ts"
export {
  useWebhookMessage,
  useWebhookMessagesState,
  useWebhookMessages,
  useWebhookMessageState,
  useWebhookTargets,
  useWebhookTargetsState
} from "./use-webhooks.ts"
export { type AdminAction, useAdminAction } from "./use-admin-action.ts"
export { useDashboardRefresh } from "./use-dashboard-refresh.ts"
export type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
export type { ReadState } from "../runtime/use-query-state.ts"
