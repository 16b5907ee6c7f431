/** The `limit` of every list endpoint of the contract. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, SchemaAST } from "effect"
import { endpoints } from "../../../core/api/endpoints.ts"
import { asAdmin, asServer, send, service } from "../fixture.ts"

const takesLimit = ({ schemas }: (typeof endpoints)[number]) => {
  if (schemas.query === undefined) return false
  const query = SchemaAST.toEncoded(schemas.query.ast)
  const ast = query._tag === "Suspend" ? query.thunk() : query
  return ast._tag === "Objects" && ast.propertySignatures.some(({ name }) => name === "limit")
}

const routes = endpoints
  .filter(takesLimit)
  .flatMap(({ path, prefix, tiers }) =>
    tiers.filter((tier) => tier !== "client").map((tier) => ({ tier, url: `${prefix}${path}` }))
  )

/** Stack Auth has no maximum for these lists, so a larger `limit` is not refused: the page has the maximum. */
const clamped = new Set(["/api/v1/users", "/api/v1/teams"])

const listWithLimit = (url: string, tier: string, limit: string) =>
  send("GET", `${url}?limit=${encodeURIComponent(limit)}`, { headers: tier === "admin" ? asAdmin : asServer })

describe("the limit of a list", () => {
  it("is a parameter of these lists", () => {
    const urls = new Set(routes.map(({ url }) => url))
    assert.includeMembers([...urls], ["/api/v1/users", "/api/v1/audit-log", "/api/v1/internal/outgoing-mails"])
  })

  it.effect.each(routes)("is a positive whole number: $tier $url", ({ tier, url }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* listWithLimit(url, tier, "1")).status, 200)
      for (const limit of ["0", "-1", "1.5", "NaN", "Infinity", "1e21", "9007199254740993", "x", ""]) {
        const { code, status } = yield* listWithLimit(url, tier, limit)
        assert.deepStrictEqual([limit, status, code], [limit, 400, "SCHEMA_ERROR"])
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect.each(routes)(
    "has a maximum, which only the lists of users and teams do not refuse to exceed: $tier $url",
    ({ tier, url }) =>
      Effect.gen(function* () {
        const { status } = yield* listWithLimit(url, tier, "9007199254740991")
        assert.strictEqual(status, clamped.has(url) ? 200 : 400)
      }).pipe(Effect.provide(service()))
  )
})
