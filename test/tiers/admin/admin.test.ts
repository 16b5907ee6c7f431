/** Reads and changes of a project with the admin tier. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Testing from "../../../testing/index.ts"
import * as Admin from "../../../tiers/admin.ts"
import { CALLBACK, NO_ID } from "../server/every-call.ts"
import { failureOf, withTiers } from "../server/fixture.ts"

const standardEmail = {
  type: "standard",
  host: "mail.example",
  port: 25,
  username: "user",
  senderName: "Sender",
  senderEmail: "sender@example.com"
} as const

describe("the project", () => {
  it.effect("is read and changed, with redacted and plain secrets", () =>
    Effect.gen(function* () {
      const admin = yield* Admin.Admin
      const provider = { type: "standard", id: "github", enabled: true, clientId: "id" } as const
      const changed = yield* admin.updateProject({
        displayName: "New name",
        description: undefined,
        config: {
          magicLinkEnabled: true,
          emailConfig: { ...standardEmail, password: "canary-mail" },
          oauthProviders: [{ ...provider, clientSecret: Redacted.make("canary-provider") }]
        }
      })
      assert.deepInclude(changed, { displayName: "New name", description: "" })
      assert.notInclude(JSON.stringify(changed), "canary")
      const { config } = yield* admin.getProject
      assert.isTrue(config.magicLinkEnabled)
      const [read] = config.oauthProviders
      assert.strictEqual(
        read?.type === "standard" && read.clientSecret && Redacted.value(read.clientSecret),
        "canary-provider"
      )
      assert.strictEqual(
        config.emailConfig.type === "standard" && Redacted.value(config.emailConfig.password),
        "canary-mail"
      )
      const oauthProviders = [provider, { type: "shared", id: "apple", enabled: true }] as const
      const failure = yield* Effect.flip(admin.updateProject({ config: { oauthProviders } }))
      assert.strictEqual(failure._tag, "RequestError")
      const shared = [
        { ...provider, clientSecret: "s" },
        { type: "shared", id: "apple", enabled: true }
      ] as const
      assert.strictEqual(
        yield* failureOf(admin.updateProject({ config: { oauthProviders: shared } })),
        "InvalidSharedOAuthProviderId"
      )
    }).pipe(withTiers())
  )

  it.effect("lists what production mode does not allow", () =>
    Effect.gen(function* () {
      const admin = yield* Admin.Admin
      const { id } = yield* Testing.TestProject
      const relativeFixUrl = `/projects/${id}/domains`
      const message = "Callback URLs on localhost are allowed: switch that off."
      assert.deepStrictEqual(yield* admin.getProductionModeErrors(), [{ message, relativeFixUrl }])
      const domains = [{ domain: "https://app.example", handlerPath: "/handler" }]
      yield* admin.updateProject({ config: { allowLocalhost: false, domains } })
      assert.deepStrictEqual(yield* admin.getProductionModeErrors(), [])
    }).pipe(withTiers())
  )

  it.effect("is deleted with its keys", () =>
    Effect.gen(function* () {
      const admin = yield* Admin.Admin
      yield* admin.removeProject()
      const failure = yield* Effect.flip(admin.getProject)
      assert.include(failure.message, "superSecretAdminKey")
    }).pipe(withTiers())
  )
})

describe("a set of keys", () => {
  it.effect("is shown in full once, then by its last four characters, and stays revoked", () =>
    Effect.gen(function* () {
      const { apiKeys } = yield* Admin.Admin
      const expiresAt = new Date(1000)
      const made = yield* apiKeys.create({
        description: "CI",
        expiresAt,
        hasPublishableClientKey: true,
        hasSecretServerKey: true,
        hasSuperSecretAdminKey: false
      })
      const key = made.secretServerKey ? Redacted.value(made.secretServerKey) : ""
      assert.match(key, /^ssk_/)
      const listed = (yield* apiKeys.list()).find(({ id }) => id === made.id)
      assert.deepStrictEqual(listed?.secretServerKey, { lastFour: key.slice(-4) })
      assert.isUndefined(listed?.superSecretAdminKey)
      assert.strictEqual((yield* apiKeys.update(made.id, { description: "CD" })).description, "CD")
      const revoked = yield* apiKeys.revoke(made.id)
      assert.deepStrictEqual(yield* apiKeys.get(made.id), revoked)
      assert.isNull(Admin.whyApiKeyInvalid(made, new Date(0)))
      assert.isTrue(Admin.isApiKeyValid(made, new Date(999)))
      assert.strictEqual(Admin.whyApiKeyInvalid(revoked, new Date(999)), "manually-revoked")
      assert.strictEqual(Admin.whyApiKeyInvalid(revoked, new Date(1000)), "expired")
      for (const call of [apiKeys.get(NO_ID), apiKeys.revoke(NO_ID), apiKeys.update(NO_ID, { description: "" })]) {
        assert.strictEqual(yield* failureOf(call), "ApiKeyNotFound")
      }
    }).pipe(withTiers())
  )

  it.effect("grants access until it expires or is revoked, which its validity shows", () =>
    Effect.gen(function* () {
      const admin = yield* Admin.Admin
      const make = (expiresAt: Date) =>
        admin.apiKeys.create({
          description: "",
          expiresAt,
          hasPublishableClientKey: false,
          hasSecretServerKey: false,
          hasSuperSecretAdminKey: true
        })
      const [short, long] = [yield* make(new Date(1000)), yield* make(new Date(9000))]
      const opens = (key: typeof short) =>
        Admin.Admin.pipe(
          Effect.flatMap(({ getProject }) => getProject),
          Effect.isSuccess,
          Effect.provide(Testing.layerAdmin({ superSecretAdminKey: key.superSecretAdminKey }))
        )
      assert.deepStrictEqual([yield* opens(short), yield* opens(long)], [true, true])
      yield* TestClock.adjust(1000)
      const now = new Date(1000)
      assert.deepStrictEqual([yield* opens(short), yield* opens(long)], [false, true])
      assert.deepStrictEqual([Admin.isApiKeyValid(short, now), Admin.isApiKeyValid(long, now)], [false, true])
      assert.isFalse(Admin.isApiKeyValid(yield* admin.apiKeys.revoke(long.id), now))
      assert.isFalse(yield* opens(long))
    }).pipe(withTiers())
  )
})

describe("the rest of a project", () => {
  it.effect("has email templates that are changed and reset", () =>
    Effect.gen(function* () {
      const { emailTemplates } = yield* Admin.Admin
      assert.deepStrictEqual(
        (yield* emailTemplates.list()).map(({ isDefault }) => isDefault),
        [true, true, true, true]
      )
      const changed = yield* emailTemplates.update("magic_link", { subject: "Your link", content: undefined })
      assert.deepInclude(changed, { subject: "Your link", isDefault: false })
      assert.deepStrictEqual(yield* emailTemplates.get("magic_link"), changed)
      yield* emailTemplates.reset("magic_link")
      assert.isTrue((yield* emailTemplates.get("magic_link")).isDefault)
    }).pipe(withTiers())
  )

  it.effect("has permissions that contain others", () =>
    Effect.gen(function* () {
      const { permissionDefinitions } = yield* Admin.Admin
      yield* permissionDefinitions.create({ id: "read" })
      yield* permissionDefinitions.create({ id: "write", description: "Writes", containedPermissionIds: ["read"] })
      const renamed = yield* permissionDefinitions.update("write", { id: "edit" })
      assert.deepInclude(renamed, { id: "edit", containedPermissionIds: ["read"] })
      assert.includeMembers(
        (yield* permissionDefinitions.list()).map(({ id }) => id),
        ["$update_team", "read", "edit"]
      )
      const containedPermissionIds = ["no_such"]
      const unknown = "ContainedPermissionNotFound"
      assert.strictEqual(yield* failureOf(permissionDefinitions.create({ id: "x", containedPermissionIds })), unknown)
      assert.strictEqual(yield* failureOf(permissionDefinitions.update("edit", { containedPermissionIds })), unknown)
      yield* permissionDefinitions.remove("edit")
      assert.strictEqual(yield* failureOf(permissionDefinitions.remove("edit")), "PermissionNotFound")
      const gone = permissionDefinitions.update("edit", { description: "Edits" })
      assert.strictEqual(yield* failureOf(gone), "PermissionNotFound")
    }).pipe(withTiers())
  )

  it.effect("has permissions of the project, whose absent fields an update keeps", () =>
    Effect.gen(function* () {
      const { ofUser, projectPermissionDefinitions, updateProject, users } = yield* Admin.Admin
      yield* projectPermissionDefinitions.create({ id: "read:all" })
      yield* projectPermissionDefinitions.create({
        id: "staff",
        description: "Works here",
        containedPermissionIds: ["read:all"]
      })
      const kept = { description: "Works here", containedPermissionIds: ["read:all"] }
      const renamed = yield* projectPermissionDefinitions.update("staff", { id: "crew" })
      assert.deepStrictEqual(renamed, { id: "crew", ...kept })
      const described = yield* projectPermissionDefinitions.update("crew", { description: "Sails" })
      assert.deepStrictEqual(described, { id: "crew", ...kept, description: "Sails" })
      const emptied = yield* projectPermissionDefinitions.update("crew", { containedPermissionIds: [] })
      assert.deepStrictEqual(emptied, { id: "crew", description: "Sails", containedPermissionIds: [] })
      const taken = failureOf(projectPermissionDefinitions.create({ id: "member" }))
      assert.strictEqual(yield* taken, "PermissionIdAlreadyExists")
      const unknown = failureOf(projectPermissionDefinitions.update("no_such", { id: "other" }))
      assert.strictEqual(yield* unknown, "PermissionNotFound")

      yield* updateProject({ config: { userDefaultPermissions: [{ id: "crew" }] } })
      const { projectPermissions } = ofUser((yield* users.create({ displayName: "Kay" })).id)
      assert.deepStrictEqual(
        (yield* projectPermissions.list()).map(({ id }) => id),
        ["crew"]
      )
      yield* projectPermissionDefinitions.remove("crew")
      assert.deepStrictEqual(yield* projectPermissions.list(), [])
    }).pipe(withTiers())
  )

  it.effect("has metrics, and a webhook token that is never printed", () =>
    Effect.gen(function* () {
      const admin = yield* Admin.Admin
      assert.strictEqual((yield* admin.getMetrics()).totalUsers, 2)
      const token = yield* admin.createSvixToken()
      assert.notInclude(JSON.stringify({ token }), Redacted.value(token))
    }).pipe(withTiers())
  )

  it.live("reports why a mail server rejected the test mail", () =>
    Effect.gen(function* () {
      const admin = yield* Admin.Admin
      const emailConfig = { ...standardEmail, host: "127.0.0.1", port: 1, password: "canary-password" }
      const failure = yield* Effect.flip(admin.sendTestEmail({ recipientEmail: "a@b.example", emailConfig }))
      assert.strictEqual(failure._tag, "TestEmailFailed")
      assert.isNotEmpty(failure.message)
      assert.notInclude(JSON.stringify(failure), "canary")
    }).pipe(withTiers())
  )

  it.effect("has all calls of the server tier", () =>
    Effect.gen(function* () {
      const { allTeams, users } = yield* Admin.Admin
      assert.lengthOf((yield* users.page()).items, 2)
      const { id } = yield* allTeams.create({ displayName: "Crew" })
      yield* allTeams.inviteUser(id, { email: "a@b.example", callbackUrl: CALLBACK })
    }).pipe(withTiers())
  )
})
