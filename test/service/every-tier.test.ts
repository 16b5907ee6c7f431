/**
 * Endpoints of more than one tier serve each of them, with exactly the response that the contract declares for the
 * tier.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { endpoints } from "../../core/api/endpoints.ts"
import { asClient, asServer, type Headers, send } from "./fixture.ts"
import { verificationCode } from "./setup/mailed-codes.ts"
import { requestsInEveryTier, sendAsked } from "./setup/successful-requests.ts"
import { addAddress, newUser } from "./setup/users.ts"
import { service, setUp } from "./setup/project.ts"

const strict = { onExcessProperty: "error", errors: "all" } as const

const cases = Object.entries(requestsInEveryTier).flatMap(([name, given]) =>
  endpoints
    .filter((endpoint) => endpoint.name === name)
    .flatMap((endpoint) => endpoint.tiers.map((tier) => ({ name, given, endpoint, tier })))
)

describe("an endpoint", () => {
  it("is tested in each of its tiers", () => {
    const asked = new Set(cases.map(({ name }) => name))
    assert.deepStrictEqual(
      Object.keys(requestsInEveryTier).filter((name) => !asked.has(name)),
      []
    )
  })

  it.effect.each(cases)("succeeds: $name as $tier", ({ endpoint, given, tier }) =>
    Effect.gen(function* () {
      const response = yield* sendAsked(endpoint, tier, yield* given)
      assert.strictEqual(response.status, endpoint.status, response.text)
      yield* Schema.decodeUnknownEffect(endpoint.success, strict)(response.json)
    }).pipe(Effect.provide(service))
  )
})

const check = (code: string, headers: Headers) =>
  send("POST", "/api/v1/contact-channels/verify/check-code", { headers, json: { code } })

describe("a checked code", () => {
  it.effect("is not found unless it was issued", () =>
    Effect.gen(function* () {
      const json = { code: "0".repeat(45) }
      for (const path of ["/auth/otp/sign-in", "/auth/password/reset", "/contact-channels/verify"]) {
        const { code } = yield* send("POST", `/api/v1${path}/check-code`, { headers: asClient, json })
        assert.strictEqual(code, "VERIFICATION_CODE_NOT_FOUND", path)
      }
    }).pipe(Effect.provide(service))
  )

  it.effect("is reported as used after its use", () =>
    Effect.gen(function* () {
      const user = yield* newUser
      const code = yield* verificationCode(user)
      yield* setUp("POST", "/contact-channels/verify", { code }, asClient)
      assert.strictEqual((yield* check(code, asClient)).code, "VERIFICATION_CODE_ALREADY_USED")
    }).pipe(Effect.provide(service))
  )

  it.effect("becomes invalid after 20 checks", () =>
    Effect.gen(function* () {
      const user = yield* newUser
      yield* addAddress(user)
      const code = yield* verificationCode(user)
      // Checks of the server tier have no rate limit.
      for (let count = 0; count < 20; count++) assert.strictEqual((yield* check(code, asServer)).status, 200)
      assert.strictEqual((yield* check(code, asServer)).code, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")
    }).pipe(Effect.provide(service))
  )
})
