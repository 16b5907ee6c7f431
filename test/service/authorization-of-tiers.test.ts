/**
 * Authorization tests of all tiers: each endpoint rejects a request that succeeds with the credentials of its tier if
 * it has other ones, and finds nothing with those of another project. These requests change nothing: the same request
 * succeeds afterwards.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { endpoints } from "../../core/api/endpoints.ts"
import type { Tier } from "../../core/schema/tier.ts"
import { asServer, type Headers, keys, PROJECT_ID, asOtherAdmin, asOtherClient, asOtherServer } from "./fixture.ts"
import { internalKeys, service, setUp } from "./setup/project.ts"
import {
  type TestRequestInput,
  headersOf,
  otherRequests,
  requestsInEveryTier,
  sendAsked
} from "./setup/successful-requests.ts"
import { readId, readAccessToken } from "./responses.ts"

const requests = { ...requestsInEveryTier, ...otherRequests }

/** Endpoints whose requests take a ceremony, a provider or the session of an owner. */
const elsewhere: ReadonlySet<string> = new Set([
  "POST /auth/impersonation/authorize",
  "POST /auth/passkey/register",
  "POST /auth/passkey/sign-in",
  "POST /connected-accounts/:user_id/:provider_id/access-token",
  "POST /connected-accounts/:user_id/:provider_id/:provider_account_id/access-token"
])

const names = [...new Set(endpoints.filter(({ tiers }) => tiers.length > 0).map(({ name }) => name))]
const cases = names.flatMap((name) => {
  const forms = endpoints.filter((endpoint) => endpoint.name === name)
  const [endpoint] = forms
  const given = requests[name]
  if (endpoint === undefined || given === undefined) return []
  return [{ name, endpoint, given, tiers: forms.flatMap(({ tiers }) => tiers) }]
})

const tierHeaders = {
  client: "x-stack-publishable-client-key",
  server: "x-stack-secret-server-key",
  admin: "x-stack-super-secret-admin-key"
} as const satisfies Readonly<Record<Tier, string>>
const allTiers = ["client", "server", "admin"] as const

const missing: Readonly<Record<Tier, string>> = {
  client: "CLIENT_AUTHENTICATION_REQUIRED",
  server: "SERVER_AUTHENTICATION_REQUIRED",
  admin: "ADMIN_AUTHENTICATION_REQUIRED"
}
const invalid: Readonly<Record<Tier, string>> = {
  client: "INVALID_PUBLISHABLE_CLIENT_KEY",
  server: "INVALID_SECRET_SERVER_KEY",
  admin: "INVALID_SUPER_SECRET_ADMIN_KEY"
}
const own: Readonly<Record<Tier, string>> = {
  client: keys.publishableClientKey,
  server: keys.secretServerKey,
  admin: keys.superSecretAdminKey
}
const ofInternal: Readonly<Record<Tier, string>> = {
  client: internalKeys.publishableClientKey,
  server: internalKeys.secretServerKey,
  admin: internalKeys.superSecretAdminKey
}

const KeySet = Schema.Struct({
  id: Schema.String,
  publishable_client_key: Schema.String,
  secret_server_key: Schema.String,
  super_secret_admin_key: Schema.String
})
const newKeys = Effect.fnUntraced(function* (expires_at_millis: number) {
  const json = yield* setUp("POST", "/internal/api-keys", {
    description: "Old",
    expires_at_millis,
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: true
  })
  const set = yield* Effect.orDie(Schema.decodeUnknownEffect(KeySet)(json))
  const byTier: Readonly<Record<Tier, string>> = {
    client: set.publishable_client_key,
    server: set.secret_server_key,
    admin: set.super_secret_admin_key
  }
  return { id: set.id, byTier }
})

const asInternalServer: Headers = {
  "x-stack-project-id": "internal",
  "x-stack-access-type": "server",
  "x-stack-secret-server-key": internalKeys.secretServerKey
}
/** Returns an access token. Without a password, whose hash takes most of the time of a test. */
const accessTokenOf = Effect.fnUntraced(function* (user_id: string, headers: Headers) {
  const json = yield* setUp("POST", "/auth/sessions", { user_id }, headers)
  return yield* readAccessToken(json)
})
const newAccessToken = (headers: Headers) =>
  setUp("POST", "/users", {}, headers).pipe(
    Effect.flatMap(readId),
    Effect.flatMap((id) => accessTokenOf(id, headers))
  )
const readUsers = Schema.decodeUnknownEffect(
  Schema.Struct({ items: Schema.NonEmptyArray(Schema.Struct({ id: Schema.String })) })
)

/** Credentials without access, and the access token of the owner. */
const foreignTokens = Effect.gen(function* () {
  const revoked = yield* newKeys(4e12)
  yield* setUp("PATCH", `/internal/api-keys/${revoked.id}`, { revoked: true })
  const expired = yield* newKeys(1)
  yield* TestClock.adjust(2)
  const { items } = yield* Effect.orDie(readUsers(yield* setUp("GET", "/users", undefined, asInternalServer)))
  return {
    revoked: revoked.byTier,
    expired: expired.byTier,
    owner: yield* accessTokenOf(items[0].id, asInternalServer),
    /** Of a user of the project `internal` who owns no project. */
    nonOwner: yield* newAccessToken(asInternalServer),
    /** Of a user of the project. */
    user: yield* newAccessToken(asServer)
  }
})

