// @vitest-environment happy-dom
/** Browsers that block cookies: sign-in fails before a request whose tokens could not be stored. */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ada, callbackUrl, requests, signInService } from "./fixture.ts"
import * as Client from "../../../tiers/client.ts"

const page = (globalThis as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }).happyDOM
const code = "0".repeat(45)

const attempts = Effect.map(Client.Client, (client) => [
  Effect.asVoid(client.signInWithCredential(ada)),
  Effect.asVoid(client.signUpWithCredential({ ...ada, verificationCallbackUrl: callbackUrl })),
  Effect.asVoid(client.signInWithMagicLink(code)),
  Effect.asVoid(client.signInWithPasskey()),
  Effect.asVoid(client.completeMultiFactor({ attemptCode: code, totp: "123456" }))
])

beforeEach(() => page.setURL("http://localhost:3000/handler/sign-in"))
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, "cookie")
  vi.restoreAllMocks()
})

/** A page whose frame may do nothing: whatever it asks the browser for is thrown at it. */
const forbid = () => {
  const refuse = () => {
    throw new DOMException("The document is sandboxed", "SecurityError")
  }
  // On the document itself, over what its class has.
  Object.defineProperty(document, "cookie", { get: refuse, set: refuse, configurable: true })
  vi.stubGlobal("BroadcastChannel", refuse)
  vi.stubGlobal("navigator", {
    get locks() {
      return refuse()
    }
  })
}

const block = () => vi.spyOn(document, "cookie", "get").mockReturnValue("")

describe("without cookies", () => {
  it.effect("no sign-in method sends a request if redirects load a new page", () =>
    Effect.gen(function* () {
      block()
      for (const attempt of yield* attempts) {
        const failure = yield* Effect.flip(
          attempt as Effect.Effect<void, { readonly _tag: string; readonly message: string }>
        )
        assert.strictEqual(failure._tag, "CookiesBlocked")
        assert.include(failure.message, "Allow cookies")
      }
      assert.strictEqual(yield* requests, 0)
    }).pipe(Effect.provide(signInService({ client: { tokenStore: "cookie", redirectMethod: "window" } })))
  )

  it.effect("a page with a router signs in with tokens in memory", () =>
    Effect.gen(function* () {
      block()
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      assert.strictEqual((yield* client.getUser)?.primaryEmail, ada.email)
    }).pipe(Effect.provide(signInService({ client: { tokenStore: "cookie", redirectMethod: () => {} } })))
  )

  it.effect("a page without any storage is signed in until it is closed", () =>
    Effect.gen(function* () {
      forbid()
      const client = yield* Client.Client
      const stop = client.onSessionChange(() => {})
      yield* client.signInWithCredential(ada)
      assert.strictEqual((yield* client.getUser)?.primaryEmail, ada.email)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* client.getUser)?.primaryEmail, ada.email, "after a refresh")
      assert.strictEqual((yield* Effect.flip(client.signInWithOAuth("google")))._tag, "CookiesBlocked")
      page.setURL(`http://localhost:3000/handler/oauth-callback?code=1&state=${"s".repeat(43)}`)
      vi.spyOn(console, "warn").mockImplementation(() => {})
      assert.deepStrictEqual(yield* client.callOAuthCallback(), { signedIn: false, because: "unknown-state" })
      yield* client.signOut
      assert.isNull(yield* client.getUser)
      stop()
    }).pipe(Effect.provide(signInService({ client: { tokenStore: "cookie", redirectMethod: () => {} } })))
  )

  it.effect("the check leaves no cookie behind", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* Effect.flip(client.signInWithCredential({ ...ada, password: "wrong horse" }))
      assert.strictEqual(document.cookie, "")
      yield* client.signInWithCredential(ada)
      assert.include(document.cookie, "stack-refresh-")
      assert.notInclude(document.cookie, "probe")
    }).pipe(Effect.provide(signInService({ client: { tokenStore: "cookie", redirectMethod: "window" } })))
  )
})
