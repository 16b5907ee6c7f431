// Examples of the hooks that do not suspend. A line `// example: NAME …` begins the example of the names.

import * as React from "keystile/react"
import * as Dashboard from "keystile/dashboard"

// example: useTeamState
export const TitleOfTeam = ({ teamId }: { readonly teamId: string }) => {
  const team = React.useTeamState(teamId)
  if (team.pending) return <h1>…</h1>
  if (team.error !== null) return <p role="alert">{team.error.message}</p>
  return <h1>{team.data === null ? "No such team" : team.data.displayName}</h1>
}

// example: useTeamMembersState
export const MembersOfTeam = ({ teamId }: { readonly teamId: string }) => {
  const members = React.useTeamMembersState(teamId)
  return <p>{members.pending ? "…" : members.data?.map(({ displayName }) => displayName).join(", ")}</p>
}

// example: useTeamUsersState
export const NumberOfMembers = ({ teamId }: { readonly teamId: string }) => {
  const users = React.useTeamUsersState(teamId)
  return <p>{users.data === undefined ? "…" : `${users.data.length} members`}</p>
}

// example: useTeamProfileState
export const MyNameInTeam = ({ teamId }: { readonly teamId: string }) => (
  <p>{React.useTeamProfileState(teamId).data?.displayName ?? "…"}</p>
)

// example: useTeamInvitationsState
export const InvitedToTeam = ({ teamId }: { readonly teamId: string }) => {
  const invitations = React.useTeamInvitationsState(teamId)
  // Members without the permission to invite get a typed error.
  if (invitations.error?._tag === "TeamPermissionRequired") return null
  return <p>{invitations.data === undefined ? "…" : `${invitations.data.length} invitations`}</p>
}

// example: useReceivedInvitationsState
export const InvitationBadge = () => {
  const invitations = React.useReceivedInvitationsState()
  const count = invitations.data?.length ?? 0
  return count === 0 ? null : <a href="/handler/account-settings">{count} invitations</a>
}

// example: usePermissionState
export const BillingLink = ({ teamId }: { readonly teamId: string }) => {
  const permission = React.usePermissionState(teamId, "billing")
  return permission.data ? <a href="/billing">Billing</a> : null
}

// example: useHasPermissionState
export const DeleteTeamButton = ({ teamId }: { readonly teamId: string }) => {
  const may = React.useHasPermissionState(teamId, "$delete_team")
  return (
    <button type="button" disabled={may.data !== true} aria-busy={may.pending}>
      Delete the team
    </button>
  )
}

// example: usePermissionsState
export const PermissionList = ({ teamId }: { readonly teamId: string }) => {
  const permissions = React.usePermissionsState(teamId, { recursive: false })
  if (permissions.error !== null) return <p role="alert">{permissions.error.message}</p>
  return (
    <ul aria-busy={permissions.pending}>
      {permissions.data?.map(({ id }) => (
        <li key={id}>{id}</li>
      ))}
    </ul>
  )
}

// example: useContactChannelsState
export const UnverifiedAddresses = () => {
  const channels = React.useContactChannelsState()
  const unverified = channels.data?.filter(({ isVerified }) => !isVerified) ?? []
  return unverified.length === 0 ? null : <p>Verify {unverified.map(({ value }) => value).join(", ")}.</p>
}

// example: useActiveSessionsState
export const NumberOfDevices = () => {
  const sessions = React.useActiveSessionsState()
  if (sessions.error !== null) return <p role="alert">{sessions.error.message}</p>
  return <p>{sessions.pending ? "…" : `Signed in on ${sessions.data?.length} devices`}</p>
}

// example: useOAuthProvidersState
export const LinkedProviders = () => {
  const accounts = React.useOAuthProvidersState()
  return <p>{accounts.data === undefined ? "…" : accounts.data.map(({ type }) => type).join(", ")}</p>
}

// example: useConnectedAccountState
export const ConnectGitHub = () => {
  const account = React.useConnectedAccountState("github", { scopes: ["repo"] })
  if (account.pending) return <p>…</p>
  if (account.error !== null) return <p role="alert">{account.error.message}</p>
  return <p>{account.data === null ? "Not connected" : `Connected with ${account.data.id}`}</p>
}

// example: useConnectedAccountsState
export const NumberOfConnectedAccounts = () => {
  const accounts = React.useConnectedAccountsState()
  return <p>{accounts.data === undefined ? "…" : `${accounts.data.length} connected accounts`}</p>
}

// example: useConnectedAccountTokenState
export const TokenOfGitHub = () => {
  const token = React.useConnectedAccountTokenState("github")
  return <p>{token.pending ? "…" : token.data ? "Ready to call GitHub" : "Not connected"}</p>
}

