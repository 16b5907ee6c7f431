/** Passkeys through the client: the ceremonies are those of an authenticator in software. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { PasskeyWebAuthnError } from "../../../core/errors/passkey.ts"
import { Transport } from "../../../core/http/transport.ts"
import { WebAuthn, type WebAuthnCeremonies } from "../../../core/passkey/web-authn.ts"
import * as Admin from "../../../tiers/admin.ts"
import * as Client from "../../../tiers/client.ts"
import { keyOf } from "./authenticator.ts"
import { ada, careful, requests, sent, signInService, totpAt, withSecondFactor } from "./fixture.ts"

const hostname = "localhost"
const INITIATE = "POST /api/v1/auth/passkey/initiate-passkey-authentication"
const withFlows = signInService()

const failingCeremonies = (code: string): WebAuthnCeremonies => {
  const failure = new PasskeyWebAuthnError({ webAuthnCode: code, webAuthnMessage: "no" })
  return { create: () => Effect.fail(failure), get: () => Effect.fail(failure) }
}

describe("a passkey", () => {
  it.effect("is registered by the signed-in user, and then signs them in", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const { seen, use } = keyOf()
      yield* client.signInWithCredential(ada)
      yield* use(client.registerPasskey({ hostname }))
      assert.isTrue((yield* client.getUser)?.passkeyAuthEnabled)
      yield* client.signOut
      assert.deepStrictEqual(yield* use(client.signInWithPasskey({ hostname })), { isNewUser: false })
      assert.strictEqual((yield* client.getUser)?.primaryEmail, ada.email)
      assert.deepStrictEqual(seen, [hostname, hostname], "the sentinel is replaced by the page's host")
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("needs a page or a host", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const failure = yield* Effect.flip(client.signInWithPasskey())
      assert.strictEqual(failure._tag, "BrowserRequired")
      assert.include(failure.message, "`signInWithPasskey`")
      assert.strictEqual((yield* Effect.flip(client.registerPasskey()))._tag, "BrowserRequired")
      assert.strictEqual(yield* requests, 0)
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("of no user, or with a wrong signature, is rejected", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const stranger = yield* Effect.flip(keyOf().use(client.signInWithPasskey({ hostname })))
      assert.strictEqual(stranger._tag, "PasskeyAuthenticationFailed")
      yield* client.signInWithCredential(ada)
      const foreign = yield* Effect.flip(
        keyOf({ origin: "https://evil.test" }).use(client.registerPasskey({ hostname }))
      )
      assert.strictEqual(foreign._tag, "PasskeyAuthenticationFailed")
      const wrong = yield* Effect.flip(keyOf({ challenge: "d3Jvbmc" }).use(client.registerPasskey({ hostname })))
      assert.strictEqual(wrong._tag, "PasskeyRegistrationFailed")
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("is rejected if the project disables passkeys", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const failure = yield* Effect.flip(client.signInWithPasskey({ hostname }))
      assert.strictEqual(failure._tag, "PasskeyAuthenticationNotEnabled")
      yield* client.signInWithCredential(ada)
      assert.strictEqual(
        (yield* Effect.flip(client.registerPasskey({ hostname })))._tag,
        "PasskeyAuthenticationNotEnabled"
      )
    }).pipe(Effect.provide(signInService({ config: { passkeyEnabled: false } })))
  )

  it.effect.each([
    "ERROR_CEREMONY_ABORTED",
    "ERROR_INVALID_DOMAIN",
    "ERROR_INVALID_RP_ID",
    "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED",
    "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG",
    "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT"
  ])("whose ceremony fails tells the code: %s", (code) =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      const failures = [
        yield* Effect.flip(
          Effect.provideService(client.registerPasskey({ hostname }), WebAuthn, failingCeremonies(code))
        ),
        yield* Effect.flip(
          Effect.provideService(client.signInWithPasskey({ hostname }), WebAuthn, failingCeremonies(code))
        )
      ]
      for (const failure of failures) {
        assert.instanceOf(failure, PasskeyWebAuthnError)
        assert.strictEqual(failure.webAuthnCode, code)
      }
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("expires after 65 seconds", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const { use } = keyOf()
      yield* client.signInWithCredential(ada)
      yield* use(client.registerPasskey({ hostname }))
      const { get } = yield* use(WebAuthn)
      const slow: WebAuthnCeremonies = {
        ...failingCeremonies("never"),
        get: (options, how) => Effect.tap(get(options, how), () => TestClock.adjust("66 seconds"))
      }
      const late = yield* Effect.flip(Effect.provideService(client.signInWithPasskey({ hostname }), WebAuthn, slow))
      assert.strictEqual(late._tag, "VerificationCodeExpired")
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("fails when passkeys are disabled or the challenge expires during the ceremony", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const admin = yield* Admin.Admin
      const { use } = keyOf()
      yield* client.signInWithCredential(ada)
      yield* use(client.registerPasskey({ hostname }))
      const { create, get } = yield* use(WebAuthn)
      const meanwhile = (happens: Effect.Effect<unknown>): WebAuthnCeremonies => ({
        create: (options) => Effect.tap(create(options), () => happens),
        get: (options, how) => Effect.tap(get(options, how), () => happens)
      })
      const tagWhile = <A, E extends { readonly _tag: string }>(
        effect: Effect.Effect<A, E>,
        happens: Effect.Effect<unknown>
      ) => Effect.map(Effect.flip(Effect.provideService(effect, WebAuthn, meanwhile(happens))), ({ _tag }) => _tag)
      const late = yield* tagWhile(client.registerPasskey({ hostname }), TestClock.adjust("66 seconds"))
      assert.strictEqual(late, "VerificationCodeExpired")
      const turned = (passkeyEnabled: boolean) => Effect.orDie(admin.updateProject({ config: { passkeyEnabled } }))
      for (const ceremony of [client.registerPasskey({ hostname }), client.signInWithPasskey({ hostname })]) {
        assert.strictEqual(
          yield* tagWhile<unknown, { readonly _tag: string }>(ceremony, turned(false)),
          "PasskeyAuthenticationNotEnabled"
        )
        yield* turned(true)
      }
    }).pipe(Effect.provide(withFlows))
  )

  it.effect("requires the second factor", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const { use } = keyOf()
      yield* client.signInWithCredential(careful)
      yield* use(client.registerPasskey({ hostname }))
      yield* client.signOut
      yield* withSecondFactor
      const error = yield* Effect.flip(use(client.signInWithPasskey({ hostname })))
      assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
      if (error._tag !== "MultiFactorAuthenticationRequired") return
      assert.deepStrictEqual(yield* client.completeMultiFactor({ error, totp: totpAt(0) }), { isNewUser: false })
    }).pipe(Effect.provide(withFlows))
  )
})

describe("the autofill of a passkey", () => {
  it.effect("requests a new challenge before the old one expires, and ends when it is interrupted", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      let running = 0
      const waiting: WebAuthnCeremonies = {
        ...failingCeremonies("never"),
        get: (_, { autofill }) =>
          Effect.suspend(() => {
            assert.isTrue(autofill)
            running++
            return Effect.onExit(Effect.never, () => Effect.sync(() => running--))
          })
      }
      const autofill = client.signInWithPasskey({ autofill: true, hostname })
      const fiber = yield* Effect.forkChild(Effect.provideService(autofill, WebAuthn, waiting))
      yield* TestClock.withLive(Effect.sleep(0))
      yield* TestClock.adjust("54 seconds")
      assert.deepStrictEqual([yield* sent(INITIATE), running], [1, 1])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual([yield* sent(INITIATE), running], [2, 1])
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(running, 0)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(yield* sent(INITIATE), 2)
    }).pipe(Effect.provide(withFlows))
  )
})

describe("invalid options of a passkey", () => {
  /** A client of a service that gives these options, and nothing else. */
  const withOptions = (options: unknown) =>
    Client.layerNoDeps({ projectId: "internal", publishableClientKey: "pck_1", tokenStore: "memory" }).pipe(
      Layer.provide(
        Layer.succeed(Transport, {
          send: () =>
            Effect.succeed({
              status: 200,
              body: JSON.stringify({ code: "0".repeat(45), options_json: options }),
              header: () => undefined
            })
        })
      )
    )
  const rp = { id: "THIS_VALUE_WILL_BE_REPLACED.example.com", name: "Test" }
  const register = Client.Client.use((client) => client.registerPasskey({ hostname })).pipe(
    Effect.provideService(WebAuthn, failingCeremonies("reached")),
    Effect.flip
  )

  it.effect.each(["", "x".repeat(87)])("are rejected before the ceremony: a user id of 0 or 65 bytes (%#)", (id) =>
    Effect.gen(function* () {
      const failure = yield* register
      assert.instanceOf(failure, PasskeyWebAuthnError)
      assert.strictEqual(failure.webAuthnCode, "ERROR_INVALID_USER_ID_LENGTH")
    }).pipe(Effect.provide(withOptions({ rp, user: { id } })))
  )

  it.effect.each(["eA", "x".repeat(86)])("are valid with a user id of 1 or 64 bytes (%#)", (id) =>
    Effect.gen(function* () {
      const failure = yield* register
      assert.strictEqual(failure._tag === "PasskeyWebAuthnError" && failure.webAuthnCode, "reached")
    }).pipe(Effect.provide(withOptions({ rp, user: { id } })))
  )

  it.effect.each([null, [], "text", {}, { rp: { id: "evil.test" }, user: { id: "eA" } }, { rp, user: {} }])(
    "break the protocol: %j",
    (options) =>
      Effect.gen(function* () {
        const client = yield* Client.Client
        const signIn = Effect.provideService(
          client.signInWithPasskey({ hostname }),
          WebAuthn,
          failingCeremonies("reached")
        )
        for (const failure of [yield* register, yield* Effect.flip(signIn)]) {
          assert.strictEqual(failure._tag === "RequestError" && failure.reason._tag, "BrokenProtocol")
        }
      }).pipe(Effect.provide(withOptions(options)))
  )
})
