/** The country and the estimates of abuse that the application's server notes about a user. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readId } from "../responses.ts"
import { asServer, me, send, service, signIn, updateMe, USER_ID, withToken } from "../fixture.ts"

const users = (method: string, path: string, json?: unknown) =>
  send(method, `/api/v1/users${path}`, { headers: asServer, ...(json !== undefined && { json }) })

const risks = (bot: unknown, free_trial_abuse: unknown) => ({ sign_up: { bot, free_trial_abuse } })

describe("country_code and risk_scores of a user", () => {
  it.effect("are stored at the creation, and changed each on its own", () =>
    Effect.gen(function* () {
      const created = yield* users("POST", "", { country_code: "NO", risk_scores: risks(12, 100) })
      assert.deepInclude(created.json, { country_code: "NO", risk_scores: risks(12, 100) })
      const path = `/${yield* readId(created.json)}`
      yield* users("PATCH", path, { country_code: "DE" })
      yield* users("PATCH", path, { display_name: "Ada" })
      assert.deepInclude((yield* users("GET", path)).json, { country_code: "DE", risk_scores: risks(12, 100) })
      yield* users("PATCH", path, { risk_scores: risks(0, 1) })
      yield* users("PATCH", path, { country_code: null })
      assert.deepInclude((yield* users("GET", path)).json, { country_code: null, risk_scores: risks(0, 1) })
    }).pipe(Effect.provide(service()))
  )

  it.effect("are refused out of their bounds", () =>
    Effect.gen(function* () {
      const refused = [
        ...["", "no", "N", "NOR", "N0", 1, ["NO"]].map((country_code) => ({ country_code })),
        ...[risks(-1, 0), risks(0, 101), risks(0.5, 0), risks(0, undefined), {}, null, 7].map((risk_scores) => ({
          risk_scores
        }))
      ]
      for (const body of refused) {
        const response = yield* users("PATCH", `/${USER_ID}`, body)
        assert.deepStrictEqual([body, response.code], [body, "SCHEMA_ERROR"])
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("are neither shown to the user nor written by the user", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      assert.doesNotHaveAnyKeys((yield* me(headers)).json, ["country_code", "risk_scores"])
      for (const body of [{ country_code: "NO" }, { risk_scores: risks(0, 0) }]) {
        assert.strictEqual((yield* updateMe(headers, body)).code, "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(service()))
  )
})
