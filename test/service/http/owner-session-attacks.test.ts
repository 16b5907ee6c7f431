/**
 * Attacks on the session of a project's owner: it has no cookies, ends at once, and opens the owner's projects only.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { decodeJwt } from "jose"
import { endpoints } from "../../../core/api/endpoints.ts"
import { entryOf } from "../audit/audit-fixture.ts"
import { readAccessToken } from "../responses.ts"
import {
  ada,
  type Headers,
  keys,
  OTHER_PROJECT_ID,
  otherKeys,
  PROJECT_ID,
  send,
  service,
  signIn,
  USER_ID
} from "../fixture.ts"

const password = "correct horse"
const internalKey = "pck_of_internal"

const withOwners = service(
  {},
  {
    seed: {
      projects: [
        { id: PROJECT_ID, displayName: "Test", keys, users: [{ id: USER_ID, ...ada }] },
        { id: OTHER_PROJECT_ID, displayName: "Other", keys: otherKeys, users: [ada] },
        {
          id: "internal",
          displayName: "Internal",
          keys: { publishableClientKey: internalKey, secretServerKey: "ssk_of_internal" },
          users: [
            { email: "owner@example.com", password, serverMetadata: { managedProjectIds: [PROJECT_ID] } },
            { email: "neighbor@example.com", password, serverMetadata: { managedProjectIds: [OTHER_PROJECT_ID] } },
            { email: "other@example.com", password }
          ]
        }
      ]
    }
  }
)

const asInternal: Headers = {
  "x-stack-project-id": "internal",
  "x-stack-access-type": "client",
  "x-stack-publishable-client-key": internalKey
}

const sessionOf = (email: string) => signIn({ email, password }, asInternal)

const withOwnerToken = (token: string): Headers => ({
  "x-stack-project-id": PROJECT_ID,
  "x-stack-access-type": "admin",
  "x-stack-admin-access-token": token
})

/** Replaces a part of the payload without a new signature. */
const forge = (token: string, changes: object): string => {
  const [header = "", payload = "", signature = ""] = token.split(".")
  const changed = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), ...changes }
  return [header, Buffer.from(JSON.stringify(changed)).toString("base64url"), signature].join(".")
}

const withoutSignature = (token: string): string => {
  const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url")
  return `${header}.${token.split(".")[1] ?? ""}.`
}

const adminEndpoints = endpoints.filter(({ tiers }) => tiers.some((tier) => tier === "admin"))

/** Sends a request to each endpoint of the admin tier. Returns those that were not refused for this reason. */
const notRefused = Effect.fnUntraced(function* (headers: Headers, codes: ReadonlyArray<string | undefined>) {
  const responses = yield* Effect.forEach(adminEndpoints, ({ method, path }) =>
    Effect.map(
      send(method, `/api/v1${path.replaceAll(/:\w+/g, USER_ID)}`, {
        headers,
        ...(method !== "GET" && { json: {} })
      }),
      ({ code, status }) => ({ endpoint: `${method} ${path}`, code, status })
    )
  )
  return responses.filter(({ code, status }) => !(status >= 400 && status < 500 && codes.includes(code)))
})

const change = (headers: Headers) =>
  send("PATCH", `/api/v1/users/${USER_ID}`, { headers, json: { server_metadata: { plan: "free" } } })

const readUser = Effect.map(
  send("GET", `/api/v1/users/${USER_ID}`, {
    headers: {
      "x-stack-project-id": PROJECT_ID,
      "x-stack-access-type": "server",
      "x-stack-secret-server-key": keys.secretServerKey
    }
  }),
  ({ text }) => text
)

