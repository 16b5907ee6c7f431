/** Headers of clients since Stack Auth 2.8, whose names begin with `x-hexclave-`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asAdmin, asClient, asServer, type Headers, send, service, signIn } from "../fixture.ts"

/** The same headers in the newer family. */
const newer = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace("x-stack-", "x-hexclave-"), value]))

const me = (headers: Headers) => send("GET", "/api/v1/users/me", { headers })

describe("the headers x-hexclave-…", () => {
  it.effect("authenticate in every tier, with the tokens of a user", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signIn()
      for (const tier of [asClient, asServer, asAdmin]) {
        const response = yield* me({ ...newer(tier), "x-hexclave-access-token": String(token) })
        assert.deepInclude(response.json, { primary_email: "ada@example.com" })
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("count where both families name a header", () =>
    Effect.gen(function* () {
      const wrong = { ...asServer, "x-stack-secret-server-key": "wrong" }
      const users = (headers: Headers) => send("GET", "/api/v1/users", { headers })
      assert.strictEqual((yield* users({ ...wrong, ...newer(asServer) })).status, 200)
      assert.strictEqual((yield* users({ ...asServer, ...newer(wrong) })).code, "INVALID_SECRET_SERVER_KEY")
    }).pipe(Effect.provide(service()))
  )

  it.effect("are in the response in both families, which agree", () =>
    Effect.gen(function* () {
      const hidden = { "x-hexclave-override-error-status": "true" }
      const { headers, status } = yield* me({ ...newer(asClient), ...hidden })
      assert.strictEqual(status, 200)
      assert.strictEqual(headers["x-hexclave-actual-status"], "400")
      assert.strictEqual(headers["x-hexclave-known-error"], "CANNOT_GET_OWN_USER_WITHOUT_USER")
      for (const name of ["actual-status", "known-error", "request-id"]) {
        assert.isString(headers[`x-stack-${name}`])
        assert.strictEqual(headers[`x-hexclave-${name}`], headers[`x-stack-${name}`])
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("are not in the response to other clients", () =>
    Effect.gen(function* () {
      const { headers } = yield* me(asClient)
      assert.deepStrictEqual(
        Object.keys(headers).filter((name) => name.startsWith("x-hexclave-")),
        []
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("may be sent and read by scripts of other origins", () =>
    Effect.gen(function* () {
      const { headers } = yield* send("OPTIONS", "/api/v1/users/me")
      const allowed = String(headers["access-control-allow-headers"]).split(", ")
      for (const name of Object.keys({ ...newer(asAdmin), ...asAdmin })) assert.include(allowed, name)
      assert.includeMembers(allowed, [
        "x-hexclave-access-token",
        "x-hexclave-allow-anonymous-user",
        "x-stack-allow-anonymous-user",
        "x-stack-branch-id",
        "ngrok-skip-browser-warning"
      ])
      const { headers: exposing } = yield* me(asClient)
      const exposed = String(exposing["access-control-expose-headers"]).split(", ")
      assert.includeMembers(exposed, ["x-hexclave-actual-status", "x-hexclave-known-error", "x-hexclave-request-id"])
    }).pipe(Effect.provide(service()))
  )
})

describe("the branch of a project", () => {
  it.effect("is main, and any other is refused after the keys", () =>
    Effect.gen(function* () {
      const project = (headers: Headers) => send("GET", "/api/v1/projects/current", { headers })
      assert.strictEqual((yield* project({ ...asServer, "x-stack-branch-id": "main" })).status, 200)
      const other = yield* project({ ...asServer, "x-hexclave-branch-id": "next" })
      assert.deepStrictEqual(
        [other.status, other.code, other.details],
        [400, "BRANCH_DOES_NOT_EXIST", { branch_id: "next" }]
      )
      const wrong = { ...asServer, "x-stack-secret-server-key": "wrong", "x-stack-branch-id": "next" }
      assert.strictEqual((yield* project(wrong)).code, "INVALID_SECRET_SERVER_KEY")
    }).pipe(Effect.provide(service()))
  )
})
