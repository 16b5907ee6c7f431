/** Uses the session of examples/expo against a service on a port, with native modules of the test. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeSession, type NativeModules, type Session } from "../../examples/expo/src/session.ts"
import { listen } from "../../service/index.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import { makeAuthenticator } from "../service/authenticator.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const appUrl = "http://localhost:3000"

/** A phone: a keychain, a browser that does what `onPage` says, and an authenticator. */
const makePhone = ({ onPage = () => {} }: { readonly onPage?: (url: string) => void } = {}) => {
  const keychain = new Map<string, string>()
  const authenticator = makeAuthenticator()
  let userHandle = ""
  const closeBrowser = vi.fn()
  const readChallenge = (options: unknown) => {
    const { challenge, user } = options as { readonly challenge: string; readonly user?: { readonly id: string } }
    userHandle = user?.id ?? userHandle
    return challenge
  }
  const native: NativeModules = {
    storage: {
      getItem: async (key) => keychain.get(key) ?? null,
      setItem: async (key, text) => void keychain.set(key, text),
      removeItem: async (key) => void keychain.delete(key)
    },
    openBrowser: async (url) => onPage(url),
    closeBrowser,
    passkeys: {
      create: async (options) => authenticator.create(readChallenge(options)),
      get: async (options) => authenticator.get(readChallenge(options), userHandle)
    }
  }
  return { closeBrowser, keychain, native }
}

const settings = Effect.gen(function* () {
  const { url } = yield* listen({ port: 0 })
  const { id, publishableClientKey } = yield* Testing.TestProject
  return { baseUrl: url, projectId: id, publishableClientKey, appUrl }
})

const emailOf = (session: Session) => Effect.promise(async () => (await session.readUser())?.email)

const withService = Effect.provide(
  Testing.layerService({ users: [ada], config: { passkeyEnabled: true, magicLinkEnabled: true, allowLocalhost: true } })
)

afterEach(() => void vi.restoreAllMocks())

