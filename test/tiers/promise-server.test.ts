/** The promise apps of the server and admin tiers. */
import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { RequestError } from "../../core/errors/request-error.ts"
import {
  AdminApp,
  ClientApp,
  createAdminApp,
  createClientApp,
  createServerApp,
  ServerApp
} from "../../tiers/promise/index.ts"
import { NO_ID } from "./server/every-call.ts"
import { startService } from "./start-service.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "battery staple" }
const projectId = "11111111-1111-4111-8111-111111111111"
const callbackUrl = "http://localhost/here"

/** The options of apps for each project of a service on a port. It stops after the test. */
const start = async () => {
  const { optionsOf } = await startService({
    projects: [
      { id: projectId, displayName: "Test", limits: "off", users: [ada, bob] },
      { id: "internal", displayName: "Internal", limits: "off", users: [ada] }
    ]
  })
  return { own: optionsOf(projectId), internal: optionsOf("internal") }
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail("it resolved"),
    (error: unknown) => error
  )

describe("a server's app", () => {
  it("finds any user by id, and returns null for an unknown id", async () => {
    const app = createServerApp((await start()).own)
    const [first] = await app.listUsers({ query: ada.email })
    assert.strictEqual((await app.getUser(first?.id ?? ""))?.primaryEmail, ada.email)
    assert.isNull(await app.getUser(NO_ID))
    assert.isNull(await app.getServerUserById(NO_ID))
    assert.instanceOf(await rejection(app.getUser("../users/me")), RequestError)
    assert.isNull(await app.getUser())
    assert.isNull(await app.getServerUser())
  })

  it("lists users in pages, and all of them in a loop", async () => {
    const app = createServerApp((await start()).own)
    const page = await app.listUsers({ limit: 1, orderBy: "signedUpAt", desc: false })
    assert.lengthOf(page, 1)
    const next = await app.listUsers({ limit: 1, cursor: page.nextCursor ?? "" })
    assert.isNull(next.nextCursor)
    const seen: Array<string | null> = []
    for await (const user of app.allUsers({ pageSize: 1 })) seen.push(user.primaryEmail)
    assert.deepStrictEqual(seen, [page[0]?.primaryEmail, next[0]?.primaryEmail])
  })

  it("changes a user by their methods", async () => {
    const { own } = await start()
    const app = createServerApp(own)
    const user = await app.createUser({ primaryEmail: "eve@example.com", primaryEmailAuthEnabled: true })
    await user.update({ displayName: "Eve", otpAuthEnabled: false })
    await user.setClientMetadata({ a: 1 })
    await user.setClientReadOnlyMetadata({ b: 2 })
    await user.setServerMetadata({ c: 3 })
    await user.setPrimaryEmail("eve@example.org", { verified: true })
    assert.isUndefined(await user.setPassword({ password: "open sesame!" }))
    assert.strictEqual((await user.updatePassword({ newPassword: "x".repeat(71) }))?._tag, "PasswordTooLong")
    assert.isUndefined(await user.updatePassword({ newPassword: "close sesame!" }))
    assert.strictEqual((await user.sendVerificationEmail({ callbackUrl }))?._tag, "EmailAlreadyVerified")
    const changed = await app.getUser(user.id)
    assert.deepInclude(changed, {
      displayName: "Eve",
      clientMetadata: { a: 1 },
      clientReadOnlyMetadata: { b: 2 },
      serverMetadata: { c: 3 },
      primaryEmail: "eve@example.org",
      primaryEmailVerified: true,
      hasPassword: true
    })
    assert.deepInclude(changed?.toClientJson(), { display_name: "Eve", server_metadata: { c: 3 } })
    assert.isTrue(Object.isFrozen(changed))
    assert.instanceOf(changed?.lastActiveAt, Date)
    changed?.lastActiveAt.setTime(Number.NaN)
    assert.throws(() => changed?.toClientJson(), Error, "Schema validation failed")
    await user.setDisplayName(null)
    assert.isNull((await app.getUser(user.id))?.displayName)
    await user.delete()
    assert.isNull(await app.getUser(user.id))
  })

  it("creates a session of a user", async () => {
    const { own } = await start()
    const app = createServerApp(own)
    const [user] = await app.listUsers({ query: ada.email })
    const session = await user?.createSession()
    const tokens = await session?.getTokens()
    const client = createClientApp({ ...own, tokenStore: tokens ?? null })
    assert.strictEqual((await client.getUser())?.id, user?.id)
    assert.strictEqual((await app.getUser({ tokenStore: tokens ?? null, or: "throw" })).id, user?.id)
  })

  it("reads and changes the channels, teams and permissions of any user", async () => {
    const app = createServerApp((await start()).own)
    const [user] = await app.listUsers({ query: ada.email })
    const [other] = await app.listUsers({ query: bob.email })
    if (user === undefined || other === undefined) return assert.fail("no users")
    const channel = await user.createContactChannel({ type: "email", value: "a@example.org", usedForAuth: false })
    await channel.update({ isVerified: true, isPrimary: true })
    assert.strictEqual((await channel.sendVerificationEmail({ callbackUrl }))?._tag, "EmailAlreadyVerified")
    assert.deepStrictEqual(
      (await user.listContactChannels()).map(({ isPrimary }) => isPrimary),
      [false, true]
    )
    await channel.delete()

    const team = await user.createTeam({ displayName: "Crew", serverMetadata: { a: 1 } })
    assert.instanceOf(team.createdAt, Date)
    await team.addUser(other.id)
    await team.update({ displayName: "The crew", clientReadOnlyMetadata: { b: 2 } })
    const members = await team.listUsers()
    assert.sameMembers(
      members.map(({ id }) => id),
      [user.id, other.id]
    )
    assert.property(members[0]?.teamProfile, "displayName")
    await members[0]?.setServerMetadata({ seen: true })
    assert.deepInclude(await team.changeRole(other.id, "admin"), { status: "ok" })
    assert.deepStrictEqual(
      (await team.listMembers()).map(({ role }) => role),
      ["admin", "admin"]
    )
    await team.changeRole(other.id, "member")
    assert.isFalse(await other.hasPermission(team, "$delete_team"))
    await other.grantPermission(team, "admin")
    assert.isTrue(await other.hasPermission(team, "$delete_team"))
    assert.strictEqual((await other.getPermission(team, "admin"))?.id, "admin")
    assert.includeMembers(
      (await other.listPermissions(team, { recursive: false })).map(({ id }) => id),
      ["admin"]
    )
    await other.revokePermission(team, "admin")
    assert.isFalse(await other.hasPermission(team, "$delete_team"))
    const profile = await other.getTeamProfile(team)
    await profile.update({ displayName: "Bobby" })
    assert.strictEqual((await other.getTeamProfile(team)).displayName, "Bobby")
    await other.setSelectedTeam(team)
    assert.strictEqual((await app.getUser(other.id))?.selectedTeam?.displayName, "The crew")
    await team.inviteUser({ email: "guest@example.com", callbackUrl })
    const [invitation] = await team.listInvitations()
    await invitation?.revoke()
    assert.lengthOf(await team.listInvitations(), 0)
    await other.leaveTeam(team)
    await other.setPrimaryEmail("other@example.com", { verified: true })
    await team.inviteUser({ email: "other@example.com", callbackUrl })
    const [received] = await other.listTeamInvitations()
    assert.strictEqual(received?.teamDisplayName, "The crew")
    await received?.accept()
    assert.lengthOf(await other.listTeams(), 1)
    await other.leaveTeam(team)
    await team.removeUser(user.id)
    assert.lengthOf(await team.listUsers(), 0)
    assert.deepStrictEqual(
      (await app.listTeams()).map(({ id }) => id),
      [team.id]
    )
    assert.isNull(await user.getTeam(team.id))
    await team.delete()
    assert.isNull(await app.getTeam(team.id))
    assert.strictEqual((await app.createTeam({ displayName: "X", creatorUserId: user.id })).displayName, "X")
    assert.lengthOf(await user.listTeams(), 1)
    assert.instanceOf(await rejection(user.getConnectedAccount("github")), Error)
  })

  it("has all members of a client app, for the signed-in user", async () => {
    const app = createServerApp((await start()).own)
    assert.containsAllKeys(
      app,
      Object.keys(new ClientApp({ projectId, publishableClientKey: "pck_1", tokenStore: null }))
    )
    assert.strictEqual((await app.signInWithCredential(ada)).status, "ok")
    const user = await app.getUser({ or: "throw" })
    await user.setServerMetadata({ a: 1 })
    assert.deepStrictEqual((await app.getUser())?.serverMetadata, { a: 1 })
    assert.isString((await user.currentSession.getTokens()).accessToken)
    const wrong = await user.updatePassword({ oldPassword: "wrong", newPassword: "a new horse" })
    assert.strictEqual(wrong?._tag, "PasswordConfirmationMismatch")
    assert.isUndefined(await user.updatePassword({ oldPassword: ada.password, newPassword: "a new horse" }))
    const team = await user.createTeam({ displayName: "Mine" })
    await user.leaveTeam(team)
    await user.signOut()
    assert.isNull(await app.getUser())
    assert.strictEqual((await app.getProject()).displayName, "Test")
  })
})

