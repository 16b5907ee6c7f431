// Examples of the calls about the signed-in user. A line `// example: CALL …` begins the example of the calls.
// The pages of the server and the admin tier show them with their own tier.

import * as Client from "keystile/client"
import { Console, Effect, Redacted } from "effect"

// example: updateUser
export const rename = (displayName: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    return yield* client.updateUser({ displayName, clientMetadata: { theme: "dark" } })
  })

// example: deleteUser
export const closeAccount = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.deleteUser()
})

// example: updatePassword
export const changePassword = (oldPassword: string, newPassword: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    yield* client.updatePassword({ oldPassword: Redacted.make(oldPassword), newPassword: Redacted.make(newPassword) })
    return "Changed. Your other devices are signed out."
  }).pipe(Effect.catchTag("PasswordConfirmationMismatch", () => Effect.succeed("The old password is wrong.")))

// example: setPassword
export const addPassword = (password: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    // For users without a password, who signed up at a provider or by a link.
    yield* client.setPassword({ password: Redacted.make(password) })
  })

// example: sendVerificationEmail
export const verifyMe = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.sendVerificationEmail()
}).pipe(Effect.catchTag("EmailAlreadyVerified", () => Effect.void))

// example: contactChannels.create contactChannels.list
export const addAddress = Effect.gen(function* () {
  const { contactChannels } = yield* Client.Client
  yield* contactChannels.create({ type: "email", value: "ada@example.com", usedForAuth: false })
  return yield* contactChannels.list()
})

// example: contactChannels.sendVerificationEmail
export const verifyAddresses = Effect.gen(function* () {
  const { contactChannels } = yield* Client.Client
  const open = (yield* contactChannels.list()).filter((channel) => !channel.isVerified)
  yield* Effect.forEach(open, ({ id }) => contactChannels.sendVerificationEmail(id), { discard: true })
})

// example: contactChannels.update contactChannels.remove
export const replacePrimary = (oldId: string, newId: string) =>
  Effect.gen(function* () {
    const { contactChannels } = yield* Client.Client
    yield* contactChannels.update(newId, { isPrimary: true, usedForAuth: true })
    yield* contactChannels.remove(oldId)
  })

// example: permissions.list
export const permissionsInTeam = (teamId: string) =>
  Effect.gen(function* () {
    const { permissions } = yield* Client.Client
    // With those that other permissions contain. Without `recursive` only those granted directly.
    return (yield* permissions.list({ teamId, recursive: true })).map(({ id }) => id)
  })

// example: permissions.get permissions.has
export const canInvite = (teamId: string) =>
  Effect.gen(function* () {
    const { permissions } = yield* Client.Client
    return yield* permissions.has({ teamId, permissionId: "$invite_members" })
  })

// example: projectPermissions.list
export const permissionsInProject = Effect.gen(function* () {
  const { projectPermissions } = yield* Client.Client
  return (yield* projectPermissions.list({ recursive: true })).map(({ id }) => id)
})

// example: projectPermissions.get projectPermissions.has
export const canModerate = Effect.gen(function* () {
  const { projectPermissions } = yield* Client.Client
  return yield* projectPermissions.has("moderate")
})

// example: oauthProviders.list oauthProviders.get
export const accounts = Effect.gen(function* () {
  const { oauthProviders } = yield* Client.Client
  return (yield* oauthProviders.list()).map(({ email, providerId }) => `${providerId}: ${email ?? "no address"}`)
})

// example: oauthProviders.update
export const stopSignInWith = (id: string) =>
  Effect.gen(function* () {
    const { oauthProviders } = yield* Client.Client
    // The account stays connected: the application can still get its tokens.
    yield* oauthProviders.update(id, { allowSignIn: false })
  })

// example: oauthProviders.remove
export const disconnect = (providerId: string) =>
  Effect.gen(function* () {
    const { oauthProviders } = yield* Client.Client
    const own = (yield* oauthProviders.list()).filter((account) => account.providerId === providerId)
    yield* Effect.forEach(own, ({ id }) => oauthProviders.remove(id), { discard: true })
  })

// example: connectAccount
export const connectGitHub = Effect.gen(function* () {
  const client = yield* Client.Client
  // Leaves the page if the account is not connected, or lacks the scope.
  return yield* client.connectAccount("github", { scopes: ["repo"] })
})

