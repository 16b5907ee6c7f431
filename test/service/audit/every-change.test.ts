/** Every change through the API is in the audit log, in each tier. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { endpoints } from "../../../core/api/endpoints.ts"
import type { Tier } from "../../../core/schema/tier.ts"
import { isAudited } from "../../../service/audit/audited-endpoints.ts"
import { entryOf } from "./audit-fixture.ts"
import { service } from "../setup/project.ts"
import { otherRequests, requestsInEveryTier, sendAsked } from "../setup/successful-requests.ts"

/** Endpoints that other tests of the audit log send: they take several requests or a provider. */
const elsewhere: ReadonlySet<string> = new Set([
  "POST /auth/impersonation/authorize",
  "POST /auth/passkey/register",
  "POST /auth/passkey/sign-in",
  "GET /auth/oauth/callback/:provider_id",
  "POST /auth/oauth/callback/:provider_id",
  "POST /auth/oauth/token"
])

const requests = { ...requestsInEveryTier, ...otherRequests }

const audited = endpoints.filter(isAudited)

const cases = audited.flatMap((endpoint) => {
  const given = requests[endpoint.name]
  return given === undefined
    ? []
    : endpoint.tiers.map((tier) => ({ name: endpoint.name, method: endpoint.method, endpoint, given, tier }))
})

const actors: Readonly<Record<Tier, string>> = { client: "user", server: "server_key", admin: "admin_key" }

describe("the audit log", () => {
  it("is tested with every endpoint that changes something", () => {
    assert.deepStrictEqual(
      audited.map(({ name }) => name).filter((name) => requests[name] === undefined && !elsewhere.has(name)),
      []
    )
  })

  it.effect.each(cases)("has an entry for $name as $tier", ({ endpoint, given, tier }) =>
    Effect.gen(function* () {
      const asked = yield* given
      const response = yield* sendAsked(endpoint, tier, asked)
      assert.strictEqual(response.status, endpoint.status, response.text)
      const entry = yield* entryOf(response)
      assert.strictEqual(entry.action, endpoint.name)
      assert.strictEqual(entry.outcome, "succeeded")
      assert.strictEqual(entry.code, null)
      assert.strictEqual(entry.address, "127.0.0.1")
      const isAnonymous = tier === "client" && entry.actor.id === null
      assert.strictEqual(entry.actor.type, isAnonymous ? "anonymous" : actors[tier])
      if (tier !== "client") assert.match(entry.actor.id ?? "", /^[\da-f-]{36}$/)
      const targets: ReadonlyArray<string> = Object.values(entry.targets)
      for (const id of asked.ids ?? []) assert.include(targets, id)
      if (asked.user !== undefined) assert.property(entry.targets, "user_id")
      if (endpoint.method === "PATCH") {
        assert.includeMembers(
          [...entry.changedFields],
          Object.keys(asked.body ?? {}).filter((name) => name !== "config")
        )
      }
    }).pipe(Effect.provide(service))
  )
})
