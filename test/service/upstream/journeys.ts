/** Journeys of the published Stack Auth client against the service, for any version of the client. */
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { writeFileSync } from "node:fs"
import { listen, Mailbox, RequestLog, type ServiceOptions } from "../../../service/index.ts"
import { listOf } from "../breached-passwords/lists.ts"
import { ada, asClient, keys, PROJECT_ID, service } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { onlyLoopback, type UpstreamClient } from "./load-client.ts"
import { firstVersions, isSince } from "./published-versions.ts"
import {
  adminSince28,
  clientSince28,
  channelSince28,
  keySetsOf,
  serverSince28,
  teamSince28,
  userSince28
} from "./since-28.ts"

const bob = { email: "bob@example.com", password: "correct horse" }
/** Required outside a browser, where the client cannot derive it from the page. */
const verificationCallbackUrl = "http://localhost/verify"

/** An access token that expired, as far as the client can tell. */
const expiredToken = [{ alg: "ES256" }, { iat: 1, exp: 2, sub: "bob" }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".")

interface Apps {
  readonly client: UpstreamClient.StackClientApp<true>
  /** Makes a client without a publishable client key. */
  readonly clientWithoutKey: () => UpstreamClient.StackClientApp<true>
  readonly server: UpstreamClient.StackServerApp<true>
  readonly admin: UpstreamClient.StackAdminApp<true>
  /**
   * Returns the codes of the next mail to an address: the one to type first, if the mail has one, then the one of the
   * link.
   */
  readonly codesTo: (address: string) => Promise<ReadonlyArray<string>>
  /** Approves the sign-in of a link on a command line, as the page does. */
  readonly approve: (link: string, refreshToken: string) => Promise<unknown>
}

const config = {
  clientKeyRequired: false,
  clientTeamCreationEnabled: true,
  magicLinkEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true
}

/**
 * Runs the client's apps against a service on a port. Asserts that only the service was called, and that it answered
 * every request with success, apart from the expected errors.
 */
const withAppsOf =
  (upstream: () => typeof UpstreamClient) =>
  (run: (apps: Apps) => Promise<void>, expected: ReadonlyArray<string> = [], options: ServiceOptions = {}) =>
    Effect.gen(function* () {
      const sdk = upstream()
      const guard = yield* onlyLoopback
      const { url } = yield* listen({ port: 0 })
      const appOptions = {
        projectId: PROJECT_ID,
        publishableClientKey: keys.publishableClientKey,
        baseUrl: url,
        tokenStore: "memory",
        redirectMethod: "none",
        noAutomaticPrefetch: true
      } as const
      const { next } = yield* Mailbox
      yield* Effect.promise(() =>
        run({
          client: new sdk.StackClientApp(appOptions),
          clientWithoutKey: () => {
            const { publishableClientKey: _, ...withoutKey } = appOptions
            return new sdk.StackClientApp(withoutKey)
          },
          server: new sdk.StackServerApp({ ...appOptions, secretServerKey: keys.secretServerKey }),
          admin: new sdk.StackAdminApp({ ...appOptions, ...keys }),
          codesTo: (to) => Effect.runPromise(Effect.map(Effect.orDie(next({ to })), ({ codes }) => codes)),
          approve: (link, refresh_token) =>
            fetch(`${url}/api/v1/auth/cli/complete`, {
              method: "POST",
              headers: { ...asClient, "content-type": "application/json" },
              body: JSON.stringify({ login_code: new URL(link).searchParams.get("login_code"), refresh_token })
            })
        })
      )
      const sent = yield* guard.sent
      const served = yield* (yield* RequestLog).entries
      assert.deepStrictEqual(guard.refused, [])
      assert.strictEqual(sent, served.length)
      assert.deepStrictEqual(
        served
          .filter(({ status }) => status < 200 || status > 299)
          .map(({ code, method, route, status }) => `${method} ${route}: ${status} ${code}`),
        expected
      )
    }).pipe(Effect.scoped, Effect.provide(service({ config }, options)))

