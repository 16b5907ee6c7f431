/** Sign-up with the token of a Turnstile widget. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { TurnstileVerifyUrl } from "../../../service/resources/sign-up-proof/turnstile.ts"
import { type TestResponse, asAdmin, asServer, send } from "../fixture.ts"
import {
  askChallenge,
  embedding,
  INVALID,
  outcomeOf,
  REQUIRED,
  sendCodeWith,
  signUpWith
} from "./sign-up-proof-fixture.ts"
import { type TurnstileServer, turnstileServer } from "./turnstile-server.ts"

const SECRET = "0x4AAAAAAA_the_secret_key"
const signUpProof = { type: "turnstile", siteKey: "0x4AAAAAAA_the_site_key", secretKey: SECRET }

const success = {
  success: true,
  challenge_ts: "2026-01-01T00:00:00Z",
  hostname: "localhost",
  action: "sign-up",
  "error-codes": []
}

/** Runs a program with a service and a server in place of Cloudflare's. */
const withTurnstile = <A, E, R>(program: (server: TurnstileServer) => Effect.Effect<A, E, R>, config: object = {}) =>
  Effect.gen(function* () {
    const server = yield* turnstileServer
    return yield* Effect.provide(program(server), embedding(server.layer, { signUpProof, ...config }))
  }).pipe(Effect.scoped)

const unavailable = ({ headers, status, text }: TestResponse) => {
  assert.deepStrictEqual([status, headers["retry-after"]], [503, "5"])
  assert.notInclude(text, SECRET)
}

describe("a project with Turnstile", () => {
  it.live("gives its site key to users, and its secret key to its owner only", () =>
    withTurnstile(() =>
      Effect.gen(function* () {
        const project = (headers?: typeof asAdmin) =>
          send("GET", "/api/v1/projects/current", { headers: headers ?? { ...asServer } })
        assert.include(
          (yield* project()).text,
          '"sign_up_proof":{"type":"turnstile","site_key":"0x4AAAAAAA_the_site_key"}'
        )
        assert.notInclude((yield* project()).text, SECRET)
        assert.include((yield* project(asAdmin)).text, SECRET)
        assert.deepStrictEqual((yield* askChallenge()).json, {
          type: "turnstile",
          site_key: "0x4AAAAAAA_the_site_key"
        })
      })
    )
  )

  it.live("verifies each token at Cloudflare, and creates users with accepted ones only", () =>
    withTurnstile(({ response, requests }) =>
      Effect.gen(function* () {
        assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com")), REQUIRED)
        assert.lengthOf(requests, 0)
        response({ body: success })
        assert.strictEqual((yield* signUpWith("new@example.com", "the token")).status, 200)
        assert.strictEqual((yield* sendCodeWith("other@example.com", "another token")).status, 200)
        assert.deepStrictEqual(requests, [
          { secret: SECRET, response: "the token" },
          { secret: SECRET, response: "another token" }
        ])
        for (const code of ["invalid-input-response", "timeout-or-duplicate", "missing-input-response"]) {
          response({ body: { success: false, "error-codes": [code] } })
          assert.strictEqual(outcomeOf(yield* signUpWith("third@example.com", "a token")), INVALID, code)
        }
      })
    )
  )

  it.live("refuses tokens of other hosts and of other forms", () =>
    withTurnstile(
      ({ response }) =>
        Effect.gen(function* () {
          for (const wrong of [
            { hostname: "evil.example" },
            { hostname: "larkspur.example.evil.example" },
            { hostname: "" },
            { hostname: undefined },
            { hostname: null },
            { hostname: "larkspur.example", action: "comment" },
            { hostname: "larkspur.example", action: undefined }
          ]) {
            response({ body: { ...success, ...wrong } })
            assert.strictEqual(
              outcomeOf(yield* signUpWith("new@example.com", "a token")),
              INVALID,
              JSON.stringify(wrong)
            )
          }
          response({ body: { ...success, hostname: "localhost" } })
          assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com", "a token")), INVALID)
          yield* send("PATCH", "/api/v1/projects/current", {
            headers: asAdmin,
            json: { config: { domains: [{ domain: "https://larkspur.example:8443", handler_path: "/handler" }] } }
          })
          response({ body: { ...success, hostname: "larkspur.example" } })
          assert.strictEqual((yield* signUpWith("new@example.com", "a token")).status, 200)
        }),
      { allowLocalhost: false }
    )
  )

  it.live("accepts the responses of Cloudflare's secret key for tests, which name another host", () =>
    withTurnstile(
      ({ response }) =>
        Effect.gen(function* () {
          response({ body: { success: true, hostname: "example.com", "error-codes": [] } })
          assert.strictEqual((yield* signUpWith("new@example.com", "XXXX.DUMMY.TOKEN.XXXX")).status, 200)
        }),
      { signUpProof: { ...signUpProof, secretKey: `1x${"0".repeat(31)}AA` } }
    )
  )

  it.live("creates no users while Cloudflare's responses cannot be used", () =>
    withTurnstile(({ response }) =>
      Effect.gen(function* () {
        const useless = [
          { body: { success: false, "error-codes": ["invalid-input-secret"] } },
          { body: { success: false, "error-codes": ["internal-error"] } },
          { body: { success: false, "error-codes": ["invalid-input-response", "internal-error"] } },
          { body: { success: false } },
          { body: { success: "true", hostname: "localhost", action: "sign-up" } },
          { body: {} },
          { body: [] },
          { body: null },
          { body: "" },
          { body: "<html>", status: 502 },
          { body: JSON.stringify(success).padEnd(20_000) },
          { body: "", status: 302, headers: { location: "http://127.0.0.1:1/" } }
        ]
        for (const useful of useless) {
          response(useful)
          unavailable(yield* signUpWith("new@example.com", "a token"))
        }
        response({ body: success })
        assert.strictEqual((yield* signUpWith("new@example.com", "a token")).status, 200)
      })
    )
  )

  it.effect("stops waiting for Cloudflare after five seconds", () =>
    withTurnstile(({ requests }) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(signUpWith("new@example.com", "a token"))
        while (requests.length === 0) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        yield* TestClock.adjust(5000)
        unavailable(yield* Fiber.join(fiber))
      })
    )
  )

  it.live("creates no users without a connection to Cloudflare", () =>
    Effect.gen(function* () {
      unavailable(yield* signUpWith("new@example.com", "a token"))
    }).pipe(
      Effect.provide(embedding(Layer.succeed(TurnstileVerifyUrl, "http://127.0.0.1:1/siteverify"), { signUpProof }))
    )
  )
})