describe("examples/expo", () => {
  it.live("keeps the session in the keychain until the user signs out", () =>
    Effect.gen(function* () {
      const options = yield* settings
      const phone = makePhone()
      const session = makeSession(options, phone.native)
      assert.isUndefined(yield* emailOf(session))
      assert.strictEqual(
        yield* Effect.promise(() => session.signIn(ada.email, "wrong horse")),
        "Wrong email or password."
      )
      assert.isNull(yield* Effect.promise(() => session.signIn(ada.email, ada.password)))
      assert.strictEqual(yield* emailOf(session), ada.email)
      // The application is started again.
      assert.strictEqual(yield* emailOf(makeSession(options, phone.native)), ada.email)
      assert.isNull(yield* Effect.promise(() => session.signOut()))
      assert.strictEqual(phone.keychain.size, 0)
      assert.isUndefined(yield* emailOf(makeSession(options, phone.native)))
    }).pipe(withService)
  )

  it.live("signs up, without the page of a browser", () =>
    Effect.gen(function* () {
      const session = makeSession(yield* settings, makePhone().native)
      assert.isNull(yield* Effect.promise(() => session.signUp("noor@example.com", "verdigris-lantern-42")))
      assert.strictEqual(yield* emailOf(session), "noor@example.com")
    }).pipe(withService)
  )

  it.live("signs in by the system browser, and closes it when the user has approved", () =>
    Effect.gen(function* () {
      const options = yield* settings
      const browser = yield* Client.make({ ...options, tokenStore: "memory" })
      yield* browser.signInWithCredential(ada)
      const phone = makePhone({
        onPage: (url) => {
          const { hash, origin, pathname, searchParams } = new URL(url)
          assert.strictEqual(`${origin}${pathname}`, `${appUrl}/handler/cli-auth-confirm`)
          const code = searchParams.get("login_code") ?? new URLSearchParams(hash.slice(1)).get("login_code") ?? ""
          Effect.runFork(browser.approveCommandLineSignIn(code))
        }
      })
      const session = makeSession(options, phone.native)
      assert.isNull(yield* Effect.promise(() => session.signInInBrowser()))
      assert.strictEqual(yield* emailOf(session), ada.email)
      assert.strictEqual(phone.closeBrowser.mock.calls.length, 1)
    }).pipe(withService)
  )

  it.live("stops waiting for the browser on a signal", () =>
    Effect.gen(function* () {
      const options = yield* settings
      const stopped = new AbortController()
      const phone = makePhone({ onPage: () => stopped.abort() })
      const session = makeSession(options, phone.native)
      const exit = yield* Effect.exit(Effect.tryPromise(() => session.signInInBrowser(stopped.signal)))
      assert.strictEqual(exit._tag, "Failure")
      assert.strictEqual(phone.closeBrowser.mock.calls.length, 1)
      assert.isUndefined(yield* emailOf(session))
    }).pipe(withService)
  )

  it.live("adds a passkey by the native module, and signs in with it", () =>
    Effect.gen(function* () {
      const options = yield* settings
      const phone = makePhone()
      const session = makeSession(options, phone.native)
      yield* Effect.promise(() => session.signIn(ada.email, ada.password))
      assert.isNull(yield* Effect.promise(() => session.addPasskey()))
      yield* Effect.promise(() => session.signOut())
      assert.isNull(yield* Effect.promise(() => session.signInWithPasskey()))
      assert.strictEqual(yield* emailOf(session), ada.email)
    }).pipe(withService)
  )

  const linkTo = (to: string) =>
    Effect.gen(function* () {
      const mailbox = yield* Testing.Mailbox
      const { links } = yield* mailbox.next({ to })
      return links[0] ?? ""
    })

  it.live("signs in by a mailed link that opens the app, once", () =>
    Effect.gen(function* () {
      const session = makeSession(yield* settings, makePhone().native)
      assert.isNull(yield* Effect.promise(() => session.sendMagicLink("noor@example.com")))
      const link = yield* linkTo("noor@example.com")
      assert.include(link, `${appUrl}/handler/magic-link-callback?`)
      assert.deepStrictEqual(yield* Effect.promise(() => session.openLink(link)), {
        page: "magic-link-callback",
        problem: null
      })
      assert.strictEqual(yield* emailOf(session), "noor@example.com")
      const again = yield* Effect.promise(() => session.openLink(link))
      assert.isString(again?.page === "magic-link-callback" && again.problem)
    }).pipe(withService)
  )

  it.live("sets a new password by a mailed link that opens the app", () =>
    Effect.gen(function* () {
      const session = makeSession(yield* settings, makePhone().native)
      assert.isNull(yield* Effect.promise(() => session.sendPasswordReset(ada.email)))
      const link = yield* linkTo(ada.email)
      const reset = yield* Effect.promise(() => session.openLink(link))
      if (reset?.page !== "password-reset") return assert.fail("The link resets no password.")
      const password = "verdigris-lantern-42"
      assert.isNull(yield* Effect.promise(() => session.resetPassword(reset.code, password)))
      assert.isNull(yield* Effect.promise(() => session.signIn(ada.email, password)))
      assert.strictEqual(yield* emailOf(session), ada.email)
    }).pipe(withService)
  )

  it.live("verifies the address of a new user by a mailed link that opens the app", () =>
    Effect.gen(function* () {
      const session = makeSession(yield* settings, makePhone().native)
      yield* Effect.promise(() => session.signUp("noor@example.com", "verdigris-lantern-42"))
      const link = yield* linkTo("noor@example.com")
      assert.deepStrictEqual(yield* Effect.promise(() => session.openLink(link)), {
        page: "email-verification",
        problem: null
      })
    }).pipe(withService)
  )

  it.live("ignores addresses that are no links of mails", () =>
    Effect.gen(function* () {
      const session = makeSession(yield* settings, makePhone().native)
      const others = [
        "orchard://",
        "no address",
        `${appUrl}/handler/sign-in?code=1`,
        `${appUrl}/handler/magic-link-callback`,
        "https://other.example/handler/magic-link-callback?code=1"
      ]
      for (const url of others) assert.isNull(yield* Effect.promise(() => session.openLink(url)))
    }).pipe(withService)
  )

  it.live("says why there is no passkey", () =>
    Effect.gen(function* () {
      const options = yield* settings
      const { native } = makePhone()
      const without = makeSession(options, { ...native, passkeys: null })
      assert.include(yield* Effect.promise(() => without.signInWithPasskey()), "This phone has no passkeys.")
      const passkeys = { create: async () => null, get: async () => null }
      const cancelled = makeSession(options, { ...native, passkeys })
      assert.include(yield* Effect.promise(() => cancelled.signInWithPasskey()), "Cancelled.")
    }).pipe(withService)
  )
})
