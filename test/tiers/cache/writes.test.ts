/** The cache rules, compared with the service: after every write the cache holds what the service returns. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Testing from "../../../testing/index.ts"
import { projectQuery, userQuery, type ClientQuery } from "../../../tiers/cache/queries.ts"
import {
  contactChannelsQuery,
  ownedProjectsQuery,
  permissionsQuery,
  projectPermissionsQuery,
  receivedInvitationsQuery,
  signedInQuery,
  teamInvitationsQuery,
  teamMembersQuery,
  teamProfileQuery,
  teamsQuery,
  teamUsersQuery
} from "../../../tiers/cache/signed-in-queries.ts"
import { makeTierCache } from "../../../tiers/cache/tier-cache.ts"
import { clientTable } from "../../../tiers/cache/client-table.ts"
import { rulesByPath } from "../../../tiers/cache/call-table.ts"
import { clientRules } from "../../../tiers/calls/cache-rules.ts"
import * as Client from "../../../tiers/client.ts"
import * as Server from "../../../tiers/server.ts"
import { ada, as, bob, CALLBACK, idOf, verifyAddressOf, withoutPassword, withUsers } from "../signed-in/fixture.ts"
import { keyOf } from "../sign-in/authenticator.ts"
import { settle, through } from "./virtual-time.ts"

const github = { type: "shared", id: "github" } as const

/** Members that send nothing, or that only look at the session. */
const noCalls = ["as", "asProjectOwner", "navigation", "onSessionChange", "stored", "tokens", "withTokenStore"]

const isCall = (member: unknown) => typeof member === "function" || Effect.isEffect(member)

/** All calls of a client by their paths. */
const pathsOf = (client: Client.ClientCalls): ReadonlyArray<string> =>
  Object.entries(client)
    .filter(([name]) => !noCalls.includes(name))
    .flatMap(([name, member]) =>
      isCall(member) ? [name] : typeof member === "object" ? Object.keys(member).map((inner) => `${name}.${inner}`) : []
    )

type AnyQuery = ClientQuery<unknown, unknown>

/** A cache over a client, with a subscriber of every query. */
const watchQueries = (client: Client.ClientCalls, queries: ReadonlyArray<AnyQuery>) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    const cache = makeTierCache(
      Client.Client,
      {
        runFork: (effect, options) =>
          Effect.runForkWith(context)(Effect.provideService(effect, Client.Client, client), options)
      },
      clientTable
    )
    const fresh = (query: AnyQuery) => Effect.exit(Effect.provideService(query.effect, Client.Client, client))
    const watch = (query: AnyQuery) =>
      Effect.gen(function* () {
        cache.subscribe(query, () => {})
        yield* through(Effect.exit(cache.get(query)))
      })
    yield* Effect.forEach(queries, watch)
    const written = new Set<string>()

    /** Makes a write, compares, and returns the result of the write. */
    const write = <A, E>(path: string, call: (client: Client.ClientCalls) => Effect.Effect<A, E>) =>
      Effect.gen(function* () {
        const before = yield* Effect.forEach(queries, fresh)
        const { promise } = cache.run(Effect.flatMap(Client.Client, call))
        const response = yield* through(Effect.flatten(Effect.promise(() => promise)))
        const after = yield* Effect.forEach(queries, fresh)
        const changed = queries.filter((_, index) => JSON.stringify(before[index]) !== JSON.stringify(after[index]))
        queries.forEach((query, index) => {
          // A read that would fail because the user left is not repeated.
          if (Exit.isSuccess(after[index] ?? Exit.void)) {
            assert.deepStrictEqual(cache.read(query).exit, after[index], `${query.key} after ${path}`)
          }
        })
        const stated = clientTable.writes[path]
        if (stated !== undefined) {
          assert.isNotEmpty(changed, `${path} changes something`)
          changed.forEach(({ name }) => assert.include([...stated.changes, stated.replaces], name))
        }
        written.add(path)
        return response
      })
    return { cache, write, watch, written }
  })

/** Registers a passkey beside the others, with an authenticator of its own. */
const addPasskey = ({ registerPasskey }: Pick<Client.ClientCalls, "registerPasskey">) =>
  keyOf().use(registerPasskey({ hostname: "localhost", add: true }))

