/** The signed-in user as an object with methods, as a program without Effect uses it. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { RequestError } from "../../../core/errors/request-error.ts"
import { type Fault, Faults, layerTest, listen, Mailbox, ProjectKeys } from "../../../service/index.ts"
import { AdminApp, type ClientApp, type ClientAppOptions, createClientApp } from "../../../tiers/promise/index.ts"
import { ada, bob, CALLBACK, NO_ID } from "./fixture.ts"

const projectId = "11111111-1111-4111-8111-111111111111"
const closing: Array<() => Promise<void>> = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A service on a port, which stops after the test: apps for it, its faults, and the codes of its mails. */
const start = async (id: string = projectId) => {
  const scope = Scope.makeUnsafe()
  closing.push(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const config = { clientTeamCreationEnabled: true, clientUserDeletionEnabled: true }
  const users = [
    { ...ada, displayName: "Ada" },
    { ...bob, emailVerified: true }
  ]
  const service = layerTest({ seed: { projects: [{ id, displayName: "Test", config, users, limits: "off" }] } })
  const { faults, key, mailbox, url } = await Effect.runPromise(
    Effect.gen(function* () {
      const [project] = yield* (yield* ProjectKeys).list
      const { url } = yield* listen({ port: 0 })
      return { url, key: project?.publishableClientKey, mailbox: yield* Mailbox, faults: yield* Faults }
    }).pipe(Effect.provideServiceEffect(Scope.Scope, Effect.succeed(scope)), (program) =>
      Effect.flatMap(Layer.buildWithScope(service, scope), (context) => Effect.provideContext(program, context))
    )
  )
  return {
    app: (options: Partial<ClientAppOptions> = {}) =>
      createClientApp({ projectId: id, publishableClientKey: key, baseUrl: url, tokenStore: "memory", ...options }),
    fault: (fault: Fault) => Effect.runPromise(faults.add(fault)),
    code: async (to: string) => (await Effect.runPromise(mailbox.next({ to }))).codes[0] ?? ""
  }
}

const signIn = async (app: ClientApp, credential = ada) => {
  await app.signInWithCredential(credential)
  return app.getUser({ or: "throw" })
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error
  )

describe("recovery codes", () => {
  it("are created as text for a user with a second factor, and complete a sign-in", async () => {
    const { app } = await start()
    const client = app()
    const user = await signIn(client)
    const refused = await user.generateRecoveryCodes()
    assert.strictEqual(refused.status === "error" && refused.error._tag, "MultiFactorAuthenticationNotEnabled")
    await user.update({ totpMultiFactorSecret: new Uint8Array(20) })
    const created = await user.generateRecoveryCodes()
    const [recoveryCode = ""] = created.status === "ok" ? created.data : []
    await client.signOut()
    const first = await client.signInWithCredential(ada)
    if (first.status === "ok" || first.error._tag !== "MultiFactorAuthenticationRequired") {
      return assert.fail("a second factor is required")
    }
    const { error } = first
    const wrong = await client.completeMultiFactor({ error, recoveryCode: "0000-0000-0000" })
    assert.strictEqual(wrong.status === "error" && wrong.error._tag, "InvalidRecoveryCode")
    assert.deepInclude(await client.completeMultiFactor({ error, recoveryCode }), { status: "ok" })
    const again = await client.getUser({ or: "throw" })
    assert.deepInclude(await again.getRecoveryCodesState(), { remaining: 9 })
  })
})

describe("the signed-in user", () => {
  it("is frozen data with methods, and serializes to the form of the wire", async () => {
    const { app } = await start()
    const user = await signIn(app())
    assert.isFrozen(user)
    assert.deepInclude(user, { primaryEmail: ada.email, displayName: "Ada", hasPassword: true, selectedTeam: null })
    assert.instanceOf(user.signedUpAt, Date)
    assert.deepInclude(user.toClientJson(), {
      id: user.id,
      primary_email: ada.email,
      signed_up_at_millis: user.signedUpAt.getTime(),
      requires_totp_mfa: false
    })
    assert.strictEqual(JSON.parse(JSON.stringify(user)).displayName, "Ada")
    user.signedUpAt.setTime(Number.NaN)
    assert.throws(() => user.toClientJson(), Error, "Schema validation failed")
  })

  it("changes at the service, and the object stays unchanged", async () => {
    const service = await start()
    const app = service.app()
    const user = await signIn(app)
    await user.update({ totpMultiFactorSecret: new Uint8Array(20), displayName: "Lovelace" })
    assert.strictEqual(user.displayName, "Ada")
    const again = await app.getUser({ or: "throw" })
    assert.deepInclude(again, { displayName: "Lovelace", isMultiFactorRequired: true })
    await again.update({ totpMultiFactorSecret: null })
    const team = await again.createTeam({ displayName: "Crew" })
    await again.setSelectedTeam(team)
    const selected = (await app.getUser({ or: "throw" })).selectedTeam
    await selected?.update({ displayName: "Crew & Co" })
    assert.strictEqual((await again.getTeam(team.id))?.displayName, "Crew & Co")
    await again.setSelectedTeam(null)
    assert.isNull((await app.getUser({ or: "throw" })).selectedTeam)
  })

  it("resolves with the error of a password", async () => {
    const { app } = await start()
    const user = await signIn(app())
    const { password: oldPassword } = ada
    const newPassword = "new horse battery"
    const wrong = await user.updatePassword({ oldPassword: "wrong horse", newPassword })
    assert.strictEqual(wrong?._tag, "PasswordConfirmationMismatch")
    assert.strictEqual((await user.updatePassword({ oldPassword, newPassword: "short" }))?._tag, "PasswordTooShort")
    const long = await user.updatePassword({ oldPassword, newPassword: "x".repeat(71) })
    assert.strictEqual(long?._tag, "PasswordTooLong")
    assert.isUndefined(await user.updatePassword({ oldPassword, newPassword }))
    assert.strictEqual((await user.setPassword({ password: "short" }))?._tag, "PasswordTooShort")
  })

  it("verifies an address, and is deleted", async () => {
    const { app: make, code } = await start()
    const app = make()
    const user = await signIn(app)
    assert.isUndefined(await user.sendVerificationEmail({ callbackUrl: CALLBACK }))
    assert.lengthOf(await code(ada.email), 45)
    await user.delete()
    assert.isNull(await app.getUser())
  })

  it("notifies listeners that a method waits for a retry", async () => {
    const { app, fault } = await start()
    const waiting = await new Promise<string>((resolve, reject) => {
      const listening = app({ onWaiting: ({ endpoint }) => resolve(endpoint) })
      signIn(listening)
        .then(async (user) => {
          await fault({ kind: "rateLimit", path: "/api/v1/teams", times: 1 })
          await user.listTeams()
        })
        .catch(reject)
    })
    assert.strictEqual(waiting, "GET /teams")
  })
})

describe("a contact channel", () => {
  it("is changed, verified and deleted by its methods", async () => {
    const { app, code } = await start()
    const user = await signIn(app())
    const value = "lovelace@example.com"
    const channel = await user.createContactChannel({ type: "email", value, usedForAuth: false })
    assert.isFrozen(channel)
    assert.isUndefined(await channel.sendVerificationEmail({ callbackUrl: CALLBACK }))
    assert.lengthOf(await code(value), 45)
    await channel.update({ isPrimary: true })
    const [first, second] = await user.listContactChannels()
    assert.deepEqual([first?.isPrimary, second?.isPrimary, second?.value], [false, true, value])
    await first?.update({ isPrimary: true })
    await channel.delete()
    assert.lengthOf(await user.listContactChannels(), 1)
  })
})

describe("a team", () => {
  it("invites, and adds the user who has the code", async () => {
    const { app, code } = await start()
    const owner = await signIn(app())
    const team = await owner.createTeam({ displayName: "Crew" })
    assert.isFrozen(team)
    await team.inviteUser({ email: bob.email, callbackUrl: CALLBACK })
    const invitation = await code(bob.email)

    const guest = app()
    const member = await signIn(guest, bob)
    assert.deepStrictEqual(await guest.verifyTeamInvitationCode(invitation), { status: "ok", data: undefined })
    const details = await guest.getTeamInvitationDetails(invitation)
    assert.strictEqual(details.status === "ok" && details.data.teamDisplayName, "Crew")
    assert.deepStrictEqual(await guest.acceptTeamInvitation(invitation), { status: "ok", data: undefined })
    const again = await guest.acceptTeamInvitation(invitation)
    assert.strictEqual(again.status === "error" && again.error._tag, "VerificationCodeAlreadyUsed")

    const profile = await member.getTeamProfile(team)
    await profile.update({ displayName: "Bobby" })
    const users = await team.listUsers()
    assert.deepStrictEqual(
      users.map(({ teamProfile }) => teamProfile.displayName),
      ["Ada", "Bobby"]
    )
    const memberId = users[1]?.id ?? ""
    const promoted = await team.changeRole(memberId, "admin")
    assert.deepInclude(promoted.status === "ok" && promoted.data, { role: "admin", primaryEmail: bob.email })
    assert.deepInclude(await team.changeRole(memberId, "member"), { status: "ok" })
    const last = await team.changeRole(users[0]?.id ?? "", "member")
    assert.deepInclude(last.status === "error" && last.error, { _tag: "LastTeamAdmin", teamId: team.id })
    assert.deepStrictEqual(
      (await team.listMembers()).map(({ primaryEmail, role }) => [primaryEmail, role]),
      [
        [ada.email, "admin"],
        [bob.email, "member"]
      ]
    )
    assert.isTrue(await member.hasPermission(team, "$read_members"))
    assert.isNull(await member.getPermission(team, "$update_team"))
    const direct = await member.listPermissions(team, { recursive: false })
    assert.deepStrictEqual(
      direct.map(({ id }) => id),
      ["member"]
    )
    await member.leaveTeam(team)
    assert.deepStrictEqual(await member.listTeams(), [])
  })

  it("lists its open invitations, which can be revoked, and is deleted", async () => {
    const { app } = await start()
    const user = await signIn(app())
    const team = await user.createTeam({ displayName: "Crew" })
    await team.inviteUser({ email: bob.email, callbackUrl: CALLBACK })
    const [invitation] = await team.listInvitations()
    assert.strictEqual(invitation?.recipientEmail, bob.email)
    assert.instanceOf(invitation?.expiresAt, Date)
    await invitation?.revoke()
    assert.deepStrictEqual(await team.listInvitations(), [])
    await team.delete()
    assert.isNull(await user.getTeam(team.id))
  })

  it("is joined by a user who received an invitation", async () => {
    const { app } = await start()
    const owner = await signIn(app())
    const team = await owner.createTeam({ displayName: "Crew" })
    await team.inviteUser({ email: bob.email, callbackUrl: CALLBACK })
    const user = await signIn(app(), bob)
    const [invitation] = await user.listTeamInvitations()
    assert.isFrozen(invitation)
    assert.deepInclude(invitation, { teamId: team.id, teamDisplayName: "Crew", recipientEmail: bob.email })
    await invitation?.accept()
    assert.deepStrictEqual(
      (await user.listTeams()).map(({ id }) => id),
      [team.id]
    )
    assert.deepStrictEqual(await user.listTeamInvitations(), [])
    assert.deepInclude(await rejection(invitation?.accept() ?? Promise.resolve()), { _tag: "VerificationCodeNotFound" })
  })

  it("rejects with the same error instances as the calls", async () => {
    const { app } = await start()
    const user = await signIn(app())
    assert.deepInclude(await rejection(user.leaveTeam({ id: NO_ID })), { _tag: "TeamMembershipNotFound" })
    assert.instanceOf(await rejection(user.leaveTeam({ id: "../me" })), RequestError)
    const team = await user.createTeam({ displayName: "Crew" })
    assert.include(
      String(await rejection(team.inviteUser({ email: bob.email }))),
      "Cannot invite user without a callback URL from the server or without a redirect method"
    )
  })
})

describe("data that the user owns", () => {
  it("includes projects, for users of the internal project", async () => {
    const { app } = await start("internal")
    const user = await signIn(app({ adminApp: AdminApp }))
    const { id } = await user.createProject({ displayName: "New" })
    assert.deepStrictEqual(
      (await user.listOwnedProjects()).map((project) => project.id),
      [id]
    )
  })

  it("includes projects only with the options for their apps", async () => {
    const { app } = await start("internal")
    const user = await signIn(app())
    for (const asked of [user.createProject({ displayName: "New" }), user.listOwnedProjects()]) {
      assert.deepInclude(await rejection(asked), { _tag: "ConfigurationError", option: "adminApp" })
    }
    assert.deepStrictEqual(await (await signIn(app({ adminApp: AdminApp }))).listOwnedProjects(), [])
  })

  it("includes accounts at providers", async () => {
    const { app } = await start()
    const user = await signIn(app())
    const failure = await rejection(user.getConnectedAccount("github"))
    assert.deepInclude(failure, { _tag: "OAuthProviderNotFoundOrNotEnabled" })
  })
})