/** Declares the journeys of a version of the client, which is loaded before them. */
export const journeys = (version: string, load: Effect.Effect<typeof UpstreamClient, never, Scope.Scope>) => {
  const scope = Scope.makeUnsafe()
  let upstream: typeof UpstreamClient
  beforeAll(async () => {
    upstream = await Effect.runPromise(Scope.provide(load, scope))
  }, 60_000)
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const withApps = withAppsOf(() => upstream)
  const has = (journey: keyof typeof firstVersions) => isSince(version, firstVersions[journey])

  it.live("signs up, out and in again", () =>
    withApps(async ({ client }) => {
      assert.strictEqual((await client.signUpWithCredential({ ...bob, verificationCallbackUrl })).status, "ok")
      const user = await client.getUser({ or: "throw" })
      assert.strictEqual(user.primaryEmail, bob.email)
      assert.isFalse(user.primaryEmailVerified)
      assert.isTrue(user.hasPassword)
      await user.signOut()
      assert.isNull(await client.getUser())
      assert.strictEqual((await client.signInWithCredential(bob)).status, "ok")
      assert.strictEqual((await client.getUser({ or: "throw" })).id, user.id)
    })
  )

  it.live("recognizes the errors of sign-in and sign-up", () =>
    withApps(
      async ({ client }) => {
        const wrong = await client.signInWithCredential({ ...ada, password: "wrong horse" })
        assert.strictEqual(wrong.status === "error" && wrong.error.errorCode, "EMAIL_PASSWORD_MISMATCH")
        const taken = await client.signUpWithCredential({ ...ada, verificationCallbackUrl })
        assert.strictEqual(taken.status === "error" && taken.error.errorCode, "USER_EMAIL_ALREADY_EXISTS")
      },
      [
        "POST /api/v1/auth/password/sign-in: 400 EMAIL_PASSWORD_MISMATCH",
        "POST /api/v1/auth/password/sign-up: 409 USER_EMAIL_ALREADY_EXISTS"
      ]
    )
  )

  it.live("gets the refusal of a breached password as a result", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      writeFileSync(path("list.txt"), listOf([bob.password]))
      yield* withApps(
        async ({ client }) => {
          const breached = await client.signUpWithCredential({ ...bob, verificationCallbackUrl })
          assert.strictEqual(breached.status === "error" && breached.error.errorCode, "PASSWORD_REQUIREMENTS_NOT_MET")
          assert.match(breached.status === "error" ? breached.error.message : "", /has appeared in a data breach/)
        },
        ["POST /api/v1/auth/password/sign-up: 400 PASSWORD_REQUIREMENTS_NOT_MET"],
        { breachedPasswords: path("list.txt") }
      )
    }).pipe(Effect.scoped)
  )

  it.live("reads and updates its user, and reads the project", () =>
    withApps(async ({ client }) => {
      await client.signInWithCredential(ada)
      const user = await client.getUser({ or: "throw" })
      await user.update({ displayName: "Ada", clientMetadata: { theme: "dark" } })
      const updated = await client.getUser({ or: "throw" })
      assert.strictEqual(updated.displayName, "Ada")
      assert.deepStrictEqual(updated.clientMetadata, { theme: "dark" })
      const [channel] = await user.listContactChannels()
      assert.strictEqual(channel?.value, ada.email)
      await user.updatePassword({ oldPassword: ada.password, newPassword: "battery staple" })
      await user.signOut()
      assert.strictEqual((await client.signInWithCredential({ ...ada, password: "battery staple" })).status, "ok")
      const project = await client.getProject()
      assert.strictEqual(project.displayName, "Test")
      assert.isTrue(project.config.credentialEnabled)
    })
  )

  it.live("refreshes an expired access token", () =>
    withApps(async ({ client }) => {
      await client.signInWithCredential(ada)
      const { refreshToken } = await (await client.getUser({ or: "throw" })).getAuthJson()
      assert.isString(refreshToken)
      const tokenStore = { accessToken: expiredToken, refreshToken: refreshToken ?? "" }
      const user = await client.getUser({ or: "throw", tokenStore })
      assert.strictEqual(user.primaryEmail, ada.email)
      assert.notStrictEqual((await user.getAuthJson()).accessToken, expiredToken)
    })
  )

  it.live("creates a team, whose admin is its user", () =>
    withApps(async ({ client }) => {
      await client.signInWithCredential(ada)
      const user = await client.getUser({ or: "throw" })
      const team = await user.createTeam({ displayName: "Gardeners" })
      assert.deepStrictEqual(
        (await user.listTeams()).map(({ displayName }) => displayName),
        ["Gardeners"]
      )
      await team.update({ displayName: "Orchardists" })
      assert.strictEqual((await user.getTeam(team.id))?.displayName, "Orchardists")
      assert.isTrue(await user.hasPermission(team, "$delete_team"))
      assert.deepStrictEqual(
        (await team.listUsers()).map(({ id }) => id),
        [user.id]
      )
      await (await user.getTeamProfile(team)).update({ displayName: "Ada of the orchard" })
      assert.strictEqual((await user.getTeamProfile(team)).displayName, "Ada of the orchard")
      await user.setSelectedTeam(team)
      assert.strictEqual((await client.getUser({ or: "throw" })).selectedTeam?.id, team.id)
      await user.leaveTeam(team)
      assert.deepStrictEqual(await user.listTeams(), [])
    })
  )

  it.live("lists and finds users in the server tier", () =>
    withApps(async ({ client, server }) => {
      await client.signUpWithCredential({ ...bob, verificationCallbackUrl })
      const user = await client.getUser({ or: "throw" })
      assert.deepStrictEqual(
        (await server.listUsers()).map(({ primaryEmail }) => primaryEmail),
        [ada.email, bob.email]
      )
      const [first] = await server.listUsers({ limit: 1, orderBy: "signedUpAt", desc: true })
      assert.strictEqual(first?.primaryEmail, bob.email)
      const found = await server.listUsers({ query: "ada@" })
      assert.deepStrictEqual(
        found.map(({ primaryEmail }) => primaryEmail),
        [ada.email]
      )
      assert.strictEqual((await server.getUser(user.id))?.primaryEmail, bob.email)
      const { accessToken, refreshToken } = await user.getAuthJson()
      const tokenStore = { accessToken: accessToken ?? "", refreshToken: refreshToken ?? "" }
      assert.strictEqual((await server.getUser({ tokenStore }))?.id, user.id)
    })
  )

  it.live("reads a list of users page by page", () =>
    withApps(async ({ client, server }) => {
      await client.signUpWithCredential({ ...bob, verificationCallbackUrl })
      const first = await server.listUsers({ limit: 1, orderBy: "signedUpAt" })
      assert.isString(first.nextCursor)
      const second = await server.listUsers({ limit: 1, orderBy: "signedUpAt", cursor: first.nextCursor ?? "" })
      assert.deepStrictEqual(
        [...first, ...second].map(({ primaryEmail }) => primaryEmail),
        [ada.email, bob.email]
      )
      assert.isNull(second.nextCursor)
    })
  )

  it.live("creates, changes and deletes users and teams in the server tier", () =>
    withApps(async ({ server }) => {
      const { email: primaryEmail, password } = bob
      const made = await server.createUser({ primaryEmail, password, primaryEmailAuthEnabled: true })
      await made.setServerMetadata({ plan: "garden" })
      const [, found] = await server.listUsers()
      assert.deepStrictEqual(found?.serverMetadata, { plan: "garden" })
      const { refreshToken } = await (await made.createSession({})).getTokens()
      assert.isString(refreshToken)
      const team = await server.createTeam({ displayName: "Gardeners" })
      await team.addUser(made.id)
      assert.deepStrictEqual(
        (await team.listUsers()).map(({ id }) => id),
        [made.id]
      )
      await team.removeUser(made.id)
      await made.delete()
      await team.delete()
      assert.deepStrictEqual(
        (await server.listUsers()).map(({ primaryEmail }) => primaryEmail),
        [ada.email]
      )
      assert.deepStrictEqual(await server.listTeams(), [])
    })
  )

  it.live("signs in by a mailed code and by the code of the link", () =>
    withApps(async ({ client, codesTo }) => {
      const callbackUrl = "http://localhost/magic-link"
      const sent = await client.sendMagicLinkEmail(bob.email, { callbackUrl })
      const nonce = sent.status === "ok" ? sent.data.nonce : ""
      const [typed = ""] = await codesTo(bob.email)
      assert.strictEqual((await client.signInWithMagicLink(typed.toLowerCase() + nonce)).status, "ok")
      const user = await client.getUser({ or: "throw" })
      assert.deepInclude({ ...user }, { primaryEmail: bob.email, primaryEmailVerified: true, otpAuthEnabled: true })
      await user.signOut()
      await client.sendMagicLinkEmail(bob.email, { callbackUrl })
      const [, code = ""] = await codesTo(bob.email)
      assert.strictEqual((await client.signInWithMagicLink(code)).status, "ok")
      assert.strictEqual((await client.getUser({ or: "throw" })).id, user.id)
    })
  )

  it.live("verifies an email and resets a password by mailed codes, each once", () =>
    withApps(
      async ({ client, codesTo }) => {
        await client.signUpWithCredential({ ...bob, verificationCallbackUrl })
        const [verification = ""] = await codesTo(bob.email)
        assert.strictEqual((await client.verifyEmail(verification)).status, "ok")
        assert.isTrue((await client.getUser({ or: "throw" })).primaryEmailVerified)
        const sent = await client.sendForgotPasswordEmail(bob.email, { callbackUrl: "http://localhost/reset" })
        assert.strictEqual(sent.status, "ok")
        const [reset = ""] = await codesTo(bob.email)
        assert.strictEqual((await client.verifyPasswordResetCode(reset)).status, "ok")
        assert.strictEqual((await client.resetPassword({ password: "battery staple", code: reset })).status, "ok")
        assert.strictEqual((await client.signInWithCredential({ ...bob, password: "battery staple" })).status, "ok")
        const again = await client.resetPassword({ password: "battery staple 2", code: reset })
        assert.strictEqual(again.status === "error" && again.error.errorCode, "VERIFICATION_CODE_ALREADY_USED")
      },
      [
        // The reset has revoked the session, which the client notices at the next sign-in.
        "POST /api/v1/auth/password/sign-in: 401 ACCESS_TOKEN_EXPIRED",
        "POST /api/v1/auth/oauth/token: 401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
        "POST /api/v1/auth/password/reset: 409 VERIFICATION_CODE_ALREADY_USED"
      ]
    )
  )

  it.live("invites a user into a team, who accepts", () =>
    withApps(async ({ client, codesTo, server }) => {
      await client.signInWithCredential(ada)
      const team = await (await client.getUser({ or: "throw" })).createTeam({ displayName: "Gardeners" })
      await team.inviteUser({ email: bob.email, callbackUrl: "http://localhost/join" })
      const [invitation] = await team.listInvitations()
      assert.strictEqual(invitation?.recipientEmail, bob.email)
      const [code = ""] = await codesTo(bob.email)
      await client.signUpWithCredential({ ...bob, verificationCallbackUrl })
      assert.strictEqual((await client.verifyTeamInvitationCode(code)).status, "ok")
      const details = await client.getTeamInvitationDetails(code)
      assert.strictEqual(details.status === "ok" && details.data.teamDisplayName, "Gardeners")
      assert.strictEqual((await client.acceptTeamInvitation(code)).status, "ok")
      const user = await client.getUser({ or: "throw" })
      assert.deepStrictEqual(
        (await user.listTeams()).map(({ id }) => id),
        [team.id]
      )
      const member = await server.getUser(user.id)
      await member?.grantPermission(team, "admin")
      assert.isTrue(await user.hasPermission(team, "$delete_team"))
      await member?.revokePermission(team, "admin")
      assert.isFalse(await user.hasPermission(team, "$delete_team"))
    })
  )

  it.live("adds, changes and deletes contact channels", () =>
    withApps(async ({ client, server }) => {
      await client.signInWithCredential(ada)
      const user = await client.getUser({ or: "throw" })
      const made = await user.createContactChannel({ type: "email", value: "second@example.com", usedForAuth: false })
      await made.update({ usedForAuth: true })
      const owner = await server.getUser(user.id)
      const found = (await owner?.listContactChannels())?.find(({ value }) => value === "second@example.com")
      await found?.update({ isVerified: true })
      const [, second] = await user.listContactChannels()
      assert.deepInclude(
        { ...second },
        { value: "second@example.com", usedForAuth: true, isVerified: true, isPrimary: false }
      )
      await second?.delete()
      assert.lengthOf(await user.listContactChannels(), 1)
    })
  )

  it.live("changes a project and its permissions in the admin tier", () =>
    withApps(async ({ admin, client }) => {
      const project = await admin.getProject()
      await project.update({
        displayName: "Fernhill",
        config: { passkeyEnabled: true, domains: [{ domain: "https://fernhill.example", handlerPath: "/handler" }] }
      })
      const changed = await admin.getProject()
      assert.strictEqual(changed.displayName, "Fernhill")
      assert.deepInclude(
        { ...changed.config },
        { passkeyEnabled: true, domains: [{ domain: "https://fernhill.example", handlerPath: "/handler" }] }
      )
      assert.strictEqual((await client.getProject()).displayName, "Fernhill")
      await admin.createTeamPermissionDefinition({
        id: "prune",
        description: "Prunes",
        containedPermissionIds: ["member"]
      })
      await admin.updateTeamPermissionDefinition("prune", { description: "Prunes trees" })
      const [definition] = (await admin.listTeamPermissionDefinitions()).filter(({ id }) => id === "prune")
      assert.deepInclude({ ...definition }, { description: "Prunes trees", containedPermissionIds: ["member"] })
      await admin.deleteTeamPermissionDefinition("prune")
    })
  )

  it.live("creates and revokes a set of API keys of the project in the admin tier", () =>
    withApps(async ({ admin }) => {
      const { createKeySet, listKeySets } = keySetsOf(admin, isSince(version, "2.8"))
      const key = await createKeySet({
        description: "CI",
        expiresAt: new Date(Date.now() + 3_600_000),
        hasPublishableClientKey: true,
        hasSecretServerKey: false,
        hasSuperSecretAdminKey: false
      })
      assert.match(key.publishableClientKey ?? "", /^pck_/)
      const listed = (await listKeySets()).find(({ id }) => id === key.id)
      assert.isTrue(listed?.isValid())
      await listed?.revoke()
      const revoked = (await listKeySets()).find(({ id }) => id === key.id)
      assert.strictEqual(revoked?.whyInvalid(), "manually-revoked")
    })
  )

  // Later versions edit templates of another format.
  if (!isSince(version, "2.8.51")) {
    it.live("changes and resets an email template in the admin tier", () =>
      withApps(async ({ admin }) => {
        await admin.updateEmailTemplate("magic_link", {
          subject: "Hello",
          content: { root: { type: "EmailLayout", data: {} } }
        })
        const template = (await admin.listEmailTemplates()).find(({ type }) => type === "magic_link")
        assert.deepInclude({ ...template }, { subject: "Hello", isDefault: false })
        await admin.resetEmailTemplate("magic_link")
      })
    )
  }

  it.live.runIf(has("sessions: list and revoke"))("lists the sessions of its user and revokes one", () =>
    withApps(async ({ client, server }) => {
      await client.signInWithCredential(ada)
      const user = userSince28(await client.getUser({ or: "throw" }))
      const member = await server.getUser(user.id)
      await member?.createSession({})
      const sessions = await user.getActiveSessions()
      assert.lengthOf(sessions, 2)
      const other = sessions.find(({ isCurrentSession }) => !isCurrentSession)
      await user.revokeSession(other?.id ?? "")
      assert.deepStrictEqual(
        (await user.getActiveSessions()).map(({ isCurrentSession }) => isCurrentSession),
        [true]
      )
    })
  )

  it.live.runIf(has("API keys of users and teams"))(
    "creates API keys of a user and a team, which the server accepts until they are revoked",
    () =>
      withApps(
        async ({ client, server }) => {
          await client.signInWithCredential(ada)
          const current = await client.getUser({ or: "throw" })
          const user = userSince28(current)
          const key = await user.createApiKey({ description: "CI", expiresAt: null })
          assert.strictEqual((await serverSince28(server).getUser({ apiKey: key.value }))?.id, user.id)
          const [listed] = await user.listApiKeys()
          assert.isTrue(listed?.isValid())
          await listed?.revoke()
          assert.isNull(await serverSince28(server).getUser({ apiKey: key.value }))

          const team = await current.createTeam({ displayName: "Gardeners" })
          const ofTeam = await teamSince28(team).createApiKey({ description: "CI", expiresAt: null })
          assert.strictEqual((await serverSince28(server).getTeam({ apiKey: ofTeam.value }))?.id, team.id)
        },
        ["POST /api/v1/user-api-keys/check: 401 API_KEY_REVOKED"]
      )
  )

  it.live.runIf(has("sign-in on a command line"))(
    "signs in on a command line, in a session of its own that the user revokes",
    () =>
      withApps(
        async ({ approve, client }) => {
          await client.signInWithCredential(ada)
          const user = await client.getUser({ or: "throw" })
          const { refreshToken } = await user.getAuthJson()
          const result = await clientSince28(client).promptCliLogin({
            appUrl: "http://localhost:3000",
            promptLink: (link) => void approve(link, refreshToken ?? "")
          })
          if (result.status === "error") return assert.fail(result.error.errorCode)
          assert.notStrictEqual(result.data, refreshToken)
          const tokenStore = { accessToken: expiredToken, refreshToken: result.data }
          assert.strictEqual((await client.getUser({ or: "throw", tokenStore })).id, user.id)
          const sessions = await userSince28(user).getActiveSessions()
          const other = sessions.find(({ isCurrentSession }) => !isCurrentSession)
          await userSince28(user).revokeSession(other?.id ?? "")
          assert.isNull(await client.getUser({ tokenStore: { ...tokenStore, accessToken: `${expiredToken}x` } }))
        },
        [
          "POST /api/v1/auth/oauth/token: 401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
          "GET /api/v1/users/me: 400 CANNOT_GET_OWN_USER_WITHOUT_USER"
        ]
      )
  )

  it.live.runIf(has("project permissions"))("grants and revokes a permission of the project", () =>
    withApps(async ({ admin, client, server }) => {
      await adminSince28(admin).createProjectPermissionDefinition({ id: "write", description: "Writes" })
      await client.signInWithCredential(ada)
      const user = userSince28(await client.getUser({ or: "throw" }))
      assert.isFalse(await user.hasPermission("write"))
      const member = userSince28(await server.getUser(user.id))
      await member.grantPermission("write")
      assert.isTrue(await user.hasPermission("write"))
      await member.revokePermission("write")
      assert.isFalse(await user.hasPermission("write"))
    })
  )

  it.live.runIf(has("sign-in and refresh without a publishable client key"))(
    "signs in and refreshes without a publishable client key",
    () =>
      withApps(async ({ clientWithoutKey }) => {
        const client = clientWithoutKey()
        assert.strictEqual((await client.signInWithCredential(ada)).status, "ok")
        const { refreshToken } = await (await client.getUser({ or: "throw" })).getAuthJson()
        const tokenStore = { accessToken: expiredToken, refreshToken: refreshToken ?? "" }
        assert.strictEqual((await client.getUser({ or: "throw", tokenStore })).primaryEmail, ada.email)
      })
  )

  it.live.runIf(has("another primary address of the user"))(
    "chooses another primary address, which does not sign its user in",
    () =>
      withApps(
        async ({ client, codesTo }) => {
          await client.signInWithCredential(ada)
          const user = await client.getUser({ or: "throw" })
          await userSince28(user).update({ primaryEmail: bob.email })
          const changed = await client.getUser({ or: "throw" })
          assert.deepInclude({ ...changed }, { primaryEmail: bob.email, primaryEmailVerified: false })
          const channel = (await changed.listContactChannels()).find(({ isPrimary }) => isPrimary)
          await channelSince28(channel).sendVerificationEmail({ callbackUrl: verificationCallbackUrl })
          await client.verifyEmail((await codesTo(bob.email)).at(-1) ?? "")
          const refused = await client.signInWithCredential({ ...ada, email: bob.email })
          assert.strictEqual(refused.status === "error" && refused.error.errorCode, "EMAIL_PASSWORD_MISMATCH")
          assert.strictEqual((await client.signInWithCredential(ada)).status, "ok")
          assert.isTrue((await client.getUser({ or: "throw" })).primaryEmailVerified)
        },
        ["POST /api/v1/auth/password/sign-in: 400 EMAIL_PASSWORD_MISMATCH"]
      )
  )

  it.live.runIf(has("invitations of the user, accepted without the mail"))(
    "lists the invitations of its user, who accepts one without the mail",
    () =>
      withApps(async ({ client, server }) => {
        const team = await server.createTeam({ displayName: "Gardeners" })
        const { email: primaryEmail, password } = bob
        await server.createUser({ primaryEmail, password, primaryEmailAuthEnabled: true, primaryEmailVerified: true })
        await team.inviteUser({ email: primaryEmail, callbackUrl: "http://localhost/join" })
        await client.signInWithCredential(bob)
        const user = await client.getUser({ or: "throw" })
        const [invitation] = await userSince28(user).listTeamInvitations()
        assert.strictEqual(invitation?.teamDisplayName, "Gardeners")
        await invitation?.accept()
        assert.deepStrictEqual(
          (await user.listTeams()).map(({ id }) => id),
          [team.id]
        )
      })
  )
}
