/** Authorization codes at the token endpoint (RFC 6749, RFC 7636). */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { keys, OTHER_PROJECT_ID, otherKeys, refresh, send } from "../../fixture.ts"
import {
  Browser,
  CALLBACK,
  challengeOf,
  exchange,
  form,
  grace,
  locationOf,
  oauthService,
  tokenParameters,
  VERIFIER
} from "./browser.ts"

const newCode = Effect.map(
  new Browser().signIn("google", grace),
  (back) => locationOf(back).searchParams.get("code") ?? ""
)

const readRefreshToken = Schema.decodeUnknownEffect(Schema.Struct({ refresh_token: Schema.String }))

const post = (fields: Record<string, string | undefined>, headers = {}) => {
  const { body, headers: own } = form(fields)
  return send("POST", "/api/v1/auth/oauth/token", { body, headers: { ...own, ...headers } })
}

describe("an authorization code", () => {
  it.effect("is valid for five minutes", () =>
    Effect.gen(function* () {
      const [early, late] = [yield* newCode, yield* newCode]
      yield* TestClock.adjust("299999 millis")
      assert.strictEqual((yield* exchange(early)).status, 200)
      yield* TestClock.adjust("1 millis")
      const response = yield* exchange(late)
      assert.deepStrictEqual([response.status, response.code], [400, "INVALID_AUTHORIZATION_CODE"])
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is valid once, and a second use revokes the session of the first", () =>
    Effect.gen(function* () {
      const code = yield* newCode
      const { refresh_token } = yield* readRefreshToken((yield* exchange(code)).json)
      const other = yield* readRefreshToken((yield* exchange(yield* newCode)).json)
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)
      const again = yield* exchange(code)
      assert.deepStrictEqual([again.status, again.code], [400, "INVALID_AUTHORIZATION_CODE"])
      assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* refresh(other.refresh_token)).status, 200, "other sessions stay valid")
      assert.strictEqual((yield* exchange(code)).code, "INVALID_AUTHORIZATION_CODE")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("creates one session when many requests use it at the same time", () =>
    Effect.gen(function* () {
      const code = yield* newCode
      const responses = yield* Effect.all(
        Array.from({ length: 5 }, () => exchange(code)),
        { concurrency: "unbounded" }
      )
      assert.isAtMost(responses.filter(({ status }) => status === 200).length, 1)
      for (const { json, status } of responses) {
        if (status !== 200) continue
        const { refresh_token } = yield* readRefreshToken(json)
        assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      }
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("requires the code verifier of its flow, and stays valid after a wrong one", () =>
    Effect.gen(function* () {
      const code = yield* newCode
      const wrong = ["invalid", challengeOf(VERIFIER), `${VERIFIER}x`, VERIFIER.toUpperCase(), "", undefined]
      for (const verifier of wrong) {
        const response = yield* exchange(code, { code_verifier: verifier })
        assert.deepStrictEqual([response.status, response.code], [400, "INVALID_AUTHORIZATION_CODE"], verifier)
      }
      assert.strictEqual((yield* exchange(code)).status, 200)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is used up before the redirect URI is compared, character by character", () =>
    Effect.gen(function* () {
      for (const redirect of [
        "http://invalid-redirect-uri.example.com",
        `${CALLBACK}/`,
        `${CALLBACK}?`,
        CALLBACK.replace("3000", "3001"),
        CALLBACK.replace("localhost", "LOCALHOST"),
        CALLBACK.replace("http:", "https:"),
        CALLBACK.replace("oauth-callback", "oauth%2Dcallback")
      ]) {
        const code = yield* newCode
        const response = yield* exchange(code, { redirect_uri: redirect })
        assert.deepStrictEqual([response.status, response.code], [400, "REDIRECT_URL_NOT_WHITELISTED"], redirect)
        assert.strictEqual((yield* exchange(code)).code, "INVALID_AUTHORIZATION_CODE", redirect)
      }
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is valid for its project only", () =>
    Effect.gen(function* () {
      const code = yield* newCode
      const foreign = { client_id: OTHER_PROJECT_ID, client_secret: otherKeys.publishableClientKey }
      assert.strictEqual((yield* exchange(code, foreign)).code, "INVALID_AUTHORIZATION_CODE")
      assert.strictEqual((yield* exchange(code)).status, 200, "it was not used up")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("cannot be made up", () =>
    Effect.gen(function* () {
      for (const code of ["0".repeat(64), "x", "' OR 1=1 --", "__proto__"]) {
        const response = yield* exchange(code)
        assert.deepStrictEqual([response.status, response.code], [400, "INVALID_AUTHORIZATION_CODE"], code)
      }
    }).pipe(Effect.provide(oauthService()))
  )
})

describe("the token endpoint", () => {
  it.effect("accepts client credentials in the body, by HTTP Basic, or a code verifier in their place", () =>
    Effect.gen(function* () {
      const { client_id, client_secret, ...rest } = tokenParameters
      const basic = { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}` }
      assert.strictEqual((yield* post({ ...rest, code: yield* newCode }, basic)).status, 200)
      assert.strictEqual((yield* post({ ...rest, client_id, code: yield* newCode })).status, 200)
      const json = { ...tokenParameters, code: yield* newCode }
      assert.strictEqual((yield* send("POST", "/api/v1/auth/oauth/token", { json })).status, 200)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("rejects unknown clients", () =>
    Effect.gen(function* () {
      const code = yield* newCode
      const wrong: ReadonlyArray<Record<string, string | undefined>> = [
        { client_secret: "wrong" },
        { client_secret: keys.secretServerKey },
        { client_secret: otherKeys.publishableClientKey },
        { client_id: undefined },
        { client_id: undefined, client_secret: undefined },
        { client_secret: undefined, code_verifier: undefined }
      ]
      for (const fields of wrong) {
        const response = yield* post({ ...tokenParameters, code, ...fields })
        const name = JSON.stringify(fields)
        assert.deepStrictEqual([response.status, response.code], [400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET"], name)
        assert.property(response.details, "client_id")
      }
      assert.strictEqual((yield* exchange(code)).status, 200)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("reports missing parameters as OAuth errors", () =>
    Effect.gen(function* () {
      const code = yield* newCode
      const requests: Readonly<Record<string, Record<string, string | undefined>>> = {
        grant_type: { grant_type: undefined },
        code: { code: "" },
        redirect_uri: { redirect_uri: undefined },
        refresh_token: { grant_type: "refresh_token" }
      }
      for (const [name, fields] of Object.entries(requests)) {
        const response = yield* post({ ...tokenParameters, code, ...fields })
        assert.deepStrictEqual([response.status, response.headers["x-stack-known-error"]], [400, undefined], name)
        assert.deepStrictEqual(response.json, {
          error: "invalid_request",
          error_description: `The parameter ${name} is missing.`
        })
      }
      const unsupported = yield* post({ ...tokenParameters, grant_type: "password" })
      assert.propertyVal(unsupported.json, "error", "unsupported_grant_type")
      const scope = yield* exchange(code, { scope: "everything" })
      assert.deepStrictEqual([scope.status, scope.code], [400, "INVALID_SCOPE"])
      assert.strictEqual((yield* exchange(code, { scope: "legacy" })).status, 200)
    }).pipe(Effect.provide(oauthService()))
  )
})
