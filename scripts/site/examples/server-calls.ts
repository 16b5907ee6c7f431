// Examples of the calls of the server tier. A line `// example: CALL …` begins the example of the calls, and
// `// example: keystile/server CALL …` one that the server tier shows instead of that of the client tier. The page of
// the admin tier shows them with its own tier.

import * as Server from "keystile/server"
import { Console, Duration, Effect, Redacted, Stream } from "effect"

// example: keystile/server withTokenStore getUser getSessionUser
export const userOfRequest = (request: Request) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    const ofRequest = yield* server.withTokenStore(request)
    const user = yield* ofRequest.getUser
    return user === null ? null : { email: user.primaryEmail, notes: user.serverMetadata }
  })

// example: keystile/server updateUser
export const setPlan = (request: Request, plan: string) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    const ofRequest = yield* server.withTokenStore(request)
    // Users can read `clientReadOnlyMetadata`, and only the server changes it.
    yield* ofRequest.updateUser({ clientReadOnlyMetadata: { plan } })
  })

// example: users.list
export const verifiedEmails = Effect.gen(function* () {
  const { users } = yield* Server.Server
  return yield* users.list({ primaryEmailVerified: true }).pipe(
    Stream.map(({ primaryEmail }) => primaryEmail),
    Stream.runCollect
  )
})

// example: users.page
export const newestUsers = (cursor?: string) =>
  Effect.gen(function* () {
    const { users } = yield* Server.Server
    const { items, nextCursor } = yield* users.page({ desc: true, limit: 20, cursor })
    return { names: items.map(({ displayName }) => displayName), nextCursor }
  })

// example: users.get
export const emailOf = (userId: string) =>
  Effect.gen(function* () {
    const { users } = yield* Server.Server
    return (yield* users.get(userId)).primaryEmail
  }).pipe(Effect.catchTag("UserNotFound", () => Effect.succeed(null)))

// example: users.create
export const newUser = (email: string, password: string) =>
  Effect.gen(function* () {
    const { users } = yield* Server.Server
    return yield* users.create({
      primaryEmail: email,
      primaryEmailAuthEnabled: true,
      primaryEmailVerified: true,
      password: Redacted.make(password)
    })
  })

// example: users.update
export const restrict = (userId: string) =>
  Effect.gen(function* () {
    const { users } = yield* Server.Server
    yield* users.update(userId, { restrictedByAdmin: true, restrictedByAdminReason: "Your invoice is overdue." })
  })

// example: users.remove
export const removeAnonymous = Effect.gen(function* () {
  const { users } = yield* Server.Server
  const inactive = users.list({ anonymous: "only", orderBy: "lastActiveAt" }).pipe(Stream.take(100))
  yield* Stream.runForEach(inactive, ({ id }) => users.remove(id))
})

// example: users.setPassword
export const setPassword = (userId: string, password: string) =>
  Effect.gen(function* () {
    const { users } = yield* Server.Server
    // Ends all sessions of the user.
    yield* users.setPassword(userId, Redacted.make(password))
  })

// example: users.sendVerificationEmail
export const askToVerify = (userId: string) =>
  Effect.gen(function* () {
    const { users } = yield* Server.Server
    yield* users.sendVerificationEmail(userId, { callbackUrl: "https://app.example.com/handler/email-verification" })
  })

// example: users.createSession
export const sessionOf = (userId: string) =>
  Effect.gen(function* () {
    const { users } = yield* Server.Server
    return yield* users.createSession(userId, { expiresInMillis: Duration.toMillis("1 hour") })
  })

// example: ofUser
export const teamsOf = (userId: string) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    const user = server.ofUser(userId)
    yield* user.sessions.revokeOthers()
    return yield* user.teams.list()
  })

// example: allTeams.list
export const everyTeam = Effect.gen(function* () {
  const { allTeams } = yield* Server.Server
  return yield* allTeams.list()
})

// example: allTeams.page
export const newestTeams = (cursor?: string) =>
  Effect.gen(function* () {
    const { allTeams } = yield* Server.Server
    const { items, nextCursor } = yield* allTeams.page({ desc: true, limit: 20, cursor })
    return { names: items.map(({ displayName }) => displayName), nextCursor }
  })

// example: allTeams.create allTeams.get
export const teamOf = (userId: string) =>
  Effect.gen(function* () {
    const { allTeams } = yield* Server.Server
    return yield* allTeams.create({ displayName: "Orchard", creatorUserId: userId })
  })

