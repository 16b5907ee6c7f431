// Examples of the dashboard's hooks in the reference. A line `// example: NAME …` begins the example of the names.

import * as Dashboard from "keystile/dashboard"

// example: useUsers
export const Users = () => (
  <ul>
    {Dashboard.useUsers({ limit: 20 }).items.map((user) => (
      <li key={user.id}>{user.primaryEmail}</li>
    ))}
  </ul>
)

// example: useUserById
export const UserName = ({ userId }: { readonly userId: string }) => (
  <h1>{Dashboard.useUserById(userId).displayName}</h1>
)

// example: useTeamsOfUser
export const TeamsOf = ({ userId }: { readonly userId: string }) => (
  <ul>
    {Dashboard.useTeamsOfUser(userId).map((team) => (
      <li key={team.id}>{team.displayName}</li>
    ))}
  </ul>
)

// example: useSessionsOfUser
export const SessionsOf = ({ userId }: { readonly userId: string }) => (
  <p>{Dashboard.useSessionsOfUser(userId).length} sessions</p>
)

// example: useContactChannelsOfUser
export const AddressesOf = ({ userId }: { readonly userId: string }) => (
  <p>
    {Dashboard.useContactChannelsOfUser(userId)
      .map(({ value }) => value)
      .join(", ")}
  </p>
)

// example: useApiKeysOfUser
export const KeysOf = ({ userId }: { readonly userId: string }) => (
  <p>{Dashboard.useApiKeysOfUser(userId).length} API keys</p>
)

// example: usePasskeysOfUser
export const PasskeysOf = ({ userId }: { readonly userId: string }) => (
  <p>
    {Dashboard.usePasskeysOfUser(userId)
      .map(({ name }) => name)
      .join(", ")}
  </p>
)

// example: useOAuthProvidersOfUser
export const AccountsOf = ({ userId }: { readonly userId: string }) => (
  <p>{Dashboard.useOAuthProvidersOfUser(userId).length} accounts at providers</p>
)

// example: useProjectPermissionsOfUser
export const PermissionsOf = ({ userId }: { readonly userId: string }) => (
  <p>
    {Dashboard.useProjectPermissionsOfUser(userId)
      .map(({ id }) => id)
      .join(", ")}
  </p>
)

// example: useTeamPermissionsOfUser
export const PermissionsInTeam = ({ teamId, userId }: { readonly teamId: string; readonly userId: string }) => (
  <p>
    {Dashboard.useTeamPermissionsOfUser(userId, { teamId })
      .map(({ id }) => id)
      .join(", ")}
  </p>
)

// example: useAllTeams
export const AllTeams = () => (
  <ul>
    {Dashboard.useAllTeams({ limit: 20 }).items.map((team) => (
      <li key={team.id}>{team.displayName}</li>
    ))}
  </ul>
)

// example: useTeamById
export const TeamName = ({ teamId }: { readonly teamId: string }) => (
  <h1>{Dashboard.useTeamById(teamId).displayName}</h1>
)

// example: useMembersOfTeam
export const MembersOf = ({ teamId }: { readonly teamId: string }) => (
  <p>{Dashboard.useMembersOfTeam(teamId).length} members</p>
)

// example: useInvitationsOfTeam
export const InvitationsOf = ({ teamId }: { readonly teamId: string }) => (
  <p>{Dashboard.useInvitationsOfTeam(teamId).length} invitations</p>
)

// example: useApiKeysOfTeam
export const TeamKeys = ({ teamId }: { readonly teamId: string }) => (
  <p>{Dashboard.useApiKeysOfTeam(teamId).length} API keys</p>
)

// example: useTeamPermissionDefinitions
export const TeamRoles = () => (
  <p>
    {Dashboard.useTeamPermissionDefinitions()
      .map(({ id }) => id)
      .join(", ")}
  </p>
)

// example: useProjectPermissionDefinitions
export const ProjectRoles = () => (
  <p>
    {Dashboard.useProjectPermissionDefinitions()
      .map(({ id }) => id)
      .join(", ")}
  </p>
)

// example: useProjectSettings
export const IsSignUpOpen = () => (
  <p>{Dashboard.useProjectSettings().config.signUpEnabled ? "New users may sign up" : "Sign-up is closed"}</p>
)

// example: useApiKeys
export const ProjectKeys = () => <p>{Dashboard.useApiKeys().length} keys</p>

// example: useEmailTemplates
export const Templates = () => (
  <p>
    {Dashboard.useEmailTemplates()
      .map(({ type }) => type)
      .join(", ")}
  </p>
)

// example: useEmailTemplate
export const PolishSubject = () => <p>{Dashboard.useEmailTemplate("magic_link", { language: "pl-PL" }).subject}</p>

// example: useMetrics
export const TotalUsers = () => <p>{Dashboard.useMetrics().totalUsers} users</p>

// example: useOutgoingMails
export const FailedMails = () => <p>{Dashboard.useOutgoingMails({ state: "failed" }).length} mails failed</p>

// example: useProjectAuditLog
export const LastChanges = () => (
  <ul>
    {Dashboard.useProjectAuditLog({ limit: 10 }).items.map((entry) => (
      <li key={entry.id}>{entry.action}</li>
    ))}
  </ul>
)

// example: useWebhookTargets
export const Targets = () => (
  <ul>
    {Dashboard.useWebhookTargets().map((target) => (
      <li key={target.id}>{target.url}</li>
    ))}
  </ul>
)

// example: useWebhookMessages
export const Messages = () => <p>{Dashboard.useWebhookMessages().length} messages</p>

// example: useWebhookMessage
export const Message = ({ messageId }: { readonly messageId: string }) => (
  <pre>{JSON.stringify(Dashboard.useWebhookMessage(messageId), null, 2)}</pre>
)

// example: useAdminAction
export const CloseSignUp = () => {
  const close = Dashboard.useAdminAction(({ updateProject }) => updateProject({ config: { signUpEnabled: false } }))
  return (
    <button type="button" disabled={close.pending} onClick={() => close.run()}>
      Close sign-up
    </button>
  )
}

// example: useDashboardRefresh
export const Refresh = () => {
  const refresh = Dashboard.useDashboardRefresh()
  return (
    <button type="button" onClick={() => refresh()}>
      Refresh
    </button>
  )
}
