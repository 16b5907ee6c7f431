// Examples of the hooks in the reference. A line `// example: NAME …` begins the example of the names.

import * as React from "keystile/react"
import { Redacted } from "effect"

// example: useUser
export const Greeting = () => {
  const user = React.useUser({ or: "redirect" })
  return <p>Hello {user.displayName ?? user.primaryEmail}</p>
}

// example: useUserState
export const HeaderOfPage = () => {
  const state = React.useUserState()
  if (state.pending) return <p>…</p>
  if (state.error !== null) return <p role="alert">{state.error.message}</p>
  return <p>{state.data === null ? "Not signed in" : state.data.primaryEmail}</p>
}

// example: useCurrentUser
export const Rename = () => {
  const user = React.useCurrentUser({ or: "redirect" })
  return (
    <button type="button" onClick={() => user.update({ displayName: "Ada" })}>
      Call me Ada
    </button>
  )
}

// example: useApp
export const Leave = () => {
  const app = React.useApp()
  return (
    <button type="button" onClick={() => app.signOut()}>
      Sign out
    </button>
  )
}

// example: useClient useAction
export const NewTeam = () => {
  const { teams } = React.useClient()
  const create = React.useAction((displayName: string) => teams.create({ displayName }))
  return (
    <form action={(form) => void create.run(String(form.get("name")))}>
      <input name="name" required aria-label="Name of the team" />
      <button type="submit" disabled={create.pending}>
        Create
      </button>
      {create.error !== null && <p role="alert">{create.error.message}</p>}
    </form>
  )
}

// example: useSignOut
export const SignOutButton = () => {
  const signOut = React.useSignOut()
  return (
    <button type="button" disabled={signOut.pending} onClick={() => signOut.run()}>
      Sign out
    </button>
  )
}

// example: useNavigate
export const ToSettings = () => {
  const navigate = React.useNavigate()
  return (
    <button type="button" onClick={() => navigate("/settings")}>
      Settings
    </button>
  )
}

// example: useProject
export const ProjectName = () => <h1>{React.useProject().displayName}</h1>

// example: useProjectState
export const NameWhenKnown = () => {
  const project = React.useProjectState()
  return <h1>{project.data?.displayName ?? "…"}</h1>
}

// example: useLanguage
export const InLanguage = ({ day }: { readonly day: Date }) => {
  const { direction, tag } = React.useLanguage()
  return (
    <time lang={tag} dir={direction}>
      {day.toLocaleDateString(tag)}
    </time>
  )
}

// example: useTeams
export const Teams = () => (
  <ul>
    {React.useTeams().map((team) => (
      <li key={team.id}>{team.displayName}</li>
    ))}
  </ul>
)

// example: useTeamsState
export const NumberOfTeams = () => {
  const teams = React.useTeamsState()
  return <p>{teams.data === undefined ? "…" : `${teams.data.length} teams`}</p>
}

// example: useTeam
export const TeamTitle = ({ teamId }: { readonly teamId: string }) => {
  const team = React.useTeam(teamId)
  return <h1>{team === null ? "No such team" : team.displayName}</h1>
}

// example: useTeamMembers
export const Members = ({ teamId }: { readonly teamId: string }) => (
  <ul>
    {React.useTeamMembers(teamId).map((member) => (
      <li key={member.userId}>{member.displayName}</li>
    ))}
  </ul>
)

// example: useTeamUsers
export const TeamUsers = ({ teamId }: { readonly teamId: string }) => <p>{React.useTeamUsers(teamId).length} members</p>

// example: useTeamProfile
export const NameInTeam = ({ teamId }: { readonly teamId: string }) => <p>{React.useTeamProfile(teamId).displayName}</p>

// example: useTeamInvitations
export const Invited = ({ teamId }: { readonly teamId: string }) => (
  <ul>
    {React.useTeamInvitations(teamId).map((invitation) => (
      <li key={invitation.id}>{invitation.recipientEmail}</li>
    ))}
  </ul>
)