// example: useUserApiKeysState
export const NumberOfKeys = () => {
  const keys = React.useUserApiKeysState()
  if (keys.error !== null) return <p role="alert">{keys.error.message}</p>
  return <p>{keys.data === undefined ? "…" : `${keys.data.length} API keys`}</p>
}

// example: useTeamApiKeysState
export const NumberOfTeamKeys = ({ teamId }: { readonly teamId: string }) => {
  const keys = React.useTeamApiKeysState(teamId)
  return <p>{keys.data === undefined ? "…" : `${keys.data.length} API keys`}</p>
}

// example: useAuditLogState
export const LastActivity = () => {
  const log = React.useAuditLogState({ limit: 1 })
  const [entry] = log.data?.items ?? []
  return <p>{entry === undefined ? "…" : `${entry.action}, ${entry.at.toLocaleString()}`}</p>
}

// example: useRecoveryCodesState
export const RecoveryCodesLeft = () => {
  const codes = React.useRecoveryCodesState()
  return <p>{codes.data === undefined ? "…" : `${codes.data.remaining} recovery codes left`}</p>
}

// example: useOwnedProjectsState
export const NumberOfProjects = () => {
  const projects = React.useOwnedProjectsState()
  return <p>{projects.data === undefined ? "…" : `${projects.data.length} projects`}</p>
}

// example: useUserByIdState
export const NameOfUser = ({ userId }: { readonly userId: string }) => {
  const user = Dashboard.useUserByIdState(userId)
  if (user.error?._tag === "UserNotFound") return <p>The user was deleted.</p>
  return <h1>{user.data?.displayName ?? "…"}</h1>
}

// example: useTeamsOfUserState
export const NumberOfTeamsOf = ({ userId }: { readonly userId: string }) => {
  const teams = Dashboard.useTeamsOfUserState(userId)
  return <p>{teams.data === undefined ? "…" : `${teams.data.length} teams`}</p>
}

// example: useSessionsOfUserState
export const NumberOfSessionsOf = ({ userId }: { readonly userId: string }) => {
  const sessions = Dashboard.useSessionsOfUserState(userId)
  return <p>{sessions.data === undefined ? "…" : `${sessions.data.length} sessions`}</p>
}

// example: useContactChannelsOfUserState
export const FirstAddressOf = ({ userId }: { readonly userId: string }) => (
  <p>{Dashboard.useContactChannelsOfUserState(userId).data?.[0]?.value ?? "…"}</p>
)

// example: useApiKeysOfUserState
export const NumberOfKeysOf = ({ userId }: { readonly userId: string }) => {
  const keys = Dashboard.useApiKeysOfUserState(userId)
  return <p>{keys.data === undefined ? "…" : `${keys.data.length} API keys`}</p>
}

// example: usePasskeysOfUserState
export const HasPasskeys = ({ userId }: { readonly userId: string }) => {
  const passkeys = Dashboard.usePasskeysOfUserState(userId)
  return <p>{passkeys.pending ? "…" : passkeys.data?.length ? "Has passkeys" : "No passkeys"}</p>
}

// example: useOAuthProvidersOfUserState
export const ProvidersOf = ({ userId }: { readonly userId: string }) => {
  const accounts = Dashboard.useOAuthProvidersOfUserState(userId)
  return <p>{accounts.data === undefined ? "…" : `${accounts.data.length} accounts at providers`}</p>
}

// example: useProjectPermissionsOfUserState
export const IsStaff = ({ userId }: { readonly userId: string }) => {
  const permissions = Dashboard.useProjectPermissionsOfUserState(userId)
  return permissions.data?.some(({ id }) => id === "staff") ? <strong>Staff</strong> : null
}

// example: useTeamPermissionsOfUserState
export const PermissionsInTeam = ({ teamId, userId }: { readonly teamId: string; readonly userId: string }) => {
  const permissions = Dashboard.useTeamPermissionsOfUserState(userId, { teamId })
  return <p>{permissions.data?.map(({ id }) => id).join(", ") ?? "…"}</p>
}

// example: useAllTeamsState
export const FirstTeams = () => {
  const page = Dashboard.useAllTeamsState({ limit: 20 })
  if (page.error !== null) return <p role="alert">{page.error.message}</p>
  return (
    <ul aria-busy={page.pending}>
      {page.data?.items.map((team) => (
        <li key={team.id}>{team.displayName}</li>
      ))}
    </ul>
  )
}

// example: useTeamByIdState
export const NameOfTeam = ({ teamId }: { readonly teamId: string }) => (
  <h1>{Dashboard.useTeamByIdState(teamId).data?.displayName ?? "…"}</h1>
)

