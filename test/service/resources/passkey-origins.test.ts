/** The origins on which passkeys are accepted. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeAuthenticator } from "../authenticator.ts"
import { withPasskeys, register, signInBy, client, registered } from "./passkey-fixture.ts"

const DOMAIN = "https://app.example"

describe("the origins of passkeys", () => {
  const codeAt = (origin: string, crossOrigin = false) =>
    Effect.gen(function* () {
      const headers = yield* client
      const rpId = URL.parse(origin)?.hostname ?? "localhost"
      const answer = yield* register(headers, makeAuthenticator(), { origin, rpId, crossOrigin })
      return answer.code ?? answer.status
    })
  const FAILED = "PASSKEY_AUTHENTICATION_FAILED"

  it.effect("are this machine and the trusted domains, compared exactly", () =>
    Effect.gen(function* () {
      for (const origin of [
        "http://localhost:3000",
        "http://localhost",
        "https://localhost:8443",
        DOMAIN,
        "https://app.example:8443"
      ]) {
        assert.strictEqual(yield* codeAt(origin), 200, origin)
      }
      for (const origin of [
        "https://evil.example",
        "http://app.example",
        "https://app.example:444",
        "https://sub.app.example",
        "https://app.example.evil.example",
        "https://with.path",
        "http://127.0.0.1:3000",
        "http://sub.localhost",
        "http://localhost.evil.example",
        "http://localhost/",
        "app://localhost",
        "null"
      ]) {
        assert.strictEqual(yield* codeAt(origin), FAILED, origin)
      }
      assert.strictEqual(yield* codeAt(DOMAIN, true), FAILED, "in a frame of another site")
    }).pipe(
      Effect.provide(
        withPasskeys({
          domains: [DOMAIN, "https://app.example:8443", "https://with.path/app"].map((domain) => ({
            domain,
            handlerPath: "/"
          }))
        })
      )
    )
  )

  it.effect("exclude this machine if the project does not allow localhost", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* codeAt("http://localhost:3000"), FAILED)
      assert.strictEqual(yield* codeAt(DOMAIN), 200)
    }).pipe(
      Effect.provide(
        withPasskeys({
          config: { passkeyEnabled: true, allowLocalhost: false },
          domains: [
            { domain: DOMAIN, handlerPath: "/" },
            { domain: "http://localhost:3000", handlerPath: "/" }
          ]
        })
      )
    )
  )

  it.effect("also apply to sign-in", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      const answer = yield* signInBy(key, { origin: "https://evil.example", rpId: "localhost" })
      assert.deepStrictEqual([answer.status, answer.code], [400, FAILED])
    }).pipe(Effect.provide(withPasskeys()))
  )
})