// example: allTeams.update
export const setSeats = (teamId: string, seats: number) =>
  Effect.gen(function* () {
    const { allTeams } = yield* Server.Server
    yield* allTeams.update(teamId, { clientReadOnlyMetadata: { seats } })
  })

// example: allTeams.remove
export const removeEmpty = (teamId: string) =>
  Effect.gen(function* () {
    const { allTeams } = yield* Server.Server
    if ((yield* allTeams.listUsers(teamId)).length === 0) yield* allTeams.remove(teamId)
  })

// example: allTeams.addUser allTeams.removeUser teams.addUser
export const moveUser = (userId: string, from: string, to: string) =>
  Effect.gen(function* () {
    const { allTeams } = yield* Server.Server
    yield* allTeams.addUser(to, userId)
    yield* allTeams.removeUser(from, userId)
  })

// example: allTeams.listUsers
export const emailsOfTeam = (teamId: string) =>
  Effect.gen(function* () {
    const { allTeams } = yield* Server.Server
    return (yield* allTeams.listUsers(teamId)).map(({ primaryEmail }) => primaryEmail)
  })

// example: allTeams.listMembers allTeams.changeRole
export const promote = (teamId: string, userId: string) =>
  Effect.gen(function* () {
    const { allTeams } = yield* Server.Server
    yield* allTeams.changeRole(teamId, userId, "admin")
    return yield* allTeams.listMembers(teamId)
  })

// example: allTeams.inviteUser
export const inviteAll = (teamId: string, emails: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { allTeams } = yield* Server.Server
    const callbackUrl = "https://app.example.com/handler/team-invitation"
    yield* Effect.forEach(emails, (email) => allTeams.inviteUser(teamId, { email, callbackUrl }), { discard: true })
  })

// example: allTeams.listInvitations allTeams.revokeInvitation
export const withdrawAll = (teamId: string) =>
  Effect.gen(function* () {
    const { allTeams } = yield* Server.Server
    const open = yield* allTeams.listInvitations(teamId)
    yield* Effect.forEach(open, ({ id }) => allTeams.revokeInvitation(teamId, id), { discard: true })
  })

// example: contactChannels.get
export const isVerified = (userId: string, channelId: string) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    return (yield* server.ofUser(userId).contactChannels.get(channelId)).isVerified
  })

// example: keystile/server contactChannels.create contactChannels.list
export const addVerifiedAddress = (userId: string) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    const { contactChannels } = server.ofUser(userId)
    yield* contactChannels.create({ value: "ada@example.com", isVerified: true, usedForAuth: true })
    return yield* contactChannels.list()
  })

// example: keystile/server contactChannels.update contactChannels.remove
export const replaceAddress = (userId: string, oldId: string, newId: string) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    const { contactChannels } = server.ofUser(userId)
    yield* contactChannels.update(newId, { isVerified: true, isPrimary: true })
    yield* contactChannels.remove(oldId)
  })

// example: permissions.grant permissions.revoke
export const handOver = (teamId: string, from: string, to: string) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    const permission = { teamId, permissionId: "billing" }
    yield* server.ofUser(to).permissions.grant(permission)
    yield* server.ofUser(from).permissions.revoke(permission)
  })

// example: projectPermissions.grant projectPermissions.revoke
export const setModerator = (userId: string, isModerator: boolean) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    const { projectPermissions } = server.ofUser(userId)
    yield* isModerator ? projectPermissions.grant("moderate") : projectPermissions.revoke("moderate")
  })

// example: oauthProviders.create
export const connectAccountOf = (userId: string, accountId: string) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    return yield* server.ofUser(userId).oauthProviders.create({
      providerId: "github",
      accountId,
      allowSignIn: true,
      allowConnectedAccounts: false
    })
  })

// example: checkUserApiKey
export const userOfKey = (request: Request) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    const key = request.headers.get("x-api-key") ?? ""
    return (yield* server.checkUserApiKey(Redacted.make(key))).userId
  }).pipe(Effect.catchTag(["ApiKeyNotFound", "ApiKeyExpired", "ApiKeyRevoked"], () => Effect.succeed(null)))

// example: checkTeamApiKey
export const teamOfKey = (request: Request) =>
  Effect.gen(function* () {
    const server = yield* Server.Server
    const key = request.headers.get("x-api-key") ?? ""
    const { description, teamId } = yield* server.checkTeamApiKey(Redacted.make(key))
    yield* Console.log(`The key "${description}" of ${teamId} was used.`)
    return teamId
  })