// example: useMembersOfTeamState
export const NumberOfMembersOf = ({ teamId }: { readonly teamId: string }) => {
  const members = Dashboard.useMembersOfTeamState(teamId)
  return <p>{members.data === undefined ? "…" : `${members.data.length} members`}</p>
}

// example: useInvitationsOfTeamState
export const NumberOfInvitationsOf = ({ teamId }: { readonly teamId: string }) => {
  const invitations = Dashboard.useInvitationsOfTeamState(teamId)
  return <p>{invitations.data === undefined ? "…" : `${invitations.data.length} invitations`}</p>
}

// example: useApiKeysOfTeamState
export const NumberOfKeysOfTeam = ({ teamId }: { readonly teamId: string }) => {
  const keys = Dashboard.useApiKeysOfTeamState(teamId)
  return <p>{keys.data === undefined ? "…" : `${keys.data.length} API keys`}</p>
}

// example: useWebhookTargetsState
export const Targets = () => {
  const targets = Dashboard.useWebhookTargetsState()
  if (targets.error !== null) return <p role="alert">{targets.error.message}</p>
  return (
    <ul aria-busy={targets.pending}>
      {targets.data?.map(({ id, url }) => (
        <li key={id}>{url}</li>
      ))}
    </ul>
  )
}

// example: useWebhookMessagesState
export const NumberOfMessages = () => {
  const messages = Dashboard.useWebhookMessagesState()
  return <p>{messages.data === undefined ? "…" : `${messages.data.length} messages`}</p>
}

// example: useWebhookMessageState
export const AttemptsOf = ({ messageId }: { readonly messageId: string }) => {
  const message = Dashboard.useWebhookMessageState(messageId)
  if (message.error?._tag === "WebhookMessageNotFound") return <p>The message was deleted.</p>
  return <p>{message.data === undefined ? "…" : `${message.data.attempts.length} attempts`}</p>
}

// example: useTeamPermissionDefinitionsState
export const TeamPermissionIds = () => (
  <p>
    {Dashboard.useTeamPermissionDefinitionsState()
      .data?.map(({ id }) => id)
      .join(", ") ?? "…"}
  </p>
)

// example: useProjectPermissionDefinitionsState
export const ProjectPermissionIds = () => (
  <p>
    {Dashboard.useProjectPermissionDefinitionsState()
      .data?.map(({ id }) => id)
      .join(", ") ?? "…"}
  </p>
)

// example: useApiKeysState
export const NumberOfProjectKeys = () => {
  const keys = Dashboard.useApiKeysState()
  return <p>{keys.data === undefined ? "…" : `${keys.data.length} sets of keys`}</p>
}

// example: useEmailTemplatesState
export const TemplateNames = () => {
  const templates = Dashboard.useEmailTemplatesState()
  return <p>{templates.data === undefined ? "…" : templates.data.map(({ type }) => type).join(", ")}</p>
}

// example: useEmailTemplateState
export const PolishSubject = () => {
  const template = Dashboard.useEmailTemplateState("magic_link", { language: "pl-PL" })
  return <p>{template.data === undefined ? "…" : template.data.subject}</p>
}

// example: useMetricsState
export const TotalUsers = () => {
  const metrics = Dashboard.useMetricsState()
  if (metrics.error !== null) return <p role="alert">{metrics.error.message}</p>
  return <p>{metrics.data === undefined ? "…" : `${metrics.data.totalUsers} users`}</p>
}

// example: useOutgoingMailsState
export const NumberOfMails = () => {
  const mails = Dashboard.useOutgoingMailsState()
  return <p>{mails.data === undefined ? "…" : `${mails.data.length} mails`}</p>
}

// example: useProjectAuditLogState
export const LastEntry = () => {
  const log = Dashboard.useProjectAuditLogState({ limit: 1 })
  return <p>{log.data?.items[0]?.action ?? "…"}</p>
}

// example: useUsersState
export const FirstUsers = () => {
  const page = Dashboard.useUsersState({ limit: 20 })
  if (page.error !== null) return <p role="alert">{page.error.message}</p>
  return (
    <ul aria-busy={page.pending}>
      {page.data?.items.map((user) => (
        <li key={user.id}>{user.primaryEmail}</li>
      ))}
    </ul>
  )
}

// example: useProjectSettingsState
export const SignUpState = () => {
  const project = Dashboard.useProjectSettingsState()
  if (project.data === undefined) return <p>…</p>
  return <p>{project.data.config.signUpEnabled ? "Sign-up is open" : "Sign-up is closed"}</p>
}