/** Returns the requests with wrong credentials, each with the expected code. */
const wrongCredentials = (
  tiers: ReadonlyArray<Tier>,
  asked: TestRequestInput,
  { expired, owner, revoked, nonOwner, user }: Effect.Success<typeof foreignTokens>
): ReadonlyArray<readonly [title: string, headers: Headers, code: string]> => {
  const isInternal = asked.project === "internal"
  const inTier = (tier: Tier) => {
    const { [tierHeaders[tier]]: _, ...keyless } = headersOf(tier, asked)
    const withKey = (key: string): Headers => ({ ...keyless, [tierHeaders[tier]]: key })
    const wrongKeys = [
      ["an unknown key", "unknown"],
      ["the key of another project", (isInternal ? own : ofInternal)[tier]],
      ...allTiers
        .filter((other) => other !== tier)
        .map((other) => [`the key of the tier ${other}`, own[other]] as const),
      ["a revoked key", revoked[tier]],
      ["an expired key", expired[tier]]
    ] as const
    return [
      ["no key", keyless, missing[tier]] as const,
      ...wrongKeys.map(([title, key]) => [`${title} as ${tier}`, withKey(key), invalid[tier]] as const)
    ]
  }
  const asOwner = (token: string): Headers => {
    const { "x-stack-super-secret-admin-key": _, ...keyless } = headersOf("admin", asked)
    return { ...keyless, "x-stack-admin-access-token": token }
  }
  const { "x-stack-access-type": _, ...withoutType } = headersOf(tiers[0] ?? "client", asked)
  return [
    ["no credentials", {}, "ACCESS_TYPE_REQUIRED"],
    ["a project alone", { "x-stack-project-id": PROJECT_ID }, "ACCESS_TYPE_REQUIRED"],
    ["no access type", withoutType, "PROJECT_KEY_WITHOUT_ACCESS_TYPE"],
    ...tiers.flatMap(inTier),
    ...allTiers
      .filter((tier) => !tiers.includes(tier))
      .map((tier) => [`the tier ${tier}`, headersOf(tier, asked), "INSUFFICIENT_ACCESS_TYPE"] as const),
    ["the token of a user who does not own the project", asOwner(nonOwner), "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"],
    ["the token of a user of the project", asOwner(user), "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"],
    ["an owner's token that was changed", asOwner(`${owner.slice(0, -8)}AAAAAAAA`), "UNPARSABLE_ADMIN_ACCESS_TOKEN"]
  ]
}

const headersOfOtherProject: Readonly<Record<Tier, Headers>> = {
  client: asOtherClient,
  server: asOtherServer,
  admin: asOtherAdmin
}

/** Matches an id or a code of this project in a request. */
const CREATED = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-z]{45}/
/** The id of a category is the same in all projects. */
const TRANSACTIONAL = "7bb82d33-2f54-4a3d-9d23-82739e0d66ef"

/** Sends the request with the credentials of another project, in the client tier as a user there. */
const sendFromOtherProject = Effect.fnUntraced(function* (
  endpoint: (typeof cases)[number]["endpoint"],
  tiers: ReadonlyArray<Tier>,
  asked: TestRequestInput
) {
  const named = JSON.stringify([asked.ids, asked.query, asked.body])
  const namesCreated = CREATED.test(named.replaceAll(TRANSACTIONAL, ""))
  for (const tier of tiers) {
    const headers = headersOfOtherProject[tier]
    const asUser =
      tier === "client" ? { ...headers, "x-stack-access-token": yield* newAccessToken(asOtherServer) } : headers
    const response = yield* sendAsked(endpoint, tier, asked, asUser)
    const title = `${tier}: ${response.status} ${response.text}`
    assert.isBelow(response.status, 500, title)
    // An empty list discloses as little as an error.
    if (namesCreated && !(endpoint.method === "GET" && response.status === 200))
      assert.isAtLeast(response.status, 400, title)
    if (response.status < 400) {
      const disclosed = [asked.user?.id, asked.user?.email, ...(asked.ids ?? []).filter((id) => CREATED.test(id))]
      for (const text of disclosed) if (text !== undefined) assert.notInclude(response.text, text, title)
      if (namesCreated) assert.deepInclude(response.json, { items: [] }, title)
    }
  }
})

/** Endpoints of the client tier that a secret in the request authorizes, and not the signed-in user. */
const authorizedBySecret: ReadonlySet<string> = new Set([
  "POST /auth/cli/complete",
  "POST /contact-channels/verify",
  "POST /contact-channels/verify/check-code",
  "POST /team-invitations/accept/check-code"
])
/** On the wire, a request without a user uses up the code of an invitation. */
const usesUpCode = "POST /team-invitations/accept"

describe("the credentials of a tier", () => {
  it("are tested with every endpoint", () => {
    const tested = new Set(cases.map(({ name }) => name))
    assert.sameMembers(
      names.filter((name) => !tested.has(name)),
      [...elsewhere]
    )
  })

  it.effect.each(cases)(
    "of the project are required by $name, and in the client tier a user",
    ({ endpoint, given, name, tiers }) =>
      Effect.gen(function* () {
        const others = yield* foreignTokens
        const asked = yield* given
        for (const [title, headers, code] of wrongCredentials(tiers, asked, others)) {
          const response = yield* sendAsked(endpoint, "client", asked, headers)
          assert.strictEqual(response.code, code, `${title}: ${response.status} ${response.text}`)
        }
        const { user, ...withoutUser } = asked
        const needsUser = tiers.includes("client") && user !== undefined && !authorizedBySecret.has(name)
        if (needsUser) {
          const response = yield* sendAsked(endpoint, "client", withoutUser)
          assert.isAtLeast(response.status, 400, response.text)
          assert.isBelow(response.status, 500, response.text)
        }
        if (asked.project === undefined) yield* sendFromOtherProject(endpoint, tiers, asked)
        if (name === usesUpCode) return
        for (const tier of tiers.slice(0, 1)) {
          const response = yield* sendAsked(endpoint, tier, asked)
          assert.strictEqual(response.status, endpoint.status, response.text)
        }
      }).pipe(Effect.provide(service))
  )
})
