/** Authentication of requests: keys, tokens and tiers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { decodeJwt } from "jose"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  keys,
  me,
  OTHER_PROJECT_ID,
  otherKeys,
  PROJECT_ID,
  send,
  service,
  signIn,
  USER_ID,
  withToken
} from "../fixture.ts"

const internalKeys = { publishableClientKey: "pck_of_internal", secretServerKey: "ssk_of_internal" }
const GONE_PROJECT_ID = "33333333-3333-4333-8333-333333333333"

const withInternal = service(
  {},
  {
    seed: {
      projects: [
        { id: PROJECT_ID, displayName: "Test", keys, users: [{ id: USER_ID, ...ada }] },
        { id: OTHER_PROJECT_ID, displayName: "Other", keys: otherKeys, users: [ada] },
        {
          id: "internal",
          displayName: "Internal",
          keys: internalKeys,
          users: [
            { ...ada, serverMetadata: { managedProjectIds: [PROJECT_ID, GONE_PROJECT_ID] } },
            { email: "bob@example.com", password: "correct horse" }
          ]
        }
      ]
    }
  }
)

const ownerOf = (email: string) =>
  Effect.map(
    signIn(
      { email, password: "correct horse" },
      {
        "x-stack-project-id": "internal",
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": internalKeys.publishableClientKey
      }
    ),
    (tokens) => tokens.access_token
  )

const get = (headers: Headers) => send("GET", "/api/v1/projects/current", { headers })

describe("the authentication of a request", () => {
  const wrong = "something-else"
  // Each request also has every mistake that is checked later.
  const cases: ReadonlyArray<readonly [string, Headers, number, string]> = [
    [
      "a malformed access token before anything else",
      { "x-stack-project-id": PROJECT_ID, "x-stack-access-token": wrong, "x-stack-access-type": wrong },
      401,
      "UNPARSABLE_ACCESS_TOKEN"
    ],
    [
      "a key without an access type",
      { "x-stack-publishable-client-key": wrong },
      400,
      "PROJECT_KEY_WITHOUT_ACCESS_TYPE"
    ],
    [
      "an admin token without an access type",
      { "x-stack-admin-access-token": wrong },
      400,
      "PROJECT_KEY_WITHOUT_ACCESS_TYPE"
    ],
    ["no credentials", {}, 400, "ACCESS_TYPE_REQUIRED"],
    ["a project id alone", { "x-stack-project-id": PROJECT_ID }, 400, "ACCESS_TYPE_REQUIRED"],
    ["an unknown access type", { "x-stack-access-type": "owner" }, 400, "INVALID_ACCESS_TYPE"],
    [
      "an access type without a project",
      { "x-stack-access-type": "server", "x-stack-admin-access-token": wrong },
      400,
      "ACCESS_TYPE_WITHOUT_PROJECT_ID"
    ],
    [
      "a wrong admin token before wrong keys",
      { ...asClient, "x-stack-publishable-client-key": wrong, "x-stack-admin-access-token": wrong },
      401,
      "UNPARSABLE_ADMIN_ACCESS_TOKEN"
    ],
    [
      "a missing publishable client key",
      { ...asClient, "x-stack-publishable-client-key": "" },
      401,
      "CLIENT_AUTHENTICATION_REQUIRED"
    ],
    [
      "a missing secret server key",
      { ...asServer, "x-stack-secret-server-key": "" },
      401,
      "SERVER_AUTHENTICATION_REQUIRED"
    ],
    [
      "a missing super secret admin key",
      { ...asAdmin, "x-stack-super-secret-admin-key": "" },
      401,
      "ADMIN_AUTHENTICATION_REQUIRED"
    ],
    [
      "a wrong publishable client key",
      { ...asClient, "x-stack-publishable-client-key": wrong },
      401,
      "INVALID_PUBLISHABLE_CLIENT_KEY"
    ],
    [
      "a wrong secret server key",
      { ...asServer, "x-stack-secret-server-key": wrong },
      401,
      "INVALID_SECRET_SERVER_KEY"
    ],
    [
      "a wrong super secret admin key",
      { ...asAdmin, "x-stack-super-secret-admin-key": wrong },
      401,
      "INVALID_SUPER_SECRET_ADMIN_KEY"
    ],
    [
      "a key of another project",
      { ...asServer, "x-stack-secret-server-key": otherKeys.secretServerKey },
      401,
      "INVALID_SECRET_SERVER_KEY"
    ],
    [
      "a key of another kind",
      { ...asServer, "x-stack-secret-server-key": keys.superSecretAdminKey },
      401,
      "INVALID_SECRET_SERVER_KEY"
    ],
    [
      "an unknown project",
      { ...asClient, "x-stack-project-id": "no-such-project" },
      401,
      "INVALID_PUBLISHABLE_CLIENT_KEY"
    ]
  ]
  it.effect.each(cases)("reports %s", ([, headers, status, code]) =>
    Effect.gen(function* () {
      const response = yield* get(headers)
      assert.deepStrictEqual([response.status, response.code], [status, code])
    }).pipe(Effect.provide(service()))
  )

  it.effect("checks only the key of the tier", () =>
    Effect.gen(function* () {
      const response = yield* get({ ...asServer, "x-stack-publishable-client-key": wrong })
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("returns error details in snake_case", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* get({ "x-stack-access-type": "admin" })).details, { request_type: "admin" })
      assert.deepStrictEqual((yield* get({ ...asClient, "x-stack-publishable-client-key": wrong })).details, {
        project_id: PROJECT_ID
      })
    }).pipe(Effect.provide(service()))
  )

  it.effect("verifies the access token on routes that need no user", () =>
    Effect.gen(function* () {
      const response = yield* get(withToken(wrong))
      assert.strictEqual(response.code, "UNPARSABLE_ACCESS_TOKEN")
    }).pipe(Effect.provide(service()))
  )

  it.effect("ignores an access token without a project", () =>
    Effect.gen(function* () {
      const response = yield* send("GET", "/api/v1/projects/current", { headers: { "x-stack-access-token": wrong } })
      assert.strictEqual(response.code, "ACCESS_TYPE_REQUIRED")
    }).pipe(Effect.provide(service()))
  )

  it.effect("does not accept a refresh token", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const response = yield* me({ ...asClient, "x-stack-refresh-token": refresh_token })
      assert.deepStrictEqual([response.status, response.code], [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("is skipped for the health check", () =>
    Effect.gen(function* () {
      const response = yield* send("GET", "/health", { headers: { ...asClient, "x-stack-access-token": wrong } })
      assert.deepStrictEqual([response.status, response.json], [200, { status: "ok" }])
      assert.strictEqual((yield* send("GET", "/health?db=1")).status, 200)
    }).pipe(Effect.provide(service()))
  )
})

describe("an owner's access token", () => {
  const without = { "x-stack-project-id": PROJECT_ID, "x-stack-access-type": "admin" }

  it.effect("gives admin access to a project of the owner without a key", () =>
    Effect.gen(function* () {
      const response = yield* get({ ...without, "x-stack-admin-access-token": yield* ownerOf(ada.email) })
      assert.strictEqual(response.status, 200)
      const asClientTier = { ...without, "x-stack-access-type": "client" }
      assert.strictEqual(
        (yield* get({ ...asClientTier, "x-stack-admin-access-token": yield* ownerOf(ada.email) })).status,
        200
      )
    }).pipe(Effect.provide(withInternal))
  )

  it.effect("gives no access to other projects", () =>
    Effect.gen(function* () {
      const token = yield* ownerOf(ada.email)
      const foreign = yield* get({
        ...without,
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-admin-access-token": token
      })
      assert.deepStrictEqual([foreign.status, foreign.code], [401, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"])
      const rejected = yield* get({ ...without, "x-stack-admin-access-token": yield* ownerOf("bob@example.com") })
      assert.strictEqual(rejected.code, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
    }).pipe(Effect.provide(withInternal))
  )

  it.effect("has to be of the internal project", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const response = yield* get({ ...without, "x-stack-admin-access-token": access_token })
      assert.strictEqual(response.code, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
    }).pipe(Effect.provide(withInternal))
  )

  it.effect("is refused once the owner is restricted", () =>
    Effect.gen(function* () {
      const token = yield* ownerOf(ada.email)
      const asOwner = (token: string) => ({ ...without, "x-stack-admin-access-token": token })
      assert.strictEqual((yield* get(asOwner(token))).status, 200)
      const internal = { "x-stack-project-id": "internal", "x-stack-access-type": "server" }
      const headers = { ...internal, "x-stack-secret-server-key": internalKeys.secretServerKey }
      const json = { restricted_by_admin: true }
      const id = decodeJwt(token).sub
      assert.strictEqual((yield* send("PATCH", `/api/v1/users/${id}`, { headers, json })).status, 200)
      assert.strictEqual((yield* get(asOwner(token))).code, "ADMIN_ACCESS_TOKEN_EXPIRED")
      const restricted = yield* get(asOwner(yield* ownerOf(ada.email)))
      assert.deepStrictEqual([restricted.status, restricted.code], [401, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"])
    }).pipe(Effect.provide(withInternal))
  )

  it.effect("expires with its own error code", () =>
    Effect.gen(function* () {
      const token = yield* ownerOf(ada.email)
      yield* TestClock.adjust("11 minutes")
      const response = yield* get({ ...without, "x-stack-admin-access-token": token })
      assert.deepStrictEqual([response.status, response.code], [401, "ADMIN_ACCESS_TOKEN_EXPIRED"])
      assert.deepStrictEqual(response.details, { expired_at_millis: 600_000 })
    }).pipe(Effect.provide(withInternal))
  )

  it.effect("is rejected for a deleted project", () =>
    Effect.gen(function* () {
      const response = yield* get({
        ...without,
        "x-stack-project-id": GONE_PROJECT_ID,
        "x-stack-admin-access-token": yield* ownerOf(ada.email)
      })
      assert.deepStrictEqual([response.status, response.code], [401, "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN"])
    }).pipe(Effect.provide(withInternal))
  )
})

describe("tiers", () => {
  it.effect("get their own form of a response", () =>
    Effect.gen(function* () {
      const client = yield* get(asClient)
      const admin = yield* get(asAdmin)
      assert.notProperty(client.json, "user_count")
      assert.propertyVal(admin.json, "user_count", 1)
    }).pipe(Effect.provide(service()))
  )
})
