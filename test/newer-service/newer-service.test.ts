/** The differences of the tiers with a service since Stack Auth 2.8. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { header } from "../../core/http/headers.ts"
import { Transport, type TransportResponse } from "../../core/http/transport.ts"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { hasExtension } from "../../core/schema/extension.ts"
import * as Testing from "../../testing/index.ts"
import * as Admin from "../../tiers/admin.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"
import { layerAlteredRequests } from "../tiers/altered-requests.ts"
import { NO_ID } from "../tiers/server/every-call.ts"
import { layerNewerService } from "./stand-in.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const service = Testing.layerService({ limits: "off", users: [ada] })

const overTransport = (transport: Layer.Layer<Transport, never, Transport>) =>
  Effect.provide(
    Layer.mergeAll(Testing.layerServer(), Testing.layerAdmin(), Testing.layerClient()).pipe(
      Layer.provideMerge(transport),
      Layer.provideMerge(service)
    )
  )

const withNewerService = overTransport(layerNewerService)

/** A service that refuses every call with a known error. */
const withKnownError = (code: string, status: number, details?: object) =>
  overTransport(
    Layer.succeed(
      Transport,
      Transport.of({
        send: () =>
          Effect.succeed({
            status,
            body: JSON.stringify({ code, error: "A message of the service.", ...(details && { details }) }),
            header: (name) => (name === header.knownError ? code : undefined)
          } satisfies TransportResponse)
      })
    )
  )

const github = { type: "standard", id: "github", enabled: true, clientId: "id", clientSecret: "secret" } as const

describe("the settings of a project at a newer service", () => {
  it.effect("are read, with a provider that this version does not know", () =>
    Effect.gen(function* () {
      const { config, userCount } = yield* (yield* Admin.Admin).getProject
      assert.isUndefined(userCount)
      assert.deepInclude(config.oauthProviders.at(-1), { id: "twitch", enabled: true })
    }).pipe(withNewerService)
  )

  it.effect("are changed, with the enabled providers only", () =>
    Effect.gen(function* () {
      const admin = yield* Admin.Admin
      const idsOf = ({ config }: AdminProject) => config.oauthProviders.map(({ id }) => id)
      const facebook = { ...github, id: "facebook", enabled: false }
      const changed = yield* admin.updateProject({
        displayName: "New name",
        config: { oauthProviders: [github, facebook] }
      })
      assert.strictEqual(changed.displayName, "New name")
      assert.deepStrictEqual(idsOf(changed), ["github", "twitch"])
      // A list without a provider disables it.
      assert.deepStrictEqual(idsOf(yield* admin.updateProject({ config: { oauthProviders: [] } })), ["twitch"])
    }).pipe(withNewerService)
  )

  it.effect("are deleted with the project", () =>
    Effect.gen(function* () {
      const admin = yield* Admin.Admin
      yield* admin.removeProject()
      assert.strictEqual((yield* Effect.flip(admin.getProject))._tag, "RequestError")
    }).pipe(withNewerService)
  )
})

describe("the permissions of a newer service", () => {
  it.effect("keep the absent fields of an update", () =>
    Effect.gen(function* () {
      const { permissionDefinitions, projectPermissionDefinitions } = yield* Admin.Admin
      for (const [definitions, prefix] of [
        [permissionDefinitions, "team"],
        [projectPermissionDefinitions, "project"]
      ] as const) {
        const [read, edit, write] = [`${prefix}:read`, `${prefix}:edit`, `${prefix}:write`]
        yield* definitions.create({ id: read, description: "Reads" })
        yield* definitions.create({ id: edit, description: "Edits", containedPermissionIds: [read] })
        const renamed = yield* definitions.update(edit, { id: write })
        assert.deepStrictEqual(renamed, { id: write, description: "Edits", containedPermissionIds: [read] })
        const described = yield* definitions.update(write, { description: "Writes" })
        assert.deepStrictEqual(described, { id: write, description: "Writes", containedPermissionIds: [read] })
        const emptied = yield* definitions.update(write, { containedPermissionIds: [] })
        assert.deepStrictEqual(emptied, { id: write, description: "Writes", containedPermissionIds: [] })
      }
    }).pipe(withNewerService)
  )
})

describe("a call that a newer service does not have", () => {
  it.effect("fails with an explanation", () =>
    Effect.gen(function* () {
      const { emailTemplates } = yield* Admin.Admin
      const failure = yield* Effect.flip(emailTemplates.list())
      assert.deepInclude(failure.reason, { _tag: "NotAvailable", cause: "server" })
      assert.strictEqual(failure.message, "GET /email-templates: Stack Auth since 2.8 does not have this call.")
    }).pipe(withNewerService)
  )

  it.effect("is an extension that its project does not list", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      assert.isFalse(hasExtension(yield* client.getProject, "recovery_codes"))
      const failure = yield* Effect.flip(client.recoveryCodes.getState())
      assert.strictEqual(failure._tag === "RequestError" && failure.reason._tag, "NotAvailable")
    }).pipe(withNewerService)
  )
})