describe("an admin's app", () => {
  it("changes the project, with secrets as plain text", async () => {
    const { own } = await start()
    const app = createAdminApp(own)
    assert.containsAllKeys(app, Object.keys(new ServerApp(own)))
    const project = await app.getProject()
    assert.lengthOf(await project.getProductionModeErrors(), 1)
    const emailConfig = {
      type: "standard",
      host: "mail.example",
      port: 25,
      username: "user",
      password: "a password",
      senderName: "Sender",
      senderEmail: "sender@example.com"
    } as const
    const github = { type: "standard", id: "github", enabled: true, clientId: "id", clientSecret: "secret" } as const
    await project.update({ config: { allowLocalhost: false, emailConfig, oauthProviders: [github] } })
    const changed = await app.getProject()
    assert.deepStrictEqual(changed.config.emailConfig, emailConfig)
    assert.deepStrictEqual(changed.config.oauthProviders, [github])
    await changed.update({ config: { oauthProviders: changed.config.oauthProviders, emailConfig } })
    assert.deepStrictEqual((await app.getProject()).config, changed.config)
    assert.lengthOf(await changed.getProductionModeErrors(), 0)
    assert.lengthOf(await app.listUsers(), 2)
    await project.delete()
    assert.instanceOf(await rejection(app.getProject()), RequestError)
  })

  it("creates keys, shows them once and revokes them", async () => {
    const app = createAdminApp((await start()).own)
    const made = await app.createApiKey({
      description: "CI",
      expiresAt: new Date(Date.now() + 60_000),
      hasPublishableClientKey: false,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: false
    })
    assert.match(made.secretServerKey ?? "", /^ssk_/)
    assert.isTrue(made.isValid())
    assert.isNull(made.whyInvalid())
    const [listed] = await app.listApiKeys()
    assert.deepInclude(listed, {
      id: made.id,
      publishableClientKey: null,
      secretServerKey: { lastFour: (made.secretServerKey ?? "").slice(-4) },
      superSecretAdminKey: null,
      manuallyRevokedAt: null
    })
    await listed?.revoke()
    const [revoked] = await app.listApiKeys()
    assert.isFalse(revoked?.isValid())
    assert.strictEqual(revoked?.whyInvalid(), "manually-revoked")
    assert.instanceOf(revoked?.manuallyRevokedAt, Date)
  })

  it("has templates, permissions, webhooks, metrics and test mails", async () => {
    const app = createAdminApp((await start()).own)
    await app.updateEmailTemplate("magic_link", { subject: "Hello" })
    const template = (await app.listEmailTemplates()).find(({ type }) => type === "magic_link")
    assert.deepInclude(template, { subject: "Hello", isDefault: false })
    await app.resetEmailTemplate("magic_link")
    const definition = await app.createTeamPermissionDefinition({ id: "read", containedPermissionIds: [] })
    await app.updateTeamPermissionDefinition(definition.id, { description: "Reads" })
    const found = (await app.listTeamPermissionDefinitions()).find(({ id }) => id === "read")
    assert.strictEqual(found?.description, "Reads")
    await app.deleteTeamPermissionDefinition("read")
    await app.createProjectPermissionDefinition({ id: "staff", description: "Works here" })
    await app.createProjectPermissionDefinition({ id: "boss", containedPermissionIds: ["staff"] })
    await app.updateProjectPermissionDefinition("boss", { description: "Runs it" })
    await app.updateProjectPermissionDefinition("staff", { id: "crew" })
    assert.deepStrictEqual(await app.listProjectPermissionDefinitions(), [
      { id: "boss", description: "Runs it", containedPermissionIds: ["crew"] },
      { id: "crew", description: "Works here", containedPermissionIds: [] }
    ])
    await (await app.getProject()).update({ config: { userDefaultPermissions: [{ id: "boss" }] } })
    assert.deepStrictEqual((await app.getProject()).config.userDefaultPermissions, [{ id: "boss" }])
    const user = await app.createUser({ displayName: "Kay" })
    assert.isTrue(await user.hasPermission("crew"))
    await user.revokePermission("boss")
    assert.deepStrictEqual(await user.listPermissions(), [])
    await app.deleteProjectPermissionDefinition("boss")
    await app.deleteProjectPermissionDefinition("crew")
    assert.deepStrictEqual(await app.listProjectPermissionDefinitions(), [])
    assert.isNotEmpty(await app.createSvixToken())
    const url = "http://127.0.0.1:9/webhooks"
    const { secret, ...target } = await app.createWebhookTarget({ url, eventTypes: ["user.created"] })
    assert.match(secret, /^whsec_/)
    assert.deepStrictEqual(await app.listWebhookTargets(), [target])
    await app.updateWebhookTarget(target.id, { description: "Orders" })
    assert.notStrictEqual((await app.rotateWebhookSecret(target.id)).secret, secret)
    await app.createUser({ displayName: "Lee" })
    const [message] = await app.listWebhookMessages({ targetId: target.id })
    const id = message?.id ?? ""
    assert.strictEqual((await app.getWebhookMessage(id)).type, "user.created")
    await app.sendWebhookAgain(id, { unlessAttemptedAfter: new Date(0) })
    await app.deleteWebhookTarget(target.id)
    assert.deepStrictEqual(await app.listWebhookTargets(), [])
    assert.strictEqual((await app.getMetrics()).totalUsers, 4)
    const failed = await app.sendTestEmail({
      recipientEmail: "a@b.example",
      emailConfig: {
        host: "127.0.0.1",
        port: 1,
        username: "u",
        password: "p",
        senderName: "S",
        senderEmail: "s@example.com"
      }
    })
    assert.isNotEmpty(failed.status === "error" && failed.error.errorMessage)
  })
})

