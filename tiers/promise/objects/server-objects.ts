/** Makes the objects of a server's program: data of the server tier, with methods that run its calls. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { ContactChannel as ContactChannelData } from "../../../core/schema/contact-channel.ts"
import type { ServerTeam as ServerTeamData } from "../../../core/schema/team.ts"
import { ServerUser as ServerUserSchema } from "../../../core/schema/user.ts"
import type { ServerTeamChanges } from "../../calls/server/all-teams.ts"
import type { ServerUserChanges } from "../../calls/server/all-users.ts"
import type { ServerContactChannelCalls, ServerContactChannelChanges } from "../../calls/server/contact-channels.ts"
import type { ServerCalls } from "../../server.ts"
import { currentUser, getAuthJson, type SessionMethods } from "../current-user.ts"
import type { OwnedApps } from "../owned-projects.ts"
import { returning, type Run } from "../result.ts"
import { connection } from "./connection.ts"
import { contactChannel } from "./contact-channel.ts"
import type { CurrentServerUser, ServerContactChannel, ServerTeam, ServerUser } from "./server-entities.ts"
import { editableTeamMemberProfile, team } from "./team.ts"

const requirements = ["PasswordTooLong"] as const

const serverContactChannel = (
  channel: ContactChannelData,
  calls: ServerContactChannelCalls,
  run: Run
): ServerContactChannel =>
  Object.freeze({
    ...contactChannel(channel, calls, run),
    update: async (changes: ServerContactChannelChanges) => void await run(calls.update(channel.id, changes))
  })

/** A team. */
export const serverTeam = (data: ServerTeamData, calls: ServerCalls, run: Run): ServerTeam => {
  const { teams } = calls
  return Object.freeze({
    ...team(data, teams, run),
    ...data,
    update: async (changes: ServerTeamChanges) => void await run(teams.update(data.id, changes)),
    listUsers: async () =>
      (await run(teams.listUsers(data.id))).map(({ teamProfile, ...user }) =>
        Object.freeze({ ...serverUser(user, calls, run), teamProfile })),
    addUser: (userId: string) => run(teams.addUser(data.id, userId)),
    removeUser: (userId: string) => run(teams.removeUser(data.id, userId))
  })
}

/** Any user, by the keys alone. */
export const serverUser = (user: ServerUserSchema, calls: ServerCalls, run: Run): ServerUser => {
  const { users } = calls
  const { connectedAccounts, contactChannels, permissions, teams } = calls.ofUser(user.id)
  const update = async (changes: ServerUserChanges) => void await run(users.update(user.id, changes))
  const setPassword: ServerUser["setPassword"] = ({ password }) =>
    run(returning(users.setPassword(user.id, password), requirements))
  return Object.freeze({
    ...user,
    selectedTeam: user.selectedTeam && serverTeam(user.selectedTeam, calls, run),
    toClientJson: () => Schema.encodeSync(ServerUserSchema)(user),

    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    setClientReadOnlyMetadata: (clientReadOnlyMetadata) => update({ clientReadOnlyMetadata }),
    setServerMetadata: (serverMetadata) => update({ serverMetadata }),
    setPrimaryEmail: (primaryEmail, { verified } = {}) => update({ primaryEmail, primaryEmailVerified: verified }),
    setSelectedTeam: (selected) => update({ selectedTeamId: selected && selected.id }),
    updatePassword: ({ newPassword }) => setPassword({ password: newPassword }),
    setPassword,
    sendVerificationEmail: (options) =>
      run(returning(users.sendVerificationEmail(user.id, options), ["EmailAlreadyVerified"])),
    delete: () => run(users.remove(user.id)),
    createSession: async (options) => {
      const { accessToken, refreshToken } = await run(users.createSession(user.id, options))
      const tokens = { accessToken: Redacted.value(accessToken), refreshToken: Redacted.value(refreshToken) }
      const of = await run(calls.withTokenStore(tokens))
      return { getTokens: () => getAuthJson(of, run) }
    },

    listContactChannels: async () =>
      (await run(contactChannels.list())).map((channel) => serverContactChannel(channel, contactChannels, run)),
    createContactChannel: async (input) =>
      serverContactChannel(await run(contactChannels.create(input)), contactChannels, run),

    listTeams: async () => (await run(teams.list())).map((data) => serverTeam(data, calls, run)),
    getTeam: async (teamId) => {
      const data = await run(teams.get(teamId))
      return data && serverTeam(data, calls, run)
    },
    createTeam: async (input) => serverTeam(await run(teams.create(input)), calls, run),
    leaveTeam: ({ id }) => run(teams.leave(id)),
    getTeamProfile: async ({ id }) => editableTeamMemberProfile(id, await run(teams.getProfile(id)), teams, run),

    listPermissions: ({ id }, options) => run(permissions.list({ ...options, teamId: id })),
    getPermission: ({ id }, permissionId) => run(permissions.get({ teamId: id, permissionId })),
    hasPermission: ({ id }, permissionId) => run(permissions.has({ teamId: id, permissionId })),
    grantPermission: async ({ id }, permissionId) => void await run(permissions.grant({ teamId: id, permissionId })),
    revokePermission: ({ id }, permissionId) => run(permissions.revoke({ teamId: id, permissionId })),

    getConnectedAccount: async (providerId, options) => {
      const data = await run(connectedAccounts.get(providerId, options))
      return data && connection(data, options, connectedAccounts, run)
    }
  } satisfies ServerUser)
}

/** The user of the session. What a session is needed for goes by it: their old password is checked, for one. */
export const currentServerUser = (
  user: ServerUserSchema,
  calls: ServerCalls,
  signOut: SessionMethods["signOut"],
  run: Run,
  apps: OwnedApps
): CurrentServerUser => {
  const bySession = currentUser(user, calls, signOut, run, apps)
  const { delete: remove, getConnectedAccount, sendVerificationEmail, setPassword, updatePassword } = bySession
  return Object.freeze({
    ...bySession,
    ...serverUser(user, calls, run),
    delete: remove,
    getConnectedAccount,
    sendVerificationEmail,
    setPassword,
    updatePassword
  })
}