describe("the cache rules of the client calls", () => {
  it.effect("cover every call of the client", () =>
    Effect.gen(function* () {
      const paths = pathsOf(yield* Client.Client)
      assert.sameMembers(
        rulesByPath(clientRules).map(([path]) => path),
        [...paths]
      )
    }).pipe(withUsers())
  )

  it("let a write change only reads that are cached", () => {
    const { reads, user, writes } = clientTable
    for (const [path, { changes, replaces = user }] of Object.entries(writes)) {
      assert.includeMembers([...reads], [...changes, replaces], path)
    }
  })

  it.effect("match what each write changes at the service", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const other = yield* as(bob)
      const crew = yield* client.teams.create({ displayName: "Crew" })
      const theirs = yield* other.teams.create({ displayName: "Theirs" })
      yield* other.teams.inviteUser(theirs.id, { email: ada.email, callbackUrl: CALLBACK })
      const {
        codes: [code = ""]
      } = yield* (yield* Testing.Mailbox).next({ to: ada.email })
      const guild = yield* other.teams.create({ displayName: "Guild" })
      const received = yield* other.teams.inviteUser(guild.id, { email: ada.email, callbackUrl: CALLBACK })
      yield* verifyAddressOf(client)
      yield* client.teams.inviteUser(crew.id, { email: bob.email, callbackUrl: CALLBACK })
      const invited = yield* (yield* Testing.Mailbox).next({ to: bob.email })
      yield* other.acceptTeamInvitation(invited.codes[0] ?? "")
      yield* addPasskey(client)
      const { oauthProviders } = (yield* Server.Server).ofUser(yield* idOf(client))
      const connected = { allowSignIn: true, allowConnectedAccounts: true }
      yield* oauthProviders.create({ providerId: "github", accountId: "octocat", ...connected })
      const queries = [
        userQuery,
        projectQuery,
        signedInQuery("passkeys.list"),
        signedInQuery("sessions.list"),
        signedInQuery("recoveryCodes.getState"),
        contactChannelsQuery,
        signedInQuery("auditLog.list", {}),
        signedInQuery("userApiKeys.list"),
        signedInQuery("oauthProviders.list"),
        signedInQuery("connectedAccounts.list"),
        teamsQuery,
        projectPermissionsQuery(),
        projectPermissionsQuery(false),
        receivedInvitationsQuery,
        ...[crew.id, theirs.id].flatMap((id) => [
          permissionsQuery(id),
          permissionsQuery(id, false),
          teamUsersQuery(id),
          teamMembersQuery(id),
          teamProfileQuery(id),
          teamInvitationsQuery(id),
          signedInQuery("teamApiKeys.list", id)
        ])
      ]
      const { write, written } = yield* watchQueries(client, queries)

      yield* write("updateUser", ({ updateUser }) => updateUser({ displayName: "Ada", selectedTeamId: crew.id }))
      const value = "lovelace@example.com"
      const channel = yield* write("contactChannels.create", ({ contactChannels }) =>
        contactChannels.create({ type: "email", value, usedForAuth: false })
      )
      yield* write("contactChannels.update", ({ contactChannels }) =>
        contactChannels.update(channel.id, { isPrimary: true })
      )
      yield* write("sendVerificationEmail", ({ sendVerificationEmail }) =>
        sendVerificationEmail({ callbackUrl: CALLBACK })
      )
      yield* write("contactChannels.sendVerificationEmail", ({ contactChannels }) =>
        contactChannels.sendVerificationEmail(channel.id, { callbackUrl: CALLBACK })
      )
      yield* write("contactChannels.remove", ({ contactChannels }) => contactChannels.remove(channel.id))
      yield* write("teams.create", ({ teams }) => teams.create({ displayName: "Second" }))
      yield* write("teams.update", ({ teams }) => teams.update(crew.id, { displayName: "Crew of two" }))
      yield* write("teams.updateProfile", ({ teams }) => teams.updateProfile(crew.id, { displayName: "Captain" }))
      const invitation = yield* write("teams.inviteUser", ({ teams }) =>
        teams.inviteUser(crew.id, { email: "guest@example.com", callbackUrl: CALLBACK })
      )
      yield* write("teams.revokeInvitation", ({ teams }) => teams.revokeInvitation(crew.id, invitation.id))
      const otherId = yield* idOf(other)
      yield* write("teams.changeRole", ({ teams }) => teams.changeRole(crew.id, otherId, "admin"))
      yield* write("teams.removeUser", ({ teams }) => teams.removeUser(crew.id, otherId))
      yield* write("verifyTeamInvitationCode", ({ verifyTeamInvitationCode }) => verifyTeamInvitationCode(code))
      yield* write("getTeamInvitationDetails", ({ getTeamInvitationDetails }) => getTeamInvitationDetails(code))
      yield* write("acceptTeamInvitation", ({ acceptTeamInvitation }) => acceptTeamInvitation(code))
      yield* write("teams.acceptInvitation", ({ teams }) => teams.acceptInvitation(received.id))
      const totpMultiFactorSecret = new Uint8Array(20)
      yield* write("updateUser", ({ updateUser }) => updateUser({ totpMultiFactorSecret }))
      yield* write("recoveryCodes.generate", ({ recoveryCodes }) => recoveryCodes.generate())
      yield* write("updateUser", ({ updateUser }) => updateUser({ totpMultiFactorSecret: null }))
      yield* write("registerPasskey", addPasskey)
      const [first, second] = yield* client.passkeys.list()
      yield* write("passkeys.rename", ({ passkeys }) => passkeys.rename(first?.id ?? "", "Phone"))
      yield* write("passkeys.remove", ({ passkeys }) => passkeys.remove(second?.id ?? ""))
      yield* write("passkeys.remove", ({ passkeys }) => passkeys.remove(first?.id ?? ""))
      yield* addPasskey(client)
      yield* write("updateUser", ({ updateUser }) => updateUser({ passkeyAuthEnabled: false }))
      const wanted = { description: "CI", expiresAt: null }
      const [account] = yield* client.oauthProviders.list()
      yield* write("oauthProviders.update", ({ oauthProviders }) =>
        oauthProviders.update(account?.id ?? "", { allowConnectedAccounts: false })
      )
      yield* write("oauthProviders.remove", ({ oauthProviders }) => oauthProviders.remove(account?.id ?? ""))
      const ofUser = yield* write("userApiKeys.create", ({ userApiKeys }) => userApiKeys.create(wanted))
      yield* write("userApiKeys.update", ({ userApiKeys }) => userApiKeys.update(ofUser.id, { description: "Laptop" }))
      yield* write("userApiKeys.revoke", ({ userApiKeys }) => userApiKeys.revoke(ofUser.id))
      const ofTeam = yield* write("teamApiKeys.create", ({ teamApiKeys }) => teamApiKeys.create(crew.id, wanted))
      yield* write("teamApiKeys.update", ({ teamApiKeys }) =>
        teamApiKeys.update(crew.id, ofTeam.id, { description: "Laptop" })
      )
      yield* write("teamApiKeys.revoke", ({ teamApiKeys }) => teamApiKeys.revoke(crew.id, ofTeam.id))
      yield* as(ada)
      const others = (yield* client.sessions.list()).filter(({ isCurrentSession }) => isCurrentSession !== true)
      yield* write("sessions.revoke", ({ sessions }) => sessions.revoke(others[0]?.id ?? ""))
      yield* as(ada)
      yield* write("sessions.revokeOthers", ({ sessions }) => sessions.revokeOthers())
      yield* as(ada)
      yield* write("updatePassword", ({ updatePassword }) =>
        updatePassword({ oldPassword: ada.password, newPassword: "another horse" })
      )
      yield* write("teams.leave", ({ teams }) => teams.leave(theirs.id))
      yield* write("teams.remove", ({ teams }) => teams.remove(crew.id))
      // The last one needs a browser.
      const elsewhere = ["approveCommandLineSignIn", "setPassword", "verifyEmail", "createProject", "callOAuthCallback"]
      assert.sameMembers(
        Object.keys(clientTable.writes).filter((path) => !written.has(path)),
        elsewhere
      )
    }).pipe(
      withUsers({ passkeyEnabled: true, allowUserApiKeys: true, allowTeamApiKeys: true, oauthProviders: [github] })
    )
  )

  it.effect("match what the approval of a sign-in on a command line changes", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const { write } = yield* watchQueries(client, [signedInQuery("auditLog.list", {})])
      const shown = yield* Deferred.make<string>()
      const polling = yield* Effect.forkChild(
        client.signInOnCommandLine({
          appUrl: "https://app.example.com",
          showUrl: (url) => Deferred.succeed(shown, new URL(url).searchParams.get("login_code") ?? "")
        })
      )
      const code = yield* Deferred.await(shown)
      yield* Fiber.interrupt(polling)
      yield* write("approveCommandLineSignIn", ({ approveCommandLineSignIn }) => approveCommandLineSignIn(code))
    }).pipe(withUsers())
  )

  it.effect("match what a first password changes", () =>
    Effect.gen(function* () {
      const { write } = yield* watchQueries(yield* withoutPassword("new@example.com"), [
        userQuery,
        contactChannelsQuery
      ])
      yield* write("setPassword", ({ setPassword }) => setPassword({ password: "correct horse" }))
    }).pipe(withUsers())
  )

  it.effect("match what a verified address changes", () =>
    Effect.gen(function* () {
      const mailbox = yield* Testing.Mailbox
      const client = yield* as(ada)
      const { write } = yield* watchQueries(client, [userQuery, contactChannelsQuery])
      yield* client.sendVerificationEmail({ callbackUrl: CALLBACK })
      const {
        codes: [code = ""]
      } = yield* mailbox.next({ to: ada.email })
      yield* write("verifyEmail", ({ verifyEmail }) => verifyEmail(code))
    }).pipe(withUsers())
  )

  it.effect("match what a new project changes", () =>
    Effect.gen(function* () {
      const { write } = yield* watchQueries(yield* as(ada), [userQuery, ownedProjectsQuery])
      yield* write("createProject", ({ createProject }) => createProject({ displayName: "First" }))
    }).pipe(
      Effect.provide(Testing.layer({ seed: { projects: [{ id: "internal", displayName: "Internal", users: [ada] }] } }))
    )
  )

  it.effect("refresh nothing after a write that the service rejected", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const { cache } = yield* watchQueries(client, [teamsQuery])
      const log = yield* Testing.RequestLog
      const before = (yield* log.entries).length
      const refused = cache.run(
        Effect.flatMap(Client.Client, ({ teams }) =>
          teams.update("cccccccc-cccc-4ccc-8ccc-cccccccccccc", { displayName: "Not mine" })
        )
      )
      const exit = yield* through(Effect.promise(() => refused.promise))
      assert.isTrue(Exit.isFailure(exit))
      yield* through(Effect.andThen(settle, settle))
      assert.strictEqual((yield* log.entries).length - before, 1)
    }).pipe(withUsers())
  )

  it.effect("refresh the reads after a write whose response was lost, which fails with its error", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const { cache } = yield* watchQueries(client, [teamsQuery])
      const faults = yield* Testing.Faults
      yield* faults.add({ kind: "truncate", path: "/api/v1/teams", times: 1 })
      const lost = cache.run(Effect.flatMap(Client.Client, ({ teams }) => teams.create({ displayName: "Crew" })))
      const exit = yield* through(Effect.promise(() => lost.promise))
      assert.isTrue(Exit.isFailure(exit))
      yield* through(Effect.sleep(1000))
      const { exit: known } = cache.read(teamsQuery)
      assert.deepStrictEqual(known && Exit.isSuccess(known) && known.value.map(({ displayName }) => displayName), [
        "Crew"
      ])
    }).pipe(withUsers())
  )

  it.effect("put the result of a direct read into the cache", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const { cache } = yield* watchQueries(client, [teamsQuery])
      yield* client.teams.create({ displayName: "Made elsewhere" })
      const { promise } = cache.run(Effect.flatMap(Client.Client, ({ teams }) => teams.list()))
      const exit = yield* through(Effect.promise(() => promise))
      assert.deepStrictEqual(cache.read(teamsQuery).exit, exit)
      assert.isTrue(Exit.isSuccess(exit) && exit.value.length === 1)
    }).pipe(withUsers())
  )
})
