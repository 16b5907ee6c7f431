/** Recorded responses of a real service, decoded by the client. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ListedEndpoint } from "../../../core/api/endpoints.ts"
import { commonErrors } from "../../../core/errors/common-errors.ts"
import { RequestError } from "../../../core/errors/request-error.ts"
import { call } from "../../../core/call/call.ts"
import { endpointOf } from "../api/endpoint-of.ts"
import { withScript, withoutInput } from "../calling.ts"
import { scripted } from "../scripted-transport.ts"
import { type Exchange, exchanges as recorded, isAvailable, missing } from "../../service/recordings/exchanges.ts"

interface NamedExchange extends Exchange {
  readonly name: string
  readonly endpoint: ListedEndpoint | undefined
}

const nameExchange = (exchange: Exchange): NamedExchange => {
  const { line, request, response } = exchange
  const code = response.headers["x-stack-known-error"] ?? ""
  const tier = request.headers["x-stack-access-type"] ?? "no tier"
  const name = `line ${line}: ${request.method} ${request.path}, ${tier}: ${response.status} ${code}`.trim()
  return { ...exchange, name, endpoint: endpointOf(request) }
}

/** Only browsers follow these redirects. */
const redirects = ["GET /api/v1/auth/oauth/authorize/spotify", "GET /api/v1/auth/oauth/callback/spotify"]

/** Recorded by mistake: the health check has no `/api/v1` prefix. */
const noEndpoint = ["GET /api/v1/health"]

const routeOf = ({ request }: Exchange): string => `${request.method} ${request.path.split("?")[0]}`

const title = `The recorded responses of a real service${isAvailable ? "" : ` (skipped: ${missing})`}`

describe.skipIf(!isAvailable)(title, () => {
  const all = recorded.map(nameExchange)
  const exchanges = all.flatMap((exchange) =>
    exchange.endpoint === undefined || exchange.response.status === 307
      ? []
      : [{ ...exchange, endpoint: exchange.endpoint }]
  )

  it("are all decoded here, except two redirects and one path that is not an endpoint", () => {
    assert.deepStrictEqual(all.filter(({ endpoint }) => endpoint === undefined).map(routeOf), noEndpoint)
    assert.deepStrictEqual(all.filter(({ response }) => response.status === 307).map(routeOf), redirects)
    assert.strictEqual(exchanges.length, all.length - redirects.length - noEndpoint.length)
  })

  it("are redirects where the contract says so", () => {
    for (const { endpoint, name, response } of all.filter(({ response }) => response.status === 307)) {
      assert.deepInclude(endpoint, { responseFormat: "redirect", status: 307 }, name)
      assert.isTrue(URL.canParse(response.headers["location"] ?? ""), name)
    }
  })

  it.effect.each(exchanges)("decode as declared: $name", ({ endpoint, response }) =>
    Effect.gen(function* () {
      const code = response.headers["x-stack-known-error"]
      const exit = yield* Effect.exit(call({ ...endpoint, ...withoutInput }).pipe(withScript(scripted(response))))
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
        assert.isTrue(
          commonErrors.some((known) => known.code === code),
          `${code} is not declared`
        )
        const reason = error instanceof RequestError ? error.reason : undefined
        assert.isTrue(reason?._tag === "Refused" && reason.error.code === code)
      }
    })
  )

  const accepted = exchanges.filter(
    ({ endpoint, request, response }) =>
      endpoint.schemas.body !== undefined &&
      request.body !== undefined &&
      response.status < 300 &&
      response.headers["x-stack-known-error"] === undefined
  )
  it.effect.each(accepted)("its accepted body can be encoded by the client: $name", ({ endpoint, request }) =>
    Effect.gen(function* () {
      const codec = endpoint.schemas.body as Schema.Codec<unknown, unknown>
      const input = yield* Schema.decodeUnknownEffect(codec)(request.body)
      const written = JSON.parse(JSON.stringify(yield* Schema.encodeEffect(codec)(input))) as Record<string, unknown>
      assert.deepInclude(request.body as Record<string, unknown>, written)
    })
  )
})
