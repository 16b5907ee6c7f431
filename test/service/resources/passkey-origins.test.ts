/** The origins on which passkeys are accepted. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeAuthenticator } from "../authenticator.ts"
import { asAdmin, send } from "../fixture.ts"
import { withPasskeys, register, signInBy, client, registered } from "./passkey-fixture.ts"

const DOMAIN = "https://app.example"

describe("the origins of passkeys", () => {
  const codeAt = (origin: string, crossOrigin = false) =>
    Effect.gen(function* () {
      const headers = yield* client
      const rpId = URL.parse(origin)?.hostname ?? "localhost"
      const response = yield* register(headers, makeAuthenticator(), { origin, rpId, crossOrigin })
      return response.code ?? response.status
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

  const APP = `android:apk-key-hash:${"q6ur".repeat(10)}q8A`
  const withApp = { domains: [{ domain: DOMAIN, handlerPath: "/" }], nativeAppOrigins: [APP] }

  it.effect("include native apps of the project, for the trusted https domains", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const key = makeAuthenticator()
      const app = { origin: APP, rpId: "app.example" }
      assert.strictEqual((yield* register(headers, key, app)).status, 200)
      assert.strictEqual((yield* signInBy(key, app)).status, 200)
      assert.strictEqual((yield* signInBy(key, { origin: DOMAIN })).status, 200, "the same passkey on the page")
    }).pipe(Effect.provide(withPasskeys(withApp)))
  )

  it.effect("exclude other native apps, and other domains for a native app", () =>
    Effect.gen(function* () {
      const headers = yield* client
      const registerAt = (origin: string, rpId: string, crossOrigin = false) =>
        Effect.map(register(headers, makeAuthenticator(), { origin, rpId, crossOrigin }), ({ code }) => code)
      for (const origin of [
        `android:apk-key-hash:${"q6ur".repeat(10)}q8E`,
        APP.toLowerCase(),
        ` ${APP}`,
        `${APP}=`,
        `${APP}/`,
        `${APP}\u0000`,
        APP.replace("android:", "Android:"),
        APP.replace("apk-key-hash", "apk-key-hash:apk-key-hash"),
        "android:apk-key-hash:",
        "android:"
      ]) {
        assert.strictEqual(yield* registerAt(origin, "app.example"), FAILED, origin)
      }
      assert.strictEqual(yield* registerAt(APP, "app.example", true), FAILED, "in a frame")
      for (const rpId of ["evil.example", "sub.app.example", "localhost", "plain.example", APP, ""]) {
        assert.strictEqual(yield* registerAt(APP, rpId), "PASSKEY_REGISTRATION_FAILED", rpId)
      }
    }).pipe(
      Effect.provide(
        withPasskeys({
          ...withApp,
          domains: [...withApp.domains, { domain: "http://plain.example", handlerPath: "/" }]
        })
      )
    )
  )

  it.effect("exclude every native app by default, and without a domain", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* codeAt(APP), FAILED)
      const set = yield* send("PATCH", "/api/v1/projects/current", {
        headers: asAdmin,
        json: { config: { native_app_origins: [APP] } }
      })
      assert.strictEqual(set.status, 200)
      assert.strictEqual(yield* codeAt(APP), FAILED)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("are settings of the project, whose form is checked", () =>
    Effect.gen(function* () {
      const set = (native_app_origins: unknown) =>
        send("PATCH", "/api/v1/projects/current", {
          headers: asAdmin,
          json: { config: { native_app_origins } }
        })
      const fingerprints = Array.from({ length: 21 }, (_, index) => Buffer.alloc(32, index).toString("base64url"))
      const many = fingerprints.map((hash) => `android:apk-key-hash:${hash}`)
      for (const invalid of [
        [APP, APP],
        many,
        ["https://app.example"],
        ["android:apk-key-hash:short"],
        [`${APP.slice(0, -1)}B`],
        [`${APP}\n`],
        [`${APP.slice(0, -1)}=`],
        ["ios:bundle-id:com.example"],
        [null],
        APP,
        null
      ]) {
        assert.strictEqual((yield* set(invalid)).status, 400, JSON.stringify(invalid))
      }
      const read = (json: unknown) => (json as { config: { native_app_origins?: unknown } }).config.native_app_origins
      assert.deepStrictEqual(read((yield* set([APP])).json), [APP])
      assert.deepStrictEqual(read((yield* set(many.slice(0, 20))).json), many.slice(0, 20))
      assert.strictEqual(read((yield* set([])).json), undefined)
    }).pipe(Effect.provide(withPasskeys()))
  )

  it.effect("also apply to sign-in", () =>
    Effect.gen(function* () {
      const { key } = yield* registered
      const response = yield* signInBy(key, { origin: "https://evil.example", rpId: "localhost" })
      assert.deepStrictEqual([response.status, response.code], [400, FAILED])
    }).pipe(Effect.provide(withPasskeys()))
  )
})