describe("the projects of a user of the internal project", () => {
  it("have an app that uses the user's session", async () => {
    const { internal } = await start()
    const dashboard = createClientApp({ ...internal, adminApp: AdminApp })
    await dashboard.signInWithCredential(ada)
    const user = await dashboard.getUser({ or: "throw" })
    const made = await user.createProject({ displayName: "Mine" })
    assert.containsAllKeys(made.app, Object.keys(dashboard))
    await made.update({ displayName: "Still mine" })
    const [listed] = await user.listOwnedProjects()
    assert.strictEqual(listed?.displayName, "Still mine")
    assert.lengthOf((await listed?.app.listUsers()) ?? [], 0)
    await listed?.app.createUser({ displayName: "First" })
    assert.strictEqual((await made.app.getProject()).userCount, 1)
    const again = createAdminApp({ ...internal, projectId: made.id, projectOwnerSession: dashboard.asProjectOwner })
    assert.strictEqual((await again.getProject()).id, made.id)
    await dashboard.signOut()
    const failure = await rejection(made.app.getProject())
    assert.strictEqual(failure instanceof RequestError && failure.reason._tag, "NotAvailable")
  })
})

describe("an app for servers", () => {
  it("has no members of a tier with more rights", async () => {
    const { own } = await start()
    const [client, server] = [createClientApp(own), createServerApp(own)]
    for (const name of ["listUsers", "createUser", "allUsers", "listTeams"]) assert.notProperty(client, name)
    for (const name of ["listApiKeys", "sendTestEmail", "getMetrics"]) assert.notProperty(server, name)
    // @ts-expect-error A client lists no users.
    assert.throws(() => client.listUsers(), TypeError)
    // @ts-expect-error A server makes no keys.
    assert.throws(() => server.createApiKey(), TypeError)
  })

  it("accepts redacted secrets wherever it accepts secrets", async () => {
    const app = createServerApp((await start()).own)
    const user = await app.createUser({
      primaryEmail: "eve@example.com",
      primaryEmailAuthEnabled: true,
      password: Redacted.make("open sesame!"),
      totpMultiFactorSecret: null
    })
    assert.isTrue(user.hasPassword)
    assert.strictEqual(
      (await app.signInWithCredential({ email: "eve@example.com", password: "open sesame!" })).status,
      "ok"
    )
  })
})
