/** Which object of the facade a member gives: what the recorder takes it for. */

const gives: Readonly<Record<string, string>> = {
  "ClientApp.getUser": "CurrentUser",
  "ClientApp.getProject": "Project",
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

/** What users have, by the name of the user's object and of their teams'. */
const ofUsers = (user: string, team: string): Readonly<Record<string, string>> => ({
  [`${user}.currentSession`]: "CurrentSession",
  [`${user}.createSession`]: "CreatedSession",
  [`${user}.selectedTeam`]: team,
  [`${user}.listTeams`]: team,
  [`${user}.getTeam`]: team,
  [`${user}.createTeam`]: team,
  [`${user}.getTeamProfile`]: "TeamMemberProfile",
  [`${user}.listPermissions`]: "TeamPermission",
  [`${user}.getPermission`]: "TeamPermission",
  [`${user}.getConnectedAccount`]: "Connection",
  [`${user}.listContactChannels`]: user === "CurrentUser" ? "ContactChannel" : "ServerContactChannel",
  [`${user}.createContactChannel`]: user === "CurrentUser" ? "ContactChannel" : "ServerContactChannel",
  [`${user}.createProject`]: "AdminProject",
  [`${user}.listOwnedProjects`]: "AdminProject"
})

const all: Readonly<Record<string, string>> = {
  ...gives,
  ...ofUsers("CurrentUser", "Team"),
  ...ofUsers("CurrentServerUser", "ServerTeam"),
  ...ofUsers("ServerUser", "ServerTeam"),
  "Team.listUsers": "TeamUser",
  "ServerTeam.listUsers": "ServerUser",
  "Team.listInvitations": "TeamInvitation",
  "ServerTeam.listInvitations": "TeamInvitation"
}

/** A server's app has what a client's has, an admin's what a server's has. */
const inherited: Readonly<Record<string, string>> = { AdminApp: "ServerApp", ServerApp: "ClientApp" }

/** The kind of object; `null` if it has no methods that anybody would count. */
export const given = (member: string, input: ReadonlyArray<unknown>): string | null => {
  const [kind = "", name = ""] = member.split(".")
  if (name === "getUser" && kind !== "ClientApp" && typeof input[0] === "string") return "ServerUser"
  const found = all[member]
  if (found !== undefined) return found
  const base = inherited[kind]
  return base === undefined ? null : given(`${base}.${name}`, input)
}
