// @vitest-environment happy-dom
/** WebAuthn ceremonies of the browser: error codes and cancellation. */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { PasskeyWebAuthnError } from "../../core/errors/passkey.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import { browserCeremonies, webAuthnError } from "../../core/passkey/web-authn.ts"

const request = { challenge: "AAAA", rpId: "localhost", allowCredentials: [], userVerification: "preferred" }
const creation = {
  challenge: "AAAA",
  rp: { id: "localhost", name: "Test" },
  user: { id: "AAAA", name: "ada", displayName: "ada" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }]
}
const errorNamed = (name: string) => Object.assign(new Error("the browser's words"), { name })

/** The known error of a failed ceremony. */
const webAuthnFailure = <A>(ceremony: Effect.Effect<A, PasskeyWebAuthnError | RequestError>) =>
  Effect.map(Effect.flip(ceremony), (failure) => {
    assert.instanceOf(failure, PasskeyWebAuthnError)
    return failure
  })

const get = vi.fn<(options: CredentialRequestOptions) => Promise<Credential | null>>()
const create = vi.fn<(options: CredentialCreationOptions) => Promise<Credential | null>>()

beforeEach(() => {
  vi.stubGlobal(
    "PublicKeyCredential",
    class {
      static isConditionalMediationAvailable = async () => true
    }
  )
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { get, create } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe("A WebAuthn ceremony", () => {
  it.effect.each([
    ["InvalidStateError", "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"],
    ["NotSupportedError", "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG"],
    ["SecurityError", "ERROR_INVALID_DOMAIN"],
    ["NotAllowedError", "NotAllowedError"],
    ["SomethingNew", "SomethingNew"]
  ])("that fails with %s while creating a passkey has the code %s", ([name, code]) =>
    Effect.gen(function* () {
      ;(Reflect.get(globalThis, "happyDOM") as { setURL: (url: string) => void }).setURL("http://1.2.3/")
      create.mockRejectedValue(errorNamed(name ?? ""))
      const failure = yield* webAuthnFailure(browserCeremonies.create(creation))
      assert.strictEqual(failure.webAuthnCode, code)
    })
  )

  it.effect("is aborted by interruption and by a newer ceremony", () =>
    Effect.gen(function* () {
      const signals: Array<AbortSignal> = []
      get.mockImplementation(
        ({ signal }) =>
          new Promise((_, reject) => {
            if (signal == null) return
            signals.push(signal)
            signal.addEventListener("abort", () => reject(errorNamed("AbortError")))
          })
      )
      const started = (count: number) => Effect.promise(() => vi.waitFor(() => assert.lengthOf(signals, count)))
      const first = yield* Effect.forkChild(webAuthnFailure(browserCeremonies.get(request, { autofill: false })))
      yield* started(1)
      const second = yield* Effect.forkChild(browserCeremonies.get(request, { autofill: false }))
      yield* started(2)
      assert.strictEqual((yield* Fiber.join(first)).webAuthnCode, "ERROR_CEREMONY_ABORTED")
      assert.deepStrictEqual(
        signals.map(({ aborted }) => aborted),
        [true, false]
      )
      yield* Fiber.interrupt(second)
      assert.isTrue(signals[1]?.aborted)
    })
  )

  it.effect("fails with a message in a browser without WebAuthn", () =>
    Effect.gen(function* () {
      vi.stubGlobal("PublicKeyCredential", undefined)
      const failure = yield* webAuthnFailure(browserCeremonies.get(request, { autofill: false }))
      assert.strictEqual(failure.webAuthnMessage, "WebAuthn is not supported in this browser")
    })
  )

  it.effect("fails with ModuleNotLoaded when its library cannot be loaded", () =>
    Effect.gen(function* () {
      vi.resetModules()
      vi.doMock("../../core/passkey/browser-ceremonies.ts", () => Promise.reject(new TypeError("Failed to fetch")))
      const { browserCeremonies } = yield* Effect.promise(() => import("../../core/passkey/web-authn.ts"))
      const failure = yield* Effect.flip(browserCeremonies.get(request, { autofill: false }))
      vi.doUnmock("../../core/passkey/browser-ceremonies.ts")
      assert.strictEqual(failure._tag, "RequestError")
      assert.strictEqual("reason" in failure ? failure.reason._tag : undefined, "ModuleNotLoaded")
    })
  )

  it("converts any thrown value to an error", () => {
    for (const thrown of [null, undefined, "text", 1, {}, { name: 1, message: {}, code: [] }]) {
      assert.strictEqual(webAuthnError(thrown).webAuthnCode, "UnknownError")
    }
  })
})