/** A service that responds to every call with this status, and without a known error. */
const withStatus = (status: number) =>
  overTransport(
    Layer.succeed(
      Transport,
      Transport.of({
        send: () => Effect.succeed({ status, body: "", header: () => undefined } satisfies TransportResponse)
      })
    )
  )

describe("a call that a service has removed", () => {
  it.effect.each([404, 405])("fails with an explanation for status %i", (status) =>
    Effect.gen(function* () {
      const { emailTemplates } = yield* Admin.Admin
      const failure = yield* Effect.flip(emailTemplates.list())
      assert.deepInclude(failure.reason, { _tag: "NotAvailable", cause: "server" })
    }).pipe(withStatus(status))
  )

  it.effect("is one that every known service has, if the method is not allowed", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip((yield* Server.Server).users.get(NO_ID))
      if (failure._tag !== "RequestError") return assert.fail(failure._tag)
      assert.deepInclude(failure.reason, { _tag: "NotAvailable", cause: "server" })
      assert.strictEqual(failure.message, "GET /users/:user_id: this service does not have this call.")
    }).pipe(withStatus(405))
  )

  it.effect("is not one that every known service has, if only its subject is not found", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip((yield* Server.Server).users.get(NO_ID))
      if (failure._tag !== "RequestError") return assert.fail(failure._tag)
      assert.deepInclude(failure.reason, { _tag: "UnexpectedStatus", status: 404 })
    }).pipe(withStatus(404))
  )
})

describe("a user of a newer service", () => {
  it.effect("may have a permission that this version does not know", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      const ids = (yield* client.projectPermissions.list()).map(({ id }) => id)
      assert.deepStrictEqual(ids, ["$brand_new"])
    }).pipe(
      overTransport(
        Layer.provideMerge(
          layerAlteredRequests(/\/project-permissions\?/, (request, send) =>
            Effect.map(send(request), (response) => ({
              ...response,
              body: JSON.stringify({ items: [{ id: "$brand_new", user_id: "user", since: 1 }], is_paginated: false })
            }))
          ),
          layerNewerService
        )
      )
    )
  )

  it.effect("may have two accounts of one provider", () =>
    Effect.gen(function* () {
      const { users } = yield* Server.Server
      const { id } = yield* users.create({ primaryEmail: "bob@example.com" })
      const user = yield* users.get(id)
      assert.deepStrictEqual(
        user.oauthProviders.map(({ accountId }) => accountId),
        ["1", "2"]
      )
    }).pipe(
      overTransport(
        Layer.provideMerge(
          layerAlteredRequests(/\/users\//, (request, send) =>
            Effect.map(send(request), (response) => ({
              ...response,
              body: JSON.stringify({
                ...(JSON.parse(response.body) as object),
                oauth_providers: ["1", "2"].map((account_id) => ({ id: "github", account_id, email: null }))
              })
            }))
          ),
          layerNewerService
        )
      )
    )
  )

  it.effect("who is restricted is refused by a typed error", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip((yield* Client.Client).getProject)
      assert.strictEqual(failure._tag, "RequestError")
      if (failure._tag !== "RequestError" || failure.reason._tag !== "Refused") return assert.fail(failure._tag)
      assert.deepInclude(failure.reason.error, {
        _tag: "RestrictedUserNotAllowed",
        restrictedReason: { type: "email_not_verified" }
      })
    }).pipe(withKnownError("RESTRICTED_USER_NOT_ALLOWED", 403, { restricted_reason: { type: "email_not_verified" } }))
  )
})

describe("an error of a newer service", () => {
  it.effect("that this version does not know keeps its code and its message", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip((yield* Client.Client).getProject)
      if (failure._tag !== "RequestError" || failure.reason._tag !== "UnknownErrorCode") {
        return assert.fail(failure._tag)
      }
      assert.deepInclude(failure.reason, { code: "BRAND_NEW_ERROR", status: 418 })
      assert.strictEqual(failure.reason.reveal(), "A message of the service.")
    }).pipe(withKnownError("BRAND_NEW_ERROR", 418, { anything: [1] }))
  )

  it.effect("rejects a sign-up with the text of its rule", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(
        (yield* Client.Client).signUpWithCredential({
          email: "eve@example.com",
          password: "open sesame!",
          verificationCallbackUrl: "http://localhost/verify"
        })
      )
      assert.deepInclude(failure, { _tag: "SignUpRejected", explanation: "Use your work address." })
    }).pipe(withKnownError("SIGN_UP_REJECTED", 403, { message: "Use your work address." }))
  )
})