// example: connectedAccounts.getAccessToken connectedAccounts.get
export const repositories = Effect.gen(function* () {
  const { connectedAccounts } = yield* Client.Client
  const token = yield* connectedAccounts.getAccessToken("github", { scopes: ["repo"] })
  if (token === null) return []
  const headers = { authorization: `Bearer ${Redacted.value(token.accessToken)}` }
  return yield* Effect.promise(() => fetch("https://api.github.com/user/repos", { headers }).then((one) => one.json()))
})

// example: connectedAccounts.list
export const connectedProviders = Effect.gen(function* () {
  const { connectedAccounts } = yield* Client.Client
  return yield* connectedAccounts.list()
})

// example: passkeys.list passkeys.rename
export const renameFirst = Effect.gen(function* () {
  const { passkeys } = yield* Client.Client
  const [first] = yield* passkeys.list()
  if (first !== undefined) yield* passkeys.rename(first.id, "Phone")
})

// example: passkeys.remove
export const removeUnused = (since: Date) =>
  Effect.gen(function* () {
    const { passkeys } = yield* Client.Client
    const unused = (yield* passkeys.list()).filter(({ lastUsedAt }) => lastUsedAt !== null && lastUsedAt < since)
    yield* Effect.forEach(unused, ({ id }) => passkeys.remove(id), { discard: true })
  })

// example: sessions.list sessions.revoke
export const endOldSessions = (since: Date) =>
  Effect.gen(function* () {
    const { sessions } = yield* Client.Client
    const old = (yield* sessions.list()).filter(({ createdAt }) => createdAt < since)
    yield* Effect.forEach(old, ({ id }) => sessions.revoke(id), { discard: true })
  })

// example: sessions.revokeOthers
export const signOutElsewhere = Effect.gen(function* () {
  const { sessions } = yield* Client.Client
  yield* sessions.revokeOthers()
})

// example: recoveryCodes.getState recoveryCodes.generate
export const printCodes = Effect.gen(function* () {
  const { recoveryCodes } = yield* Client.Client
  const { remaining } = yield* recoveryCodes.getState()
  if (remaining > 2) return []
  // The earlier codes are invalid from now on. These are never shown again.
  return (yield* recoveryCodes.generate()).map(Redacted.value)
})

// example: userApiKeys.create userApiKeys.list userApiKeys.get
export const newKey = Effect.gen(function* () {
  const { userApiKeys } = yield* Client.Client
  const key = yield* userApiKeys.create({ description: "Backup", expiresAt: null })
  // Only this response has the whole key.
  yield* Console.log(Redacted.value(key.value))
  return yield* userApiKeys.list()
})

// example: userApiKeys.update userApiKeys.revoke
export const replaceKey = (oldId: string) =>
  Effect.gen(function* () {
    const { userApiKeys } = yield* Client.Client
    const { id } = yield* userApiKeys.create({ description: "New", expiresAt: null })
    yield* userApiKeys.revoke(oldId)
    yield* userApiKeys.update(id, { description: "Backup" })
  })

// example: teamApiKeys.create teamApiKeys.list teamApiKeys.get
export const newTeamKey = (teamId: string) =>
  Effect.gen(function* () {
    const { teamApiKeys } = yield* Client.Client
    const { value } = yield* teamApiKeys.create(teamId, { description: "Deploy", expiresAt: null })
    yield* Console.log(Redacted.value(value))
    return yield* teamApiKeys.list(teamId)
  })

// example: teamApiKeys.update teamApiKeys.revoke
export const retireTeamKey = (teamId: string, id: string) =>
  Effect.gen(function* () {
    const { teamApiKeys } = yield* Client.Client
    yield* teamApiKeys.update(teamId, id, { description: "Deploy (retired)" })
    yield* teamApiKeys.revoke(teamId, id)
  })

// example: auditLog.list
export const lastChanges = Effect.gen(function* () {
  const { auditLog } = yield* Client.Client
  return (yield* auditLog.list({ limit: 10 })).items
})

// example: listOwnedProjects
export const ownProjects = Effect.gen(function* () {
  const client = yield* Client.Client
  // Signed in to the project `internal`, whose users own projects.
  return (yield* client.listOwnedProjects()).map(({ displayName }) => displayName)
})

// example: createProject
export const newProject = Effect.gen(function* () {
  const client = yield* Client.Client
  return yield* client.createProject({ displayName: "Orchard", config: { magicLinkEnabled: true } })
})
