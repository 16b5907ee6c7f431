// @vitest-environment happy-dom
/** The OAuth callback: the exchange of the code, its state, and where it redirects. */
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Transport } from "../../../core/http/transport.ts"
import * as Testing from "../../../testing/index.ts"
import * as Admin from "../../../tiers/admin.ts"
import * as Client from "../../../tiers/client.ts"
import { away, same } from "../../corpus/redirects.ts"
import { grace } from "../../service/resources/oauth/browser.ts"
import { layerAlteredRequests } from "../altered-requests.ts"
import { careful, forgetRequests, requests, sent, signInService, totpAt, withSecondFactor } from "./fixture.ts"
import {
  CALLBACK,
  SIGN_IN,
  response,
  begin,
  callback,
  client,
  cookies,
  redirects,
  redirectOf,
  page,
  withProviders
} from "./oauth-fixture.ts"

const TOKEN = "POST /api/v1/auth/oauth/token"

describe("The callback of a provider", () => {
  it.effect("signs a new user up and redirects to the return URL, and signs the same user in the next time", () =>
    Effect.gen(function* () {
      page.setURL(`${SIGN_IN}?after_auth_return_to=%2Fnotes`)
      page.setURL((yield* response(yield* begin())).href)
      assert.deepStrictEqual(yield* callback, { signedIn: true, isNewUser: true, afterCallbackUrl: null })
      assert.deepStrictEqual(redirects, ["/notes"])
      const { getUser, signOut } = yield* Client.Client
      assert.strictEqual((yield* getUser)?.primaryEmail, grace.address)
      yield* signOut
      page.setURL(SIGN_IN)
      page.setURL((yield* response(yield* begin())).href)
      assert.deepStrictEqual(yield* callback, { signedIn: true, isNewUser: false, afterCallbackUrl: null })
      assert.deepStrictEqual(redirects, ["/notes", "/in"])
    }).pipe(Effect.provide(signInService({ client: { ...client, urls: { afterSignIn: "/in", afterSignUp: "/up" } } })))
  )

  it.effect("removes its parameters from the address before any request, and keeps all others", () =>
    Effect.gen(function* () {
      const back = yield* response(yield* begin())
      history.replaceState({ router: "state" }, "", `${back.href}&iss=x&error_description=y&keep=1#here`)
      const client = yield* Client.Client
      const fiber = yield* Effect.forkChild(client.callOAuthCallback(), { startImmediately: true })
      assert.strictEqual(location.href, `${CALLBACK}?keep=1#here`)
      assert.deepStrictEqual(history.state, { router: "state" })
      yield* Fiber.join(fiber)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("uses its verifier up before the exchange, whatever its result", () =>
    Effect.gen(function* () {
      const back = yield* response(yield* begin())
      yield* Testing.Faults.use((faults) => faults.add({ kind: "reset", path: "/api/v1/auth/oauth/token" }))
      page.setURL(back.href)
      const failure = yield* Effect.flip(callback)
      assert.strictEqual(failure._tag, "RequestError")
      assert.deepStrictEqual(cookies(), [])
      yield* Testing.Faults.use((faults) => faults.clear)
      page.setURL(back.href)
      yield* forgetRequests
      assert.deepStrictEqual(yield* callback, { signedIn: false, because: "unknown-state" })
      assert.strictEqual(yield* requests, 0)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("runs once for a component that mounts twice, also after the first unmount", () =>
    Effect.gen(function* () {
      const back = yield* response(yield* begin())
      page.setURL(back.href)
      yield* forgetRequests
      yield* Testing.Faults.use((faults) =>
        faults.add({ kind: "delay", millis: 500, path: "/api/v1/auth/oauth/token" })
      )
      const first = yield* Effect.forkChild(callback, { startImmediately: true })
      const second = yield* Effect.forkChild(callback, { startImmediately: true })
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(yield* Fiber.join(second), { signedIn: true, isNewUser: true, afterCallbackUrl: null })
      assert.strictEqual(yield* sent(TOKEN), 1)
      assert.deepStrictEqual(redirects, ["/"])
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("sends no request for a missing, foreign, replayed or expired state", () =>
    Effect.gen(function* () {
      const back = yield* response(yield* begin())
      const foreign = "f".repeat(43)
      const withState = (state: string) => {
        const url = new URL(back)
        if (state === "") url.searchParams.delete("state")
        else url.searchParams.set("state", state)
        return url.href
      }
      const results: Array<unknown> = []
      const visit = Effect.fnUntraced(function* (href: string) {
        page.setURL(href)
        const result = yield* callback
        results.push(result.signedIn ? "signed in" : result.because)
        assert.notInclude(location.href, "code=")
      })
      yield* forgetRequests
      for (const state of ["", foreign, "../../x", "a; path=/", "x".repeat(100_000)]) yield* visit(withState(state))
      yield* visit(CALLBACK)
      assert.strictEqual(yield* requests, 0)
      assert.isNull(yield* Effect.flatMap(Client.Client, ({ getUser }) => getUser))
      yield* visit(back.href)
      yield* visit(back.href)
      assert.strictEqual(yield* sent(TOKEN), 1)
      assert.deepStrictEqual(results, [
        "no-code",
        ...Array.from({ length: 4 }, () => "unknown-state"),
        "no-code",
        "signed in",
        "unknown-state"
      ])
      page.setURL(SIGN_IN)
      const late = yield* response(yield* begin())
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 })
      yield* forgetRequests
      yield* visit(late.href)
      vi.useRealTimers()
      assert.strictEqual(results.at(-1), "unknown-state")
      assert.strictEqual(yield* requests, 0)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("of another issuer is rejected, and uses the flow up", () =>
    Effect.gen(function* () {
      const back = yield* response(yield* begin())
      yield* forgetRequests
      page.setURL(`${back.href}&iss=${encodeURIComponent("https://evil.test")}`)
      assert.deepStrictEqual(yield* callback, { signedIn: false, because: "other-issuer" })
      page.setURL(back.href)
      assert.deepStrictEqual(yield* callback, { signedIn: false, because: "unknown-state" })
      assert.strictEqual(yield* requests, 0)
      page.setURL(SIGN_IN)
      page.setURL(`${(yield* response(yield* begin())).href}&iss=${encodeURIComponent(Testing.BASE_URL)}`)
      assert.isTrue((yield* callback).signedIn)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("redirects to the URL of the application if it is trusted at that time", () =>
    Effect.gen(function* () {
      page.setURL((yield* response(yield* begin("google", { afterCallbackUrl: "/notes?a=1" }))).href)
      const result = yield* callback
      assert.strictEqual(result.signedIn && result.afterCallbackUrl, "/notes?a=1")
      assert.deepStrictEqual(redirects, ["/notes?a=1"])
    }).pipe(Effect.provide(withProviders))
  )

  /** Another service may be less strict than this one: its word is not taken for it. */
  const careless = (url: string) =>
    Client.layerNoDeps({ projectId: "internal", publishableClientKey: "pck_1", tokenStore: "memory", ...client }).pipe(
      Layer.provide(
        Layer.succeed(Transport, {
          send: () =>
            Effect.succeed({
              status: 200,
              body: JSON.stringify({
                access_token: "a",
                refresh_token: "r",
                token_type: "bearer",
                is_new_user: false,
                after_callback_redirect_url: url
              }),
              header: () => undefined
            })
        })
      )
    )
  const comeBack = Effect.gen(function* () {
    const state = (yield* begin()).searchParams.get("state")
    page.setURL(`${CALLBACK}?code=1&state=${state}`)
    return yield* callback
  })

  it.effect.each(away)("redirects home instead of to another origin (%#)", (url) =>
    Effect.gen(function* () {
      assert.isTrue((yield* comeBack).signedIn)
      assert.deepStrictEqual(redirects, ["/"])
    }).pipe(Effect.provide(careless(url)))
  )

  it.effect.each([...same])("redirects to %j as %j", ([url, part]) =>
    Effect.gen(function* () {
      yield* comeBack
      assert.deepStrictEqual(redirects, [url === "" ? "/" : part])
    }).pipe(Effect.provide(careless(url)))
  )

  it.effect("with an invalid code fails, and signs no user in", () =>
    Effect.gen(function* () {
      const back = yield* response(yield* begin())
      back.searchParams.set("code", "made-up")
      page.setURL(back.href)
      assert.strictEqual((yield* Effect.flip(callback))._tag, "InvalidAuthorizationCode")
      assert.isNull(yield* Effect.flatMap(Client.Client, ({ getUser }) => getUser))
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("with a revoked key fails, and signs no user in", () =>
    Effect.gen(function* () {
      const { apiKeys } = yield* Admin.Admin
      page.setURL((yield* response(yield* begin())).href)
      for (const { id } of yield* apiKeys.list()) yield* Effect.ignore(apiKeys.revoke(id))
      assert.strictEqual((yield* Effect.flip(callback))._tag, "InvalidOAuthClientIdOrSecret")
      assert.isNull((yield* Effect.flatMap(Client.Client, ({ stored }) => stored)).refreshToken)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("to another page than before fails, and signs no user in", () =>
    Effect.gen(function* () {
      page.setURL((yield* response(yield* begin())).href)
      const moved = yield* Effect.provide(
        Client.Client,
        Testing.layerClient({ ...client, urls: { oauthCallback: "/handler/moved" } })
      )
      assert.strictEqual((yield* Effect.flip(moved.callOAuthCallback()))._tag, "RedirectUrlNotWhitelisted")
      assert.isNull((yield* moved.stored).refreshToken)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("with scopes that were added on the way fails, and signs no user in", () =>
    Effect.gen(function* () {
      page.setURL((yield* response(yield* begin())).href)
      const network = layerAlteredRequests(/\/auth\/oauth\/token$/, (request, send) =>
        send({ ...request, body: `${request.body}&scope=everything` })
      )
      const altered = yield* Effect.provide(Client.Client, Layer.provide(Testing.layerClient(client), network))
      assert.strictEqual((yield* Effect.flip(altered.callOAuthCallback()))._tag, "InvalidScope")
      assert.isNull((yield* altered.stored).refreshToken)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("stays on the page with `noRedirect`", () =>
    Effect.gen(function* () {
      page.setURL((yield* response(yield* begin())).href)
      const { callOAuthCallback } = yield* Client.Client
      assert.isTrue((yield* callOAuthCallback({ noRedirect: true })).signedIn)
      assert.deepStrictEqual(redirects, [])
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("requires the second factor", () =>
    Effect.gen(function* () {
      yield* withSecondFactor
      const { completeMultiFactor, getUser, linkOAuthAccount, signInWithCredential, signOut } = yield* Client.Client
      const first = yield* Effect.flip(signInWithCredential(careful))
      if (first._tag !== "MultiFactorAuthenticationRequired") return yield* Effect.die(first)
      yield* completeMultiFactor({ error: first, totp: totpAt(0) })
      page.setURL((yield* response(yield* redirectOf(linkOAuthAccount("google")))).href)
      yield* Effect.ignore(callback)
      yield* signOut
      page.setURL(SIGN_IN)
      page.setURL((yield* response(yield* begin())).href)
      const error = yield* Effect.flip(callback)
      assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
      assert.isNull(yield* getUser)
    }).pipe(Effect.provide(withProviders))
  )
})