// example: useReceivedInvitations
export const Invitations = () => <p>{React.useReceivedInvitations().length} invitations</p>

// example: usePermission
export const Billing = ({ teamId }: { readonly teamId: string }) => {
  const permission = React.usePermission(teamId, "billing")
  return permission === null ? null : <a href="/billing">Billing</a>
}

// example: useHasPermission
export const DeleteTeam = ({ teamId }: { readonly teamId: string }) => (
  <button type="button" disabled={!React.useHasPermission(teamId, "$delete_team")}>
    Delete the team
  </button>
)

// example: usePermissions
export const MyPermissions = ({ teamId }: { readonly teamId: string }) => {
  const permissions = React.usePermissions(teamId)
  return <p>{permissions.map(({ id }) => id).join(", ")}</p>
}

// example: useContactChannels
export const Addresses = () => (
  <ul>
    {React.useContactChannels().map((channel) => (
      <li key={channel.id}>
        {channel.value} {channel.isVerified ? "" : "(not verified)"}
      </li>
    ))}
  </ul>
)

// example: useActiveSessions
export const Devices = () => <p>Signed in on {React.useActiveSessions().length} devices</p>

// example: usePasskeys
export const Passkeys = () => (
  <ul>
    {React.usePasskeys().map((passkey) => (
      <li key={passkey.id}>{passkey.name}</li>
    ))}
  </ul>
)

// example: usePasskeysState
export const HasPasskey = () => {
  const passkeys = React.usePasskeysState()
  return passkeys.data?.length === 0 ? <a href="/handler/account-settings">Add one</a> : null
}

// example: useOAuthProviders
export const Accounts = () => (
  <p>
    {React.useOAuthProviders()
      .map(({ type }) => type)
      .join(", ")}
  </p>
)

// example: useConnectedAccount
export const Repositories = () => {
  const account = React.useConnectedAccount("github", { or: "redirect", scopes: ["repo"] })
  // `null` after the user stopped loading the page of GitHub.
  return <p>{account === null ? "Not connected" : `Connected with ${account.id}`}</p>
}

// example: useConnectedAccounts
export const Connected = () => <p>{React.useConnectedAccounts().length} connected accounts</p>

// example: useConnectedAccountToken
export const loadRepositories = (token: React.ProviderToken) =>
  fetch("https://api.github.com/user/repos", {
    headers: { authorization: `Bearer ${Redacted.value(token.accessToken)}` }
  })

export const LoadRepositories = () => {
  const token = React.useConnectedAccountToken("github", { scopes: ["repo"] })
  return token === null ? (
    <p>Not connected</p>
  ) : (
    <button type="button" onClick={() => loadRepositories(token)}>
      Load
    </button>
  )
}

// example: useUserApiKeys
export const Keys = () => (
  <ul>
    {React.useUserApiKeys().map((key) => (
      <li key={key.id}>{key.description}</li>
    ))}
  </ul>
)

// example: useTeamApiKeys
export const KeysOfTeam = ({ teamId }: { readonly teamId: string }) => <p>{React.useTeamApiKeys(teamId).length} keys</p>

// example: useAuditLog
export const Activity = () => (
  <ul>
    {React.useAuditLog({ limit: 10 }).items.map((entry) => (
      <li key={entry.id}>{entry.action}</li>
    ))}
  </ul>
)

// example: useRecoveryCodes
export const CodesLeft = () => {
  const { remaining } = React.useRecoveryCodes()
  return <p>{remaining} recovery codes left</p>
}

// example: useImpersonation
export const Banner = () => {
  const impersonation = React.useImpersonation()
  return impersonation === null ? null : <p role="status">Signed in as {impersonation.userId}</p>
}

// example: useOwnedProjects
export const Projects = () => (
  <ul>
    {React.useOwnedProjects().map((project) => (
      <li key={project.id}>{project.displayName}</li>
    ))}
  </ul>
)
