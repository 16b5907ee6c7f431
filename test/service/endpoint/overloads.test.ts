/** Routes whose form differs by tier. */
import { assert, describe, it } from "@effect/vitest"
import { Array as Arrays, Effect } from "effect"
import { asAdmin, asClient, asServer, send, service } from "../fixture.ts"
import { handlers } from "../../../service/development.ts"
import { makeRouteTable } from "../../../service/http/route-table.ts"
import type { Tier } from "../../../core/schema/tier.ts"

const tiers: ReadonlyArray<readonly [Tier, Readonly<Record<string, string>>]> = [
  ["client", asClient],
  ["server", asServer],
  ["admin", asAdmin]
]

const NIL = "00000000-0000-0000-0000-000000000000"

/** Every route with tiers, once per method, with the tiers of all its forms. */
const routes = Object.entries(Arrays.groupBy(handlers, ({ method, path }) => `${method} ${path}`)).flatMap(
  ([name, forms]) => {
    const [method = "", path = ""] = name.split(" ")
    const allowed = forms.flatMap((form) => form.tiers)
    return allowed.length === 0 ? [] : [{ name, method, target: path.replaceAll(/:\w+/g, NIL), forms, allowed }]
  }
)

describe("a route with a form for each tier", () => {
  it("has one form per tier, so that no request matches two", () => {
    for (const { forms, name } of routes) {
      const claimed = forms.flatMap((form) => form.tiers)
      assert.strictEqual(new Set(claimed).size, claimed.length, name)
    }
    const [form] = handlers
    assert.throws(() => makeRouteTable(form === undefined ? [] : [form, form]), /implemented twice/)
  })

  it.effect.each(routes)(
    "lists the tiers of all its forms when the tier is too low: $name",
    ({ allowed, method, target }) =>
      Effect.gen(function* () {
        for (const [tier, headers] of tiers) {
          const { code, details, status } = yield* send(method, target, { headers, json: { "no such field": 1 } })
          if (allowed.includes(tier)) {
            assert.isFalse(code === "INSUFFICIENT_ACCESS_TYPE" || code === "ALL_OVERLOADS_FAILED", `${tier}: ${code}`)
            continue
          }
          assert.deepStrictEqual(
            [status, code, details],
            [401, "INSUFFICIENT_ACCESS_TYPE", { actual_access_type: tier, allowed_access_types: allowed }]
          )
        }
      }).pipe(Effect.provide(service()))
  )

  it.effect("reports mistakes against the form of the tier only", () =>
    Effect.gen(function* () {
      const update = (headers: Readonly<Record<string, string>>, json: unknown) =>
        send("PATCH", "/api/v1/users/me", { headers, json })
      const asUser = yield* update(asClient, { server_metadata: 1, no_such_field: 1 })
      assert.deepStrictEqual([asUser.status, asUser.code], [400, "SCHEMA_ERROR"])
      assert.include(asUser.error, "body.server_metadata: Unknown property")
      const asTheServer = yield* update(asServer, { server_metadata: 1, no_such_field: 1 })
      assert.strictEqual(asTheServer.code, "SCHEMA_ERROR")
      assert.notInclude(asTheServer.error, "server_metadata")
    }).pipe(Effect.provide(service()))
  )

  it.effect("requires a tier first", () =>
    Effect.gen(function* () {
      for (const { method, name, target } of routes) {
        const { code, status } = yield* send(method, target, { json: { "no such field": 1 } })
        assert.deepStrictEqual([status, code], [400, "ACCESS_TYPE_REQUIRED"], name)
      }
    }).pipe(Effect.provide(service()))
  )
})
