/** Makes the objects of a server's program: data of the server tier, with methods that run its calls. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { ContactChannel as ContactChannelData } from "../../../core/schema/contact-channel.ts"
import type { ServerOAuthAccount } from "../../../core/schema/oauth-account.ts"
import type { ServerTeam as ServerTeamData } from "../../../core/schema/server-team.ts"
import { ServerUser as ServerUserSchema } from "../../../core/schema/server-user.ts"
import type { ServerTeamChanges } from "../../calls/server/all-teams.ts"
import type { ServerUserChanges } from "../../calls/server/all-users.ts"
import type { ServerContactChannelCalls, ServerContactChannelChanges } from "../../calls/server/contact-channels.ts"
import type { PagedServerCalls, UserGroups } from "../../server-calls.ts"
import { getAuthJson, ownMethods, type SessionMethods } from "../current-user.ts"
import type { OwnedApps } from "../owned-projects.ts"
import { returning, type RunMethod, toResult } from "../result.ts"
import { connection } from "./connection.ts"
import { contactChannel } from "./contact-channel.ts"
import type { CurrentServerUser, ServerContactChannel, ServerTeam, ServerUser } from "./server-entities.ts"
import { oauthProvider } from "./oauth-provider.ts"
import { permissionGrantMethods } from "./permission-methods.ts"
import { team } from "./team.ts"
import { userMethods } from "./user-methods.ts"

const requirements = ["PasswordTooShort", "PasswordTooLong", "PasswordBreached"] as const

const serverContactChannel = (
  channel: ContactChannelData,
  calls: ServerContactChannelCalls,
  run: RunMethod
): ServerContactChannel =>
  Object.freeze({
    ...contactChannel(channel, calls, run),
    update: async (changes: ServerContactChannelChanges) => void (await run(calls.update(channel.id, changes)))
  })

/** A team. */
export const serverTeam = (data: ServerTeamData, calls: PagedServerCalls, run: RunMethod): ServerTeam => {
  const { teams } = calls
  return Object.freeze({
    ...team(data, teams, calls.teamApiKeys, run),
    ...data,
    update: async (changes: ServerTeamChanges) => void (await run(teams.update(data.id, changes))),
    listUsers: async () =>
      (await run(teams.listUsers(data.id))).map(({ teamProfile, ...user }) =>
        Object.freeze({ ...serverUser(user, calls, run), teamProfile })
      ),
    addUser: (userId: string) => run(teams.addUser(data.id, userId)),
    removeUser: (userId: string) => run(teams.removeUser(data.id, userId))
  })
}

/** Any user, by the keys alone. */
export const serverUser = (user: ServerUserSchema, calls: PagedServerCalls, run: RunMethod): ServerUser => {
  const { users } = calls
  // Created by the first method that needs it: programs call no method of most users.
  let groups: UserGroups | undefined
  const of = () => (groups ??= calls.ofUser(user.id))
  const update = async (changes: ServerUserChanges) => void (await run(users.update(user.id, changes)))
  const setPassword: ServerUser["setPassword"] = ({ password }) =>
    run(returning(users.setPassword(user.id, password), requirements))
  const toTeam = (data: ServerTeamData) => serverTeam(data, calls, run)
  const toChannel = (data: ContactChannelData) => serverContactChannel(data, of().contactChannels, run)
  const toAccount = (data: ServerOAuthAccount) => oauthProvider(data, () => of().oauthProviders, run)
  return Object.freeze({
    ...user,
    ...userMethods(of, { toTeam, toChannel, toAccount }, run),
    selectedTeam: user.selectedTeam && toTeam(user.selectedTeam),
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

    ...permissionGrantMethods(of, run),

    createOAuthProvider: (input) =>
      toResult(Effect.map(of().oauthProviders.create(input), toAccount), [
        "OAuthProviderAccountIdAlreadyUsedForSignIn"
      ]),
    getConnectedAccount: async (providerId, options) => {
      const data = await run(of().connectedAccounts.get(providerId, options))
      return data && connection(data, options, of().connectedAccounts, run)
    }
  } satisfies ServerUser)
}

/** The user of the session. Calls that need a session use it. */
export const currentServerUser = (
  user: ServerUserSchema,
  calls: PagedServerCalls,
  signOut: SessionMethods["signOut"],
  run: RunMethod,
  apps: OwnedApps
): CurrentServerUser => Object.freeze({ ...serverUser(user, calls, run), ...ownMethods(calls, signOut, run, apps) })
