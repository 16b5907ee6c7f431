// Examples of the groups of calls in the reference. A line `// example: CALL …` begins the example of the calls.

import * as Admin from "keystile/admin"
import * as Client from "keystile/client"
import * as Server from "keystile/server"
import { Effect } from "effect"

// example: teams.create teams.list
export const firstTeam = Effect.gen(function* () {
  const { teams } = yield* Client.Client
  const [first] = yield* teams.list()
  return first ?? (yield* teams.create({ displayName: "Orchard" }))
})

// example: userApiKeys.create userApiKeys.list
export const newKey = Effect.gen(function* () {
  const { userApiKeys } = yield* Client.Client
  return yield* userApiKeys.create({ description: "Backup", expiresAt: null })
})

// example: contactChannels.create contactChannels.list
export const addAddress = Effect.gen(function* () {
  const { contactChannels } = yield* Client.Client
  yield* contactChannels.create({ type: "email", value: "ada@example.com", usedForAuth: false })
  return yield* contactChannels.list()
})

// example: sessions.list sessions.revoke
export const endOtherSessions = Effect.gen(function* () {
  const { sessions } = yield* Client.Client
  const others = (yield* sessions.list()).filter((session) => !session.isCurrentSession)
  yield* Effect.forEach(others, ({ id }) => sessions.revoke(id), { discard: true })
})

// example: passkeys.list passkeys.rename
export const renameFirst = Effect.gen(function* () {
  const { passkeys } = yield* Client.Client
  const [first] = yield* passkeys.list()
  if (first !== undefined) yield* passkeys.rename(first.id, "Phone")
})

// example: auditLog.list
export const lastSignIns = Effect.gen(function* () {
  const { auditLog } = yield* Client.Client
  return (yield* auditLog.list({ limit: 10 })).items
})

// example: allTeams.list
export const everyTeam = Effect.gen(function* () {
  const { allTeams } = yield* Server.Server
  return yield* allTeams.list()
})

// example: updateProject
export const openSignUp = Effect.gen(function* () {
  const { updateProject } = yield* Admin.Admin
  yield* updateProject({ config: { signUpEnabled: true } })
})

// example: apiKeys.list
export const keysOfProject = Effect.gen(function* () {
  const { apiKeys } = yield* Admin.Admin
  return yield* apiKeys.list()
})
