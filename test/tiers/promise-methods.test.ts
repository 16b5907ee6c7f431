/** Further methods of the facade: passkeys, connected accounts, and the signed-in user of a server. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { OAuthConnectionDoesNotHaveRequiredScope, OAuthConnectionNotConnectedToUser } from "../../core/errors/oauth.ts"
import { layerTest, listen, Mailbox, type DevelopmentServices } from "../../service/index.ts"
import type { PasskeyOptions } from "../../tiers/calls/passkey.ts"
import { pagedUserCalls } from "../../tiers/calls/server/all-users.ts"
import * as Client from "../../tiers/client.ts"
import { clientAppOf } from "../../tiers/promise/client-app.ts"
import { AdminApp, ClientApp, createServerApp } from "../../tiers/promise/index.ts"
import { serverAppOf } from "../../tiers/promise/server-app.ts"
import { serverFacts } from "../../tiers/server-calls.ts"
import { makeOverFetch } from "../../tiers/tier.ts"
import { ada, keys, PROJECT_ID, seedWith } from "../service/fixture.ts"
import { Browser, embedded, grace, shared } from "../service/resources/oauth/browser.ts"
import { smtpServer } from "../service/smtp-servers.ts"
import { keyOf } from "./sign-in/authenticator.ts"

const bob = { email: "bob@example.com", password: "battery staple" }
const hostname = "localhost"
const callbackUrl = "http://localhost:3000/here"

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const config = { passkeyEnabled: true, clientUserDeletionEnabled: true, oauthProviders: [shared, embedded] }

/** A service on a port; a program may also run beside it. It stops after the test. */
const start = async (project: Parameters<typeof seedWith>[0] = {}) => {
  const scope = Scope.makeUnsafe()
  closing.push(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const service = layerTest({ seed: seedWith({ config, limits: "off", users: [ada, bob], ...project }) })
  const context = await Effect.runPromise(Layer.buildWithScope(Layer.orDie(service), scope))
  const run = <A>(program: Effect.Effect<A, unknown, DevelopmentServices | Scope.Scope>) =>
    Effect.runPromise(program.pipe(Effect.provideContext(context), Effect.provideService(Scope.Scope, scope)))
  const { url } = await run(listen({ port: 0 }))
  const options = { projectId: project.id ?? PROJECT_ID, ...keys, baseUrl: url, tokenStore: "memory" as const }
  /** Connects an account as the user of an app does in a browser. */
  const link = (accessToken: string | null) =>
    run(Effect.asVoid(new Browser().link("github", grace, accessToken ?? "", { provider_scope: "repo" })))
  return { options, run, link }
}

const NO_ID = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"

const { use } = keyOf()

/** Calls on a device with a key. */
const withKey = <Calls extends Client.ClientCalls>(calls: Calls): Calls => ({
  ...calls,
  signInWithPasskey: (options: PasskeyOptions) => use(calls.signInWithPasskey(options)),
  registerPasskey: (options: PasskeyOptions) => use(calls.registerPasskey(options)),
  as: (userId: string) => withKey(calls.as(userId))
})

describe("a passkey", () => {
  it("is registered by the signed-in user, and then signs them in", async () => {
    const { options } = await start()
    const app = clientAppOf(withKey(await Effect.runPromise(Client.make(options))))
    await app.signInWithCredential(ada)
    const user = await app.getUser({ or: "throw" })
    assert.deepStrictEqual(await user.registerPasskey({ hostname }), { status: "ok", data: undefined })
    await app.signOut()
    assert.deepStrictEqual(await app.signInWithPasskey({ hostname }), { status: "ok", data: undefined })
    assert.strictEqual((await app.getUser())?.primaryEmail, ada.email)
  })

  it("is one of several, which its user and a server list, rename and remove", async () => {
    const { options } = await start()
    const client = await Effect.runPromise(Client.make(options))
    const app = clientAppOf(client)
    await app.signInWithCredential(ada)
    const user = await app.getUser({ or: "throw" })
    for (const name of ["Phone", "Laptop"]) {
      await Effect.runPromise(keyOf().use(client.registerPasskey({ hostname, add: true, name })))
    }
    const [phone, laptop] = await user.listPasskeys()
    assert.deepStrictEqual([phone?.name, laptop?.name], ["Phone", "Laptop"])
    const renamed = await user.renamePasskey(phone?.id ?? "", "Old phone")
    assert.strictEqual(renamed.status === "ok" && renamed.data.name, "Old phone")
    const byServer = await createServerApp(options).getUser(user.id)
    assert.isUndefined(await byServer?.removePasskey(phone?.id ?? ""))
    assert.strictEqual((await user.removePasskey(phone?.id ?? ""))?._tag, "PasskeyNotFound")
    const gone = await user.renamePasskey(phone?.id ?? "", "x")
    assert.strictEqual(gone.status === "error" && gone.error._tag, "PasskeyNotFound")
    assert.deepStrictEqual(
      (await byServer?.listPasskeys())?.map(({ id }) => id),
      [laptop?.id]
    )
  })
})

describe("an API key", () => {
  const config = { clientTeamCreationEnabled: true, allowUserApiKeys: true, allowTeamApiKeys: true }
  const wanted = { description: "CI", expiresAt: null }

  it("is created, changed and revoked by its user and by a server, which finds the user by it", async () => {
    const { options } = await start({ config })
    const app = new ClientApp(options)
    await app.signInWithCredential(ada)
    const user = await app.getUser({ or: "throw" })
    const created = await user.createApiKey({ ...wanted, expiresAt: new Date(8e15) })
    assert.match(created.value, /^sk_/)
    assert.isTrue(created.isValid())
    await created.update({ description: "Laptop" })
    const server = createServerApp(options)
    const found = await server.getUser({ apiKey: created.value })
    assert.strictEqual(found?.id, user.id)
    const [listed] = (await found?.listApiKeys()) ?? []
    assert.deepInclude(listed, { description: "Laptop", value: { lastFour: created.value.slice(-4) } })
    const checked = await server.checkUserApiKey(created.value)
    if (checked.status === "error") return assert.fail(checked.error._tag)
    assert.strictEqual(checked.data.userId, user.id)
    await checked.data.revoke()
    assert.isNull(await server.getUser({ apiKey: created.value }))
    const refused = await server.checkUserApiKey(created.value)
    assert.strictEqual(refused.status === "error" && refused.error._tag, "ApiKeyRevoked")
    const [revoked] = await user.listApiKeys()
    assert.strictEqual(revoked?.whyInvalid(), "manually-revoked")
    const byServer = await found?.createApiKey({ ...wanted, isPublic: true })
    assert.match(byServer?.value ?? "", /^pk_/)
    await byServer?.revoke()
    assert.isTrue((await user.listApiKeys()).every((key) => !key.isValid()))
  })

  it("of a team is created, changed and revoked by a member and by a server, which finds the team by it", async () => {
    const { options } = await start({ config })
    const app = new ClientApp(options)
    await app.signInWithCredential(ada)
    const team = await (await app.getUser({ or: "throw" })).createTeam({ displayName: "Crew" })
    const created = await team.createApiKey(wanted)
    assert.isTrue(created.isValid())
    await created.update({ description: "Laptop" })
    const server = createServerApp(options)
    const found = await server.getTeam({ apiKey: created.value })
    assert.strictEqual(found?.displayName, "Crew")
    const [listed] = (await found?.listApiKeys()) ?? []
    assert.strictEqual(listed?.description, "Laptop")
    await listed?.revoke()
    assert.isNull(await server.getTeam({ apiKey: created.value }))
    const refused = await server.checkTeamApiKey(created.value)
    assert.strictEqual(refused.status === "error" && refused.error._tag, "ApiKeyRevoked")
    const other = await found?.createApiKey(wanted)
    const wrong = await server.checkUserApiKey(other?.value ?? "")
    assert.strictEqual(wrong.status === "error" && wrong.error._tag, "WrongApiKeyType")
    assert.isNull(await server.getUser({ apiKey: other?.value ?? "" }))
    assert.strictEqual((await team.listApiKeys()).length, 2)
  })
})

describe("the sessions of a user", () => {
  it("are listed and revoked by the user and by a server", async () => {
    const { options } = await start()
    const apps = [new ClientApp(options), new ClientApp(options), new ClientApp(options)]
    for (const app of apps) await app.signInWithCredential(ada)
    const [app] = apps
    const user = await app?.getUser({ or: "throw" })
    const sessions = (await user?.getActiveSessions()) ?? []
    assert.lengthOf(sessions, 3)
    const current = sessions.find(({ isCurrentSession }) => isCurrentSession)?.id ?? ""
    const other = sessions.find(({ id }) => id !== current)?.id ?? ""
    assert.strictEqual((await user?.revokeSession(current))?._tag, "CannotDeleteCurrentSession")
    assert.isUndefined(await user?.revokeSession(other))
    assert.strictEqual((await user?.revokeSession(other))?._tag, "SessionNotFound")
    await user?.revokeOtherSessions()
    const byServer = await createServerApp(options).getUser(user?.id ?? "")
    assert.deepStrictEqual(
      (await byServer?.getActiveSessions())?.map(({ id }) => id),
      [current]
    )
    await byServer?.revokeOtherSessions()
    assert.deepStrictEqual(await byServer?.getActiveSessions(), [])
  })
})

describe("the accounts of a user at providers", () => {
  it("are listed, changed and disconnected by the user", async () => {
    const { link, options } = await start()
    const app = new ClientApp(options)
    await app.signInWithCredential(ada)
    const user = await app.getUser({ or: "throw" })
    await link((await user.getAuthJson()).accessToken)
    const [account] = await user.listOAuthProviders()
    assert.deepInclude(account, { providerId: "github", allowSignIn: true, email: grace.address })
    assert.strictEqual((await user.getOAuthProvider(account?.id ?? ""))?.id, account?.id)
    assert.isNull(await user.getOAuthProvider(NO_ID))
    const [connected] = await user.listConnectedAccounts()
    assert.strictEqual(connected?.accountId, grace.address)
    assert.isNotEmpty((await connected?.getAccessToken({ scopes: ["repo"] }))?.accessToken)
    assert.isNull(await connected?.getAccessToken({ scopes: ["delete_repo"] }))
    assert.deepStrictEqual(await account?.update({ allowConnectedAccounts: false }), { status: "ok", data: undefined })
    assert.deepStrictEqual(await user.listConnectedAccounts(), [])
    assert.isNull(await connected?.getAccessToken())
    await account?.delete()
    assert.deepStrictEqual(await user.listOAuthProviders(), [])
    const gone = await account?.update({ allowSignIn: false })
    assert.strictEqual(gone?.status === "error" && gone.error._tag, "OAuthAccountNotFound")
    await user.linkConnectedAccount("github").then(
      () => assert.fail("it left without a page"),
      (error: unknown) => assert.deepInclude(error, { _tag: "BrowserRequired" })
    )
  })

  it("are created and changed by a server", async () => {
    const { options } = await start()
    const app = createServerApp(options)
    const [one, other] = await app.listUsers()
    const input = { providerId: "github", accountId: "octocat", allowSignIn: true, allowConnectedAccounts: false }
    const created = await one?.createOAuthProvider(input)
    if (created?.status !== "ok") return assert.fail("it was not created")
    assert.deepInclude(created.data, { ...input, userId: one?.id ?? "" })
    const taken = await other?.createOAuthProvider(input)
    assert.strictEqual(taken?.status === "error" && taken.error._tag, "OAuthProviderAccountIdAlreadyUsedForSignIn")
    await created.data.update({ accountId: "hubot" })
    assert.deepStrictEqual(
      (await one?.listOAuthProviders())?.map(({ accountId }) => accountId),
      ["hubot"]
    )
    await created.data.delete()
    assert.deepStrictEqual(await one?.listOAuthProviders(), [])
  })
})

describe("a connected account", () => {
  it("returns tokens of the provider, to its user and to a server", async () => {
    const { link, options } = await start()
    const app = new ClientApp(options)
    await app.signInWithCredential(ada)
    const user = await app.getUser({ or: "throw" })
    assert.isNull(await user.getConnectedAccount("github"))
    await link((await user.getAuthJson()).accessToken)
    const connection = await user.getConnectedAccount("github", { scopes: ["repo"] })
    assert.strictEqual(connection?.id, "github")
    assert.isNotEmpty((await connection?.getAccessToken())?.accessToken)
    assert.isNull(await user.getConnectedAccount("github", { scopes: ["delete_repo"] }))
    assert.strictEqual((await user.getConnectedAccount("github", { or: "throw" })).id, "github")
    const lacking = await user
      .getConnectedAccount("github", { or: "throw", scopes: ["delete_repo"] })
      .catch((error: unknown) => error)
    assert.instanceOf(lacking, OAuthConnectionDoesNotHaveRequiredScope)
    const { oauthProviders } = await app.getUser({ or: "throw" })
    assert.deepStrictEqual(oauthProviders, [{ id: "github", accountId: grace.address, email: grace.address }])
    assert.deepStrictEqual(
      (await app.getProject()).config.oauthProviders.map(({ id }) => id),
      ["github", "google"]
    )
    const server = createServerApp(options)
    const byId = await server.getUser(user.id)
    assert.strictEqual((await byId?.getConnectedAccount("github"))?.id, "github")
    await server.signInWithCredential(ada)
    const current = await server.getUser({ or: "throw" })
    assert.isNotEmpty((await (await current.getConnectedAccount("github"))?.getAccessToken())?.accessToken)
  })
})

describe("getConnectedAccount with the option throw", () => {
  it("rejects without a connected account", async () => {
    const { options } = await start()
    const app = new ClientApp(options)
    await app.signInWithCredential(ada)
    const user = await app.getUser({ or: "throw" })
    const byServer = await createServerApp(options).getUser(user.id)
    for (const owner of [user, byServer]) {
      const failure = await owner?.getConnectedAccount("github", { or: "throw" }).catch((error: unknown) => error)
      assert.instanceOf(failure, OAuthConnectionNotConnectedToUser)
    }
  })
})

const signIn = async (options: Parameters<typeof createServerApp>[0], credential = ada) => {
  const app = createServerApp(options)
  await app.signInWithCredential(credential)
  return { app, user: await app.getUser({ or: "throw" }) }
}

describe("the signed-in user of a server", () => {
  it("changes every field that a server may change", async () => {
    const { options } = await start()
    const { app, user } = await signIn(options)
    await user.update({ displayName: "Ada" })
    await user.setClientMetadata({ a: 1 })
    await user.setClientReadOnlyMetadata({ b: 2 })
    await user.setPrimaryEmail("ada@example.org", { verified: false })
    const changed = await app.getUser({ or: "throw" })
    assert.deepInclude(changed, {
      displayName: "Ada",
      clientMetadata: { a: 1 },
      clientReadOnlyMetadata: { b: 2 },
      primaryEmail: "ada@example.org"
    })
    assert.deepInclude(changed.toClientJson(), { display_name: "Ada", client_metadata: { a: 1 } })
    await user.setDisplayName("Lovelace")
    assert.strictEqual((await app.getUser())?.displayName, "Lovelace")
    assert.isUndefined(await user.sendVerificationEmail({ callbackUrl }))
    assert.deepStrictEqual(JSON.parse((await user.getAuthHeaders())["x-stack-auth"]), await user.getAuthJson())
    const other = await (await user.createSession({ expiresInMillis: 60_000 })).getTokens()
    assert.strictEqual((await app.getUser({ tokenStore: other }))?.id, user.id)
    await user.delete()
    assert.isNull(await app.getUser(user.id))
  })

  it("sets a first password", async () => {
    const { options } = await start()
    const app = createServerApp(options)
    const created = await app.createUser({ primaryEmail: "new@example.com", primaryEmailAuthEnabled: true })
    const tokenStore = await (await created.createSession()).getTokens()
    const user = await app.getUser({ tokenStore, or: "throw" })
    assert.isUndefined(await user.setPassword({ password: "open sesame!" }))
    assert.strictEqual(
      (await app.signInWithCredential({ email: "new@example.com", password: "open sesame!" })).status,
      "ok"
    )
  })

  it("has channels, teams and permissions", async () => {
    const { options } = await start()
    const { app, user } = await signIn(options)
    const made = await user.createContactChannel({ type: "email", value: "second@example.com", usedForAuth: false })
    assert.isUndefined(await made.sendVerificationEmail({ callbackUrl }))
    assert.sameMembers(
      (await user.listContactChannels()).map(({ value }) => value),
      [ada.email, "second@example.com"]
    )
    const team = await user.createTeam({ displayName: "Crew" })
    assert.deepStrictEqual(
      (await user.listTeams()).map(({ id }) => id),
      [team.id]
    )
    assert.strictEqual((await user.getTeam(team.id))?.displayName, "Crew")
    await user.setSelectedTeam(team)
    assert.strictEqual((await app.getUser())?.selectedTeam?.id, team.id)
    const profile = await user.getTeamProfile(team)
    await profile.update({ displayName: "Captain" })
    assert.strictEqual((await user.getTeamProfile(team)).displayName, "Captain")
    const admin = new AdminApp(options)
    await admin.createProjectPermissionDefinition({ id: "reader" })
    await admin.createProjectPermissionDefinition({ id: "staff", containedPermissionIds: ["reader"] })
    await user.grantPermission("staff")
    assert.deepStrictEqual(
      (await user.listPermissions()).map(({ id }) => id),
      ["reader", "staff"]
    )
    assert.deepStrictEqual(
      (await user.listPermissions({ recursive: false })).map(({ id }) => id),
      ["staff"]
    )
    assert.isTrue(await user.hasPermission("reader"))
    assert.deepStrictEqual(await user.getPermission("reader"), { id: "reader", userId: user.id })
    await user.revokePermission("staff")
    assert.isNull(await user.getPermission("reader"))
    assert.isFalse(await user.hasPermission("member"), "a permission of teams")
    await user.grantPermission(team, "member")
    assert.isTrue(await user.hasPermission(team, "$read_members"))
    assert.strictEqual((await user.getPermission(team, "member"))?.id, "member")
    await user.revokePermission(team, "member")
    assert.notInclude(
      (await user.listPermissions(team, { recursive: false })).map(({ id }) => id),
      "member"
    )
  })

  it("owns projects, as a user of the internal project", async () => {
    const { options } = await start({ id: "internal" })
    const { user } = await signIn(options)
    const { id } = await user.createProject({ displayName: "Mine" })
    assert.deepStrictEqual(
      (await user.listOwnedProjects()).map((project) => project.id),
      [id]
    )
  })

  it("registers a passkey on a page", async () => {
    const { options } = await start()
    const app = serverAppOf(withKey(await Effect.runPromise(makeOverFetch(serverFacts(pagedUserCalls), options))))
    await app.signInWithCredential(ada)
    const user = await app.getUser({ or: "throw" })
    assert.deepStrictEqual(await user.registerPasskey({ hostname }), { status: "ok", data: undefined })
    assert.isTrue((await app.getUser())?.passkeyAuthEnabled)
  })
})

describe("a project", () => {
  it("has domains, and lists what production mode does not allow", async () => {
    const { options } = await start()
    const app = new AdminApp(options)
    const project = await app.getProject()
    const domains = [{ domain: "http://app.example", handlerPath: "/handler" }]
    await project.update({ config: { domains, allowLocalhost: false } })
    assert.deepStrictEqual((await app.getProject()).config.domains, domains)
    const [error] = await project.getProductionModeErrors()
    assert.include(error?.message, "app.example")
    assert.isNotEmpty(error?.relativeFixUrl)
  })

  it("shows all keys of a set once, and revokes them", async () => {
    const { options } = await start()
    const app = new AdminApp(options)
    const made = await app.createApiKey({
      description: "All",
      expiresAt: new Date(Date.now() + 60_000),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: true
    })
    assert.match(made.publishableClientKey ?? "", /^pck_/)
    assert.match(made.superSecretAdminKey ?? "", /^sak_/)
    await made.revoke()
    assert.strictEqual((await app.listApiKeys()).find(({ id }) => id === made.id)?.whyInvalid(), "manually-revoked")
  })

  it("sends a test mail through a mail server", async () => {
    const { options, run } = await start()
    const app = new AdminApp(options)
    const { received, settings } = await run(smtpServer())
    const emailConfig = { ...settings, senderName: "Test", senderEmail: "mail@example.com" }
    const sent = await app.sendTestEmail({ recipientEmail: ada.email, emailConfig })
    assert.deepStrictEqual(sent, { status: "ok", data: undefined })
    assert.deepStrictEqual(
      received.map(({ to }) => to),
      [[ada.email]]
    )
    assert.lengthOf(await run(Mailbox.use(({ list }) => list())), 0)
  })
})
