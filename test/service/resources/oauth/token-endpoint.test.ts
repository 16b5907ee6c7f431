/** The token endpoint for refresh tokens. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { keys, OTHER_PROJECT_ID, otherKeys, PROJECT_ID, refresh, send, service, signIn } from "../../fixture.ts"

describe("the token endpoint", () => {
  const token = (headers: Readonly<Record<string, string>>, body: string) =>
    send("POST", "/api/v1/auth/oauth/token", { headers, body })
  const form = { "content-type": "application/x-www-form-urlencoded" }
  const basic = (text: string) => ({ ...form, authorization: `Basic ${Buffer.from(text).toString("base64")}` })

  it.effect("returns a new access token for a form, without rotating the refresh token", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const response = yield* refresh(refresh_token)
      assert.strictEqual(response.status, 200)
      assert.deepInclude(response.json, { token_type: "Bearer", expires_in: 3599, scope: "legacy" })
      assert.notProperty(response.json, "refresh_token")
      assert.deepInclude(response.headers, { "cache-control": "no-store, max-age=0", pragma: "no-cache" })
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("accepts JSON, and credentials by HTTP Basic", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const json = yield* send("POST", "/api/v1/auth/oauth/token", {
        json: {
          grant_type: "refresh_token",
          client_id: PROJECT_ID,
          client_secret: keys.publishableClientKey,
          refresh_token,
          scope: "ignored"
        }
      })
      assert.strictEqual(json.status, 200)
      const fields = new URLSearchParams({ grant_type: "refresh_token", refresh_token }).toString()
      const response = yield* token(basic(`${PROJECT_ID}:${keys.publishableClientKey}`), fields)
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("keeps the true status, since it is called without the SDK's headers", () =>
    Effect.gen(function* () {
      const response = yield* refresh("no such token")
      assert.deepStrictEqual([response.status, response.code], [401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"])
      assert.notProperty(response.headers, "x-stack-actual-status")
      assert.deepInclude(response.headers, { pragma: "no-cache" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("authenticates its clients", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const wrong = yield* refresh(refresh_token, { client_secret: "pck_wrong" })
      assert.deepStrictEqual(
        [wrong.status, wrong.code, wrong.details],
        [400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: PROJECT_ID }]
      )
      const missing = yield* token(
        form,
        new URLSearchParams({ grant_type: "refresh_token", client_id: PROJECT_ID, refresh_token }).toString()
      )
      assert.deepStrictEqual([missing.status, missing.code], [400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET"])
      const unknown = yield* refresh(refresh_token, { client_id: "" })
      assert.deepStrictEqual(unknown.details, { client_id: null })
      const other = yield* refresh(refresh_token, {
        client_id: OTHER_PROJECT_ID,
        client_secret: otherKeys.publishableClientKey
      })
      assert.strictEqual(other.code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(service()))
  )

  it.effect("rejects malformed requests with OAuth errors", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      const client = { client_id: PROJECT_ID, client_secret: keys.publishableClientKey }
      const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
      const good = { grant_type: "refresh_token", refresh_token }
      const cases: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string, string]> = [
        ["no grant type", form, encoded({ ...client, refresh_token }), "invalid_request"],
        ["another grant type", form, encoded({ ...client, grant_type: "password" }), "unsupported_grant_type"],
        ["no refresh token", form, encoded({ ...client, grant_type: "refresh_token" }), "invalid_request"],
        ["no body", {}, "", "invalid_request"],
        ["a text", { "content-type": "text/plain" }, "grant_type=refresh_token", "invalid_request"],
        ["a list", { "content-type": "application/json" }, "[]", "invalid_request"],
        ["Bearer", { ...form, authorization: "Bearer x" }, encoded(good), "invalid_request"],
        ["Basic without a colon", basic("abc"), encoded(good), "invalid_request"],
        ["Basic that is not base64", { ...form, authorization: "Basic ***" }, encoded(good), "invalid_request"],
        ["Basic with an invalid escape", basic("%zz:secret"), encoded(good), "invalid_request"],
        ["credentials twice", basic("a:b"), encoded({ ...good, ...client }), "invalid_request"]
      ]
      for (const [name, headers, body, error] of cases) {
        const response = yield* token(headers, body)
        assert.strictEqual(response.status, 400, name)
        assert.propertyVal(response.json, "error", error, name)
        assert.property(response.json, "error_description", name)
        assert.notProperty(response.headers, "x-stack-known-error", name)
        assert.deepInclude(response.headers, { "cache-control": "no-store, max-age=0", pragma: "no-cache" }, name)
      }
    }).pipe(Effect.provide(service()))
  )
})
