/**
 * Fuzz test of the whole contract.
 *
 * `npm test` sends a sample, `npm run test:long` 200,000 requests. A failure prints its seed, batch and request:
 *
 *   KEYSTILE_FUZZ_SEED=… KEYSTILE_FUZZ_BATCH=… npx vitest run --project node test/service/fuzz.test.ts
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { endpoints } from "../../core/api/endpoints.ts"
import { handlers } from "../../service/development.ts"
import type { TestResponse, Headers } from "./fixture.ts"
import { chance } from "./fuzz/chance.ts"
import { type FuzzRequest, randomRequest } from "./fuzz/fuzz-request.ts"
import { summarize, runFuzzer } from "./fuzz/run-fuzzer.ts"
import { findProblem } from "./fuzz/find-problem.ts"
import { foreign, headersOf, other, own, PASSWORD, SERVER_MARK } from "./fuzz/seed.ts"

/** The number of requests in `npm test`; they take some seconds. */
const SAMPLE = 5000

const requests = Number(process.env["KEYSTILE_FUZZ"] ?? SAMPLE)
const seed = process.env["KEYSTILE_FUZZ_SEED"] ?? "keystile"
const only = process.env["KEYSTILE_FUZZ_BATCH"] === undefined ? null : Number(process.env["KEYSTILE_FUZZ_BATCH"])
const timeout = Math.max(60_000, requests * 30)

describe("generated requests", () => {
  it.effect(
    `(${requests}, seed "${seed}") cause no server error and return no data of others`,
    () =>
      Effect.gen(function* () {
        const report = yield* runFuzzer(seed, requests, only)
        process.stdout.write(`${summarize(report)}\n`)
        assert.strictEqual(report.problems.length, 0, `seed ${seed}\n${report.problems.join("\n")}`)
        if (only !== null) return
        const contract = [...new Set(endpoints.map(({ name }) => name))]
        const served = contract.filter((name) => handlers.some((other) => other.name === name))
        const tallyOf = (name: string) => report.tallies.get(name) ?? { sent: 0, reached: 0, succeeded: 0 }
        // An endpoint is covered only if its requests reach it: an unserved path would pass every check.
        assert.isEmpty(
          contract.filter((name) => tallyOf(name).sent === 0),
          "never requested"
        )
        assert.isEmpty(
          served.filter((name) => tallyOf(name).reached === 0),
          "served but never reached"
        )
        // Every endpoint has to succeed at least once, so that its successes are checked, too. A smaller sample may
        // miss some.
        if (requests < SAMPLE) return
        assert.isEmpty(
          served.filter((name) => tallyOf(name).succeeded === 0),
          "never successful"
        )
      }),
    timeout
  )
})

describe("the checks of the fuzz test", () => {
  const [endpoint] = endpoints.filter(({ name }) => name === "GET /users/me")
  if (endpoint === undefined) throw new Error("The contract has no GET /users/me")
  const request = (headers: Headers = headersOf(own, "client")): FuzzRequest => ({
    endpoint,
    method: "GET",
    target: "/api/v1/users/me",
    headers,
    body: undefined
  })
  const response = (status: number, text: string, headers: Headers = {}): TestResponse => ({
    status,
    headers: {
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "x-stack-request-id": "1",
      "content-type": "text/plain",
      ...headers
    },
    text,
    json: text.startsWith("{") ? JSON.parse(text) : undefined,
    code: undefined,
    error: "",
    details: undefined
  })
  const notFound = (text: string) => response(404, text)
  const known = (code: string, status: number, body: object) =>
    response(status, JSON.stringify(body), { "x-stack-known-error": code, "content-type": "application/json" })

  it("accept valid responses", () => {
    assert.isNull(findProblem(request(), notFound("There is nothing at /x.")))
    assert.isNull(findProblem(request(), notFound(`what is ${own.mark}`)))
    assert.isNull(findProblem(request(headersOf(own, "server")), notFound(SERVER_MARK)))
    assert.isNull(findProblem(request(), known("USER_NOT_FOUND", 404, { code: "USER_NOT_FOUND", error: "No." })))
  })

  it("find invalid responses", () => {
    const cases: ReadonlyArray<readonly [TestResponse, string, Headers?]> = [
      [response(500, "Oh."), "the status is 500"],
      [response(200, "Oh.", { "x-stack-actual-status": "503" }), "the status is 503"],
      [response(0, ""), "the status is 0"],
      [response(404, ""), "neither a known error nor plain text"],
      [
        response(400, `{"code":"USER_NOT_FOUND"}`, { "content-type": "application/json" }),
        "neither a known error nor plain text"
      ],
      [known("UNKNOWN_CODE", 400, { code: "UNKNOWN_CODE", error: "" }), "the catalogue has no error"],
      [known("USER_NOT_FOUND", 400, { code: "USER_NOT_FOUND", error: "" }), "has the status 400"],
      [known("USER_NOT_FOUND", 404, { code: "TEAM_NOT_FOUND", error: "" }), "the header says"],
      [known("USER_NOT_FOUND", 404, { code: "USER_NOT_FOUND" }), "cannot be decoded"],
      [known("SCHEMA_ERROR", 400, { code: "SCHEMA_ERROR", error: "", details: {} }), "cannot be decoded"],
      [response(200, `{"id":"1"}`), "the contract does not declare"],
      [response(307, "", { location: "https://evil.example/x" }), "a redirect to"],
      [response(307, "", { location: "javascript:alert(1)" }), "a redirect to"],
      [notFound(foreign.mark), "without access"],
      [notFound(foreign.mark), "without access", { ...headersOf(own, "client"), "x-stack-project-id": foreign.id }],
      [notFound(own.mark), "without access", { ...headersOf(own, "server"), "x-stack-secret-server-key": "wrong" }],
      [notFound(SERVER_MARK), "server tier"],
      [notFound(other.mark), "of another user"],
      [notFound(PASSWORD), "was disclosed"],
      [notFound("at Object.<anonymous> (file:///x/service/service.ts:1)"), "was disclosed"],
      [response(404, "No.", { "x-a": "a\nb" }), "an invalid value"]
    ]
    for (const [response, expected, headers] of cases) {
      assert.include(findProblem(request(headers), response) ?? "nothing", expected, JSON.stringify(response))
    }
  })

  it("generate the same requests for the same seed", () => {
    const some = (seed: string) => {
      const c = chance(seed)
      return Array.from({ length: 200 }, () => randomRequest(c, new Map(), c.of(endpoints)))
    }
    assert.deepStrictEqual(some("a"), some("a"))
    assert.notDeepEqual(some("a"), some("b"))
  })
})
