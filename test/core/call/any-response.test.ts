/** A call returns a value or fails with a typed error for any response, and never causes a defect. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { endpoints } from "../../../core/api/endpoints.ts"
import { commonErrors } from "../../../core/errors/common-errors.ts"
import { RequestError } from "../../../core/errors/request-error.ts"
import { getMe } from "../../../core/api/users/me.ts"
import { call } from "../../../core/call/call.ts"
import type { EndpointFacts } from "../../../core/http/endpoint.ts"
import { jwt, withScript, userBody, withoutInput } from "../calling.ts"
import { type ScriptedResult, ok, scripted, status } from "../scripted-transport.ts"

/** Calls an endpoint that gets the same response to every request. */
const end = (endpoint: EndpointFacts, response: ScriptedResult) =>
  Effect.gen(function* () {
    const script = scripted(() => response)
    const tokens = { refreshToken: "refresh", accessToken: jwt({ exp: 4e9 }) }
    const fiber = yield* Effect.forkChild(call({ ...endpoint, ...withoutInput }).pipe(withScript(script, { tokens })))
    yield* TestClock.adjust("5 minutes")
    return yield* Fiber.await(fiber)
  })

const isTyped = (endpoint: EndpointFacts, error: unknown) =>
  error instanceof RequestError || endpoint.errors.some((known) => error instanceof (known as unknown as typeof Error))

/** Checks that the response causes no defect of the endpoint. */
const survives = (endpoint: EndpointFacts, response: ScriptedResult) =>
  Effect.map(end(endpoint, response), (exit) => {
    if (exit._tag === "Success") return
    for (const reason of exit.cause.reasons) {
      assert.isTrue(
        reason._tag === "Fail" && isTyped(endpoint, reason.error),
        `${endpoint.name}: ${JSON.stringify(response).slice(0, 500)} ended in ${String(exit.cause)}`
      )
    }
    const [reason] = exit.cause.reasons
    if (reason?._tag === "Fail") assert.isString((reason.error as Error).message)
  })

// Long responses are slow, so they run with every twelfth endpoint and with the current user, which has metadata.
const some: ReadonlyArray<EndpointFacts> = [getMe, ...endpoints.filter((_, index) => index % 12 === 0)]
const survive = (response: ScriptedResult) =>
  Effect.forEach(some, (endpoint) => survives(endpoint, response), { discard: true })

const named = new Map(endpoints.map((endpoint) => [`${endpoint.name} ${endpoint.tiers.join("|")}`, endpoint]))
const Which = Schema.Literals([...named.keys()])
const which = (name: string): EndpointFacts => named.get(name) ?? getMe
const codes = [...new Set([...endpoints.flatMap(({ errors }) => errors), ...commonErrors].map(({ code }) => code))]
const Code = Schema.Literals(codes)
const HeaderText = Schema.Union([
  Schema.String,
  Schema.Literals(["200", "429", "500", "503", "508", "99", "1e3", "9".repeat(40), "Thu, 01 Jan 1970 00:00:09 GMT"]),
  Code
])
const Headers = Schema.Struct({
  "x-stack-actual-status": Schema.optionalKey(HeaderText),
  "x-stack-known-error": Schema.optionalKey(HeaderText),
  "retry-after": Schema.optionalKey(HeaderText)
})
const Status = Schema.Union([Schema.Int, Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 }))])

describe("A call causes no defect for", () => {
  it.effect.prop(
    "arbitrary JSON as a success",
    [Which, Schema.Json],
    ([name, body]) => survives(which(name), ok(JSON.stringify(body))),
    { arbitrary: { runs: 300 } }
  )

  it.effect.prop(
    "arbitrary text as a success",
    [Which, Schema.String],
    ([name, body]) => survives(which(name), ok(body)),
    { arbitrary: { runs: 200 } }
  )

  it.effect.prop(
    "arbitrary bytes, decoded as the platform does",
    [Which, Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))],
    ([name, bytes]) => survives(which(name), ok(new TextDecoder().decode(Uint8Array.from(bytes)))),
    { arbitrary: { runs: 200 } }
  )

  it.effect.prop(
    "arbitrary statuses and headers over arbitrary JSON",
    [Which, Status, Headers, Schema.Json],
    ([name, code, headers, body]) => survives(which(name), { status: code, headers, body: JSON.stringify(body) }),
    { arbitrary: { runs: 400 } }
  )

  it.effect.prop(
    "known errors with arbitrary details",
    [Which, Code, Schema.Json, Schema.Json, Status],
    ([name, code, error, details, actual]) =>
      survives(which(name), status(actual, { "x-stack-known-error": code }, JSON.stringify({ code, error, details }))),
    { arbitrary: { runs: 400 } }
  )

  it.effect.prop(
    "a user with one arbitrary field",
    [Arbitrary.schema(Schema.Literals(Object.keys(userBody()))), Schema.Json],
    ([name, value]) => survives(getMe, ok(userBody({ [name]: value }))),
    { arbitrary: { runs: 400 } }
  )

  const deep = (opening: string, closing: string) => `${opening.repeat(50_000)}1${closing.repeat(50_000)}`
  const polluting = `"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"toString":1,"then":{}`
  const malformed: ReadonlyArray<readonly [string, string]> = [
    ["names of prototypes", `{${polluting}}`],
    ["names of prototypes in a user", JSON.stringify(userBody()).replace("{", `{${polluting},`)],
    ["names of prototypes in metadata", JSON.stringify(userBody()).replace("null", `{${polluting}}`)],
    ["nested arrays", deep("[", "]")],
    ["nested objects", deep('{"a":', "}")],
    ["nested metadata", JSON.stringify(userBody({ client_metadata: "deep" })).replace('"deep"', deep("[", "]"))],
    ["unclosed arrays", "[".repeat(100_000)],
    ["1 MB of text", JSON.stringify(userBody({ display_name: "x".repeat(1_000_000) }))],
    ["1 MB of spaces", " ".repeat(1_000_000)],
    ["20,000 properties", JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, i])))],
    ["numbers out of range", '{"signed_up_at_millis":1e999,"id":-1e999}'],
    ["dates out of range", JSON.stringify(userBody({ signed_up_at_millis: 8.64e15 + 1 }))],
    ["lone surrogates", '{"id":"\\ud800","\\udfff":1}'],
    ["a duplicate property", '{"status":"ok","status":1}']
  ]

  const schemaError = { "x-stack-known-error": "SCHEMA_ERROR" }
  it.effect.each([...malformed])("a body of %s", ([, body]) => survive(ok(body)))

  it.effect.each([...malformed])("%s in an error", ([, body]) =>
    Effect.andThen(
      survive(status(400, schemaError, `{"code":"SCHEMA_ERROR","error":"","details":${body}}`)),
      survive(status(400, schemaError, body))
    )
  )

  it.effect("prototype property names, which do not pollute the result", () =>
    Effect.gen(function* () {
      const body = JSON.stringify(userBody()).replace("{", `{${polluting},`)
      const exit = yield* end(getMe, ok(body))
      assert.isTrue(exit._tag === "Success")
      assert.isUndefined((exit._tag === "Success" ? (exit.value as { readonly admin?: unknown }) : {}).admin)
      assert.isUndefined(({} as { readonly admin?: unknown }).admin)
    })
  )
})
