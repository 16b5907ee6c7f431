/** Which object of the facade a member gives: what the recorder takes it for. */

const gives: Readonly<Record<string, string>> = {
  "ClientApp.getUser": "CurrentUser",
  "ClientApp.getProject": "Project",
  "ClientApp.sendMagicLinkEmail": "MagicLinkResult",
  "ClientApp.getTeamInvitationDetails": "TeamInvitationDetailsResult",
  "CurrentSession.getTokens": "CurrentSessionTokens",
  "CurrentServerSession.getTokens": "CurrentServerSessionTokens",
  "CreatedSession.getTokens": "CreatedSessionTokens",
  "Connection.getAccessToken": "ConnectionToken",
  "ServerApp.getUser": "CurrentServerUser",
  "ServerApp.getServerUser": "CurrentServerUser",
  "ServerApp.getServerUserById": "ServerUser",
  "ServerApp.listUsers": "ServerUser",
  "ServerApp.allUsers": "ServerUser",
  "ServerApp.createUser": "ServerUser",
  "ServerApp.createTeam": "ServerTeam",
  "ServerApp.listTeams": "ServerTeam",
  "ServerApp.getTeam": "ServerTeam",
  "AdminApp.getProject": "AdminProject",
  "AdminApp.listApiKeys": "ApiKey",
  "AdminApp.createApiKey": "ApiKeyFirstView",
  "AdminApp.listEmailTemplates": "AdminEmailTemplate",
  "AdminApp.listTeamPermissionDefinitions": "TeamPermissionDefinition",
  "AdminApp.createTeamPermissionDefinition": "TeamPermissionDefinition",
  "AdminProject.app": "AdminApp",
  "AdminProject.getProductionModeErrors": "ProductionModeError"
}

/** What users have, by the name of the user's object, of their teams', and of who shows the rest. */
const ofUsers = (user: string, team: string, by: "" | "Server"): Readonly<Record<string, string>> => ({
  [`${user}.currentSession`]: `Current${by}Session`,
  [`${user}.createSession`]: "CreatedSession",
  [`${user}.selectedTeam`]: team,
  [`${user}.listTeams`]: team,
  [`${user}.getTeam`]: team,
  [`${user}.createTeam`]: team,
  [`${user}.getTeamProfile`]: `${by}TeamMemberProfile`,
  [`${user}.listPermissions`]: `${by}TeamPermission`,
  [`${user}.getPermission`]: `${by}TeamPermission`,
  [`${user}.getConnectedAccount`]: `${by}Connection`,
  [`${user}.listContactChannels`]: `${by}ContactChannel`,
  [`${user}.createContactChannel`]: `${by}ContactChannel`,
  [`${user}.createProject`]: "AdminProject",
  [`${user}.listOwnedProjects`]: "AdminProject"
})

const all: Readonly<Record<string, string>> = {
  ...gives,
  ...ofUsers("CurrentUser", "Team", ""),
  ...ofUsers("CurrentServerUser", "ServerTeam", "Server"),
  ...ofUsers("ServerUser", "ServerTeam", "Server"),
  "Team.listUsers": "TeamUser",
  "ServerTeam.listUsers": "ServerTeamUser",
  "Team.listInvitations": "TeamInvitation",
  "ServerTeam.listInvitations": "ServerTeamInvitation"
}

/** A server's app has what a client's has, an admin's what a server's has; a member of a team is a user. */
const inherited: Readonly<Record<string, string>> = {
  AdminApp: "ServerApp",
  ServerApp: "ClientApp",
  ServerTeamUser: "ServerUser"
}

/** The kind of object; `null` if it has no methods that anybody would count. */
export const given = (member: string, input: ReadonlyArray<unknown>): string | null => {
  const [kind = "", name = ""] = member.split(".")
  if (name === "getUser" && kind !== "ClientApp" && typeof input[0] === "string") return "ServerUser"
  const found = all[member]
  if (found !== undefined) return found
  const base = inherited[kind]
  return base === undefined ? null : given(`${base}.${name}`, input)
}