describe("the session of an owner", () => {
  it.effect("is refused at every admin endpoint of a project that another owner owns", () =>
    Effect.gen(function* () {
      const before = yield* readUser
      assert.isAbove(adminEndpoints.length, 50)
      for (const email of ["neighbor@example.com", "other@example.com"]) {
        const { access_token } = yield* sessionOf(email)
        assert.deepStrictEqual(
          yield* notRefused(withOwnerToken(access_token), ["ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"]),
          [],
          email
        )
      }
      assert.strictEqual(yield* readUser, before)
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("is not that of a user of the project, nor one that was changed or not signed", () =>
    Effect.gen(function* () {
      const user = yield* signIn()
      const other = yield* sessionOf("other@example.com")
      const { access_token } = yield* sessionOf("owner@example.com")
      const owner = decodeJwt(access_token)
      const tokens = [
        user.access_token,
        user.refresh_token,
        forge(user.access_token, { aud: owner.aud, sub: owner.sub }),
        forge(other.access_token, { sub: owner.sub }),
        forge(access_token, { exp: 4_000_000_000 }),
        withoutSignature(access_token),
        ""
      ]
      const codes = [
        "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN",
        "UNPARSABLE_ADMIN_ACCESS_TOKEN",
        "ADMIN_AUTHENTICATION_REQUIRED"
      ]
      const before = yield* readUser
      for (const token of tokens) assert.deepStrictEqual(yield* notRefused(withOwnerToken(token), codes), [])
      assert.strictEqual(yield* readUser, before)
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("ends with its access token, and at once when the owner signs out or is no owner any more", () =>
    Effect.gen(function* () {
      const first = yield* sessionOf("owner@example.com")
      assert.strictEqual((yield* change(withOwnerToken(first.access_token))).status, 200)
      yield* TestClock.adjust("11 minutes")
      assert.strictEqual((yield* change(withOwnerToken(first.access_token))).code, "ADMIN_ACCESS_TOKEN_EXPIRED")

      const refreshed = yield* send("POST", "/api/v1/auth/sessions/current/refresh", {
        headers: { ...asInternal, "x-stack-refresh-token": first.refresh_token },
        json: {}
      })
      const access_token = yield* readAccessToken(refreshed.json)
      assert.strictEqual((yield* change(withOwnerToken(access_token))).status, 200)
      const left = yield* send("DELETE", "/api/v1/auth/sessions/current", {
        headers: { ...asInternal, "x-stack-access-token": access_token, "x-stack-refresh-token": first.refresh_token },
        json: {}
      })
      assert.strictEqual(left.status, 200, left.text)
      const after = yield* change(withOwnerToken(access_token))
      assert.strictEqual(after.code, "ADMIN_ACCESS_TOKEN_EXPIRED", after.text)

      const second = yield* sessionOf("owner@example.com")
      const removed = yield* send("PATCH", `/api/v1/users/${decodeJwt(second.access_token).sub}`, {
        headers: {
          "x-stack-project-id": "internal",
          "x-stack-access-type": "server",
          "x-stack-secret-server-key": "ssk_of_internal"
        },
        json: { server_metadata: { managedProjectIds: [] } }
      })
      assert.strictEqual(removed.status, 200, removed.text)
      assert.strictEqual((yield* change(withOwnerToken(second.access_token))).code, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("is no cookie: a page of another origin changes nothing", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* sessionOf("owner@example.com")
      const access = `["${refresh_token}","${access_token}"]`
      const cookie = `stack-refresh-internal--default=${refresh_token}; stack-access=${access}`
      const { "x-stack-admin-access-token": _, ...headers } = withOwnerToken(access_token)
      const sent = { ...headers, cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" }
      const before = yield* readUser
      assert.deepStrictEqual(yield* notRefused(sent, ["ADMIN_AUTHENTICATION_REQUIRED"]), [])
      assert.strictEqual(yield* readUser, before)
    }).pipe(Effect.provide(withOwners))
  )

  it.effect("is the actor of each change and of each refused attempt in the audit log", () =>
    Effect.gen(function* () {
      const { access_token } = yield* sessionOf("owner@example.com")
      const headers = withOwnerToken(access_token)
      const actor = { type: "owner", id: decodeJwt(access_token).sub }
      const changes = [
        ["POST", "/users", { primary_email: "noor@example.com" }],
        ["PATCH", `/users/${USER_ID}`, { display_name: "Ada" }],
        ["POST", "/teams", { display_name: "Crew" }],
        ["PATCH", "/projects/current", { display_name: "Test again" }],
        ["POST", "/team-permission-definitions", { id: "prune" }],
        ["PATCH", "/email-templates/magic_link", { subject: "Sign in" }],
        ["POST", "/webhooks/targets", { url: "https://app.example/webhooks" }],
        ["DELETE", `/users/${USER_ID}`, {}]
      ] as const
      for (const [method, path, json] of changes) {
        const response = yield* send(method, `/api/v1${path}`, { headers, json })
        assert.isBelow(response.status, 300, response.text)
        const entry = yield* entryOf(response)
        assert.deepStrictEqual([entry.actor, entry.outcome], [actor, "succeeded"], path)
      }
      const refused = yield* entryOf(yield* change(headers))
      assert.deepStrictEqual([refused.actor, refused.outcome, refused.code], [actor, "refused", "USER_NOT_FOUND"])
    }).pipe(Effect.provide(withOwners))
  )
})
