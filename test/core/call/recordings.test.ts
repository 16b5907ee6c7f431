/** What a real service answered, read by this client. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { existsSync, readFileSync } from "node:fs"
import { endpoints, type ListedEndpoint } from "../../../core/api/endpoints.ts"
import { commonErrors } from "../../../core/errors/undeclared.ts"
import { RequestError } from "../../../core/errors/request-error.ts"
import { call } from "../../../core/call/call.ts"
import type { Tier } from "../../../core/schema/tier.ts"
import { over, withoutInput } from "../calling.ts"
import { scripted } from "../scripted-transport.ts"

interface Exchange {
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body?: unknown
  }
}

const file = new URL("../../../../shared/recordings/exchanges.jsonl", import.meta.url)

/** The endpoint of a request; of a route that each tier sees differently, the tier's own. */
const endpointOf = ({ headers, method, path }: Exchange["request"]): ListedEndpoint | undefined => {
  const [pathname = ""] = path.split("?")
  const on = endpoints.filter((endpoint) => {
    const pattern = `${endpoint.prefix}${endpoint.path}`.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")
    return endpoint.method === method && new RegExp(`^${pattern}$`).test(pathname)
  })
  const literal = on.filter(({ path }) => !path.includes(":"))
  const candidates = literal.length > 0 ? literal : on
  const tier = (headers["x-stack-access-type"] ?? "client") as Tier
  return candidates.find(({ tiers }) => tiers.includes(tier)) ?? candidates[0]
}

const read = (): ReadonlyArray<Exchange & { readonly name: string; readonly endpoint: ListedEndpoint }> =>
  readFileSync(file, "utf8").trim().split("\n").flatMap((line, index) => {
    const exchange = JSON.parse(line) as Exchange
    const endpoint = endpointOf(exchange.request)
    const { request, response } = exchange
    const code = response.headers["x-stack-known-error"] ?? ""
    const tier = request.headers["x-stack-access-type"] ?? "no tier"
    const name = `line ${index + 1}: ${request.method} ${request.path}, ${tier}: ${response.status} ${code}`.trim()
    // A redirect is for the browser itself, no call reads it.
    return endpoint === undefined || endpoint.answer === "redirect" ? [] : [{ ...exchange, name, endpoint }]
  })

/** Codes of grants which are an endpoint of their own here, though the wire has one path for all. */
const isOtherGrant = ({ request }: Exchange): boolean =>
  request.path.endsWith("/auth/oauth/token") &&
  (request.body as { readonly grant_type?: unknown } | undefined)?.grant_type !== "refresh_token"

describe("The recorded answers of a real service", () => {
  if (!existsSync(file)) {
    it.skip("are not here: this test needs the recordings, which are kept outside of this repository", () => {})
    return
  }
  const exchanges = read().filter((exchange) => !isOtherGrant(exchange))

  it("are there for most of the contract", () => {
    assert.isAtLeast(exchanges.length, 25)
  })

  it.effect.each(exchanges)("$name", ({ endpoint, response }) =>
    Effect.gen(function*() {
      const code = response.headers["x-stack-known-error"]
      const exit = yield* Effect.exit(call({ ...endpoint, ...withoutInput }).pipe(over(scripted(response))))
      if (code === undefined && response.status < 400) {
        assert.strictEqual(exit._tag, "Success", String(exit._tag === "Failure" && exit.cause))
        return
      }
      assert.isTrue(exit._tag === "Failure")
      const [reason] = exit._tag === "Failure" ? exit.cause.reasons : []
      assert.isTrue(reason?._tag === "Fail")
      const error = reason?._tag === "Fail" ? reason.error : undefined
      if (code === undefined) {
        assert.isTrue(error instanceof RequestError && error.reason._tag === "UnexpectedStatus")
      } else if (endpoint.errors.some((known) => known.code === code)) {
        assert.deepInclude(error, { code, status: response.status })
      } else {
        assert.isTrue(commonErrors.some((known) => known.code === code), `${code} is not declared`)
        const reason = error instanceof RequestError ? error.reason : undefined
        assert.isTrue(reason?._tag === "Refused" && reason.error.code === code)
      }
    }))

  const accepted = exchanges.filter(({ endpoint, request, response }) =>
    endpoint.parts.body !== undefined && request.body !== undefined && response.status < 300 &&
    response.headers["x-stack-known-error"] === undefined
  )
  it.effect.each(accepted)("its accepted body can be written here: $name", ({ endpoint, request }) =>
    Effect.gen(function*() {
      const codec = endpoint.parts.body as Schema.Codec<unknown, unknown>
      const input = yield* Schema.decodeUnknownEffect(codec)(request.body)
      const written = JSON.parse(JSON.stringify(yield* Schema.encodeEffect(codec)(input))) as Record<string, unknown>
      assert.deepInclude(request.body as Record<string, unknown>, written)
    }))
})
