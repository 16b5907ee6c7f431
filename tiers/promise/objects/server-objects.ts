/** Makes the objects of a server's program: data of the server tier, with methods that run its calls. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SchemaParser from "effect/SchemaParser"
import type { ConnectedAccountOptions } from "../../calls/connected-accounts.ts"
import type { ContactChannel as ContactChannelData } from "../../../core/schema/contact-channel.ts"
import type { ServerOAuthAccount } from "../../../core/schema/oauth-account.ts"
import type { ServerTeam as ServerTeamData } from "../../../core/schema/server-team.ts"
import { ServerUser as ServerUserSchema } from "../../../core/schema/server-user.ts"
import type { ServerTeamChanges } from "../../calls/server/all-teams.ts"
import type { ServerUserChanges } from "../../calls/server/all-users.ts"
import type { ServerContactChannelCalls, ServerContactChannelChanges } from "../../calls/server/contact-channels.ts"
import type { PagedServerCalls, UserGroups } from "../../server-calls.ts"
import { getAuthJson, ownMethods } from "../current-user.ts"
import type { CurrentUserContext, ObjectContext } from "../object-context.ts"
import { passwordRequirements, returnErrors, toResult } from "../result.ts"
import { connection } from "./connection.ts"
import { contactChannel } from "./contact-channel.ts"
import type { CurrentServerUser, ServerContactChannel, ServerTeam, ServerUser } from "./server-entities.ts"
import { oauthProvider } from "./oauth-provider.ts"
import { permissionGrantMethods } from "./permission-methods.ts"
import { team } from "./team.ts"
import { userMethods } from "./user-methods.ts"

const serverContactChannel = (
  channel: ContactChannelData,
  context: ObjectContext<{ readonly contactChannels: ServerContactChannelCalls }>
): ServerContactChannel =>
  Object.freeze({
    ...contactChannel(channel, context),
    update: async (changes: ServerContactChannelChanges) =>
      void (await context.run(context.calls().contactChannels.update(channel.id, changes)))
  })

/** A team. */
export const serverTeam = (data: ServerTeamData, context: ObjectContext<PagedServerCalls>): ServerTeam => {
  const { calls, run } = context
  return Object.freeze({
    ...team(data, context),
    ...data,
    update: async (changes: ServerTeamChanges) => void (await run(calls().teams.update(data.id, changes))),
    listUsers: async () =>
      (await run(calls().teams.listUsers(data.id))).map(({ teamProfile, ...user }) =>
        Object.freeze({ ...serverUser(user, context), teamProfile })
      ),
    addUser: (userId: string) => run(calls().teams.addUser(data.id, userId)),
    removeUser: (userId: string) => run(calls().teams.removeUser(data.id, userId))
  })
}

/** Any user, by the keys alone. */
export const serverUser = (user: ServerUserSchema, context: ObjectContext<PagedServerCalls>): ServerUser => {
  const { calls, run } = context
  // Created by the first method that needs it: programs call no method of most users.
  let groups: UserGroups | undefined
  const ofUser: ObjectContext<UserGroups> = { calls: () => (groups ??= calls().ofUser(user.id)), run }
  const update = async (changes: ServerUserChanges) => void (await run(calls().users.update(user.id, changes)))
  const setPassword: ServerUser["setPassword"] = ({ password }) =>
    run(returnErrors(calls().users.setPassword(user.id, password), passwordRequirements))
  const toTeam = (data: ServerTeamData) => serverTeam(data, context)
  const toChannel = (data: ContactChannelData) => serverContactChannel(data, ofUser)
  const toAccount = (data: ServerOAuthAccount) => oauthProvider(data, ofUser)
  // Cast: TypeScript cannot derive the overloads from the implementation.
  const getConnectedAccount = (async (providerId: string, options?: ConnectedAccountOptions) => {
    const data = await run(ofUser.calls().connectedAccounts.get(providerId, options))
    return data && connection(data, options, ofUser)
  }) as ServerUser["getConnectedAccount"]
  return Object.freeze({
    ...user,
    ...userMethods(ofUser, { toTeam, toChannel, toAccount }),
    selectedTeam: user.selectedTeam && toTeam(user.selectedTeam),
    toClientJson: () => SchemaParser.encodeSync(ServerUserSchema)(user),

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
      run(returnErrors(calls().users.sendVerificationEmail(user.id, options), ["EmailAlreadyVerified"])),
    delete: () => run(calls().users.remove(user.id)),
    createSession: async (options) => {
      const { accessToken, refreshToken } = await run(calls().users.createSession(user.id, options))
      const tokens = { accessToken: Redacted.value(accessToken), refreshToken: Redacted.value(refreshToken) }
      const ofSession = await run(calls().withTokenStore(tokens))
      return { getTokens: () => getAuthJson({ calls: () => ofSession, run }) }
    },

    ...permissionGrantMethods(ofUser),

    createOAuthProvider: (input) =>
      toResult(Effect.map(ofUser.calls().oauthProviders.create(input), toAccount), [
        "OAuthProviderAccountIdAlreadyUsedForSignIn"
      ]),
    getConnectedAccount
  } satisfies ServerUser)
}

/** The user of the session. Calls that need a session use it. */
export const currentServerUser = (
  user: ServerUserSchema,
  context: CurrentUserContext<PagedServerCalls>
): CurrentServerUser => Object.freeze({ ...serverUser(user, context), ...ownMethods(context) })
