// @vitest-environment happy-dom
/** Redirects to a provider: the URL, its state and its scopes. */
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import { readImpersonationRequest } from "../../../core/navigation/impersonation-request.ts"
import * as Testing from "../../../testing/index.ts"
import * as Client from "../../../tiers/client.ts"
import { challengeOf } from "../../service/resources/oauth/browser.ts"
import { ada, signInService } from "./fixture.ts"
import {
  APP,
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

/** Asserts that a call which leaves the page has a result when the browser stays on it. */
const staysOnPage = Effect.fnUntraced(function* <E>(call: Effect.Effect<unknown, E>, result: null | undefined) {
  const assign = vi.spyOn(globalThis.location, "assign").mockImplementation(() => {})
  const leave = Effect.gen(function* () {
    assign.mockClear()
    const fiber = yield* Effect.forkChild(call)
    yield* Effect.promise(() => vi.waitFor(() => assert.strictEqual(assign.mock.calls.length, 1)))
    return fiber
  })
  const stopped = yield* leave
  yield* TestClock.adjust("9999 millis")
  assert.isUndefined(stopped.pollUnsafe())
  yield* TestClock.adjust("1 millis")
  assert.strictEqual(yield* Fiber.join(stopped), result)
  const restored = yield* leave
  dispatchEvent(new Event("pageshow"))
  assert.isUndefined(restored.pollUnsafe())
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }))
  assert.strictEqual(yield* Fiber.join(restored), result)
})

describe("The redirect to a provider", () => {
  it.effect.each(OAuthProviderId.literals)("has every parameter of the wire: %s", (provider) =>
    Effect.gen(function* () {
      const { id, publishableClientKey } = yield* Testing.TestProject
      page.setURL(`${SIGN_IN}?after_auth_return_to=%2Fnotes#top`)
      const url = yield* begin(provider)
      const { code_challenge: challenge = "", state = "", ...rest } = Object.fromEntries(url.searchParams)
      assert.strictEqual(`${url.origin}${url.pathname}`, `${Testing.BASE_URL}/api/v1/auth/oauth/authorize/${provider}`)
      assert.deepStrictEqual(rest, {
        client_id: id,
        client_secret: publishableClientKey,
        redirect_uri: `${CALLBACK}?after_auth_return_to=%2Fnotes`,
        scope: "legacy",
        grant_type: "authorization_code",
        code_challenge_method: "S256",
        response_type: "code",
        type: "authenticate",
        error_redirect_url: `${APP}/handler/error?after_auth_return_to=%2Fnotes`
      })
      const [, verifier = ""] =
        cookies()
          .find((cookie) => cookie.startsWith(`stack-oauth-outer-${state}=`))
          ?.split("=") ?? []
      assert.strictEqual(challenge, challengeOf(verifier))
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("has a unique state and verifier of 256 bits each", () =>
    Effect.gen(function* () {
      const random = vi.spyOn(crypto, "getRandomValues")
      for (let flow = 0; flow < 4; flow++) yield* begin()
      assert.isAtLeast(random.mock.calls.filter(([bytes]) => bytes?.byteLength === 32).length, 8)
      const values = cookies().flatMap((cookie) => cookie.slice("stack-oauth-outer-".length).split("="))
      assert.lengthOf(values, 8)
      for (const value of values) assert.match(value, /^[\w-]{43}$/)
      assert.strictEqual(new Set(values).size, 8)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("requests the scopes of the option and of the call", () =>
    Effect.gen(function* () {
      const url = yield* begin("github", { scopes: ["repo", "gist"], afterCallbackUrl: "/notes" })
      assert.strictEqual(url.searchParams.get("provider_scope"), "read:org repo gist")
      assert.strictEqual(url.searchParams.get("after_callback_redirect_url"), "/notes")
    }).pipe(
      Effect.provide(signInService({ client: { ...client, oauthScopesOnSignIn: { github: ["read:org", "repo"] } } }))
    )
  )

  it.effect.each(["", "..", "../users/me", "a/b", "google?x=1", "__proto__"])(
    "is none to what is no provider: %j",
    (name) =>
      Effect.gen(function* () {
        const { signInWithOAuth } = yield* Client.Client
        const failure = yield* Effect.flip(signInWithOAuth(name as "google"))
        assert.strictEqual(failure._tag, "OAuthProviderNotFoundOrNotEnabled")
        assert.deepStrictEqual(cookies(), [])
      }).pipe(Effect.provide(withProviders))
  )

  it.effect("fails in a browser without cookies, and without a page", () =>
    Effect.gen(function* () {
      const { signInWithOAuth } = yield* Client.Client
      vi.spyOn(document, "cookie", "get").mockReturnValue("")
      assert.strictEqual((yield* Effect.flip(signInWithOAuth("google")))._tag, "CookiesBlocked")
      vi.spyOn(crypto.subtle, "digest").mockRejectedValue(new TypeError("not here"))
      assert.strictEqual((yield* Effect.flip(signInWithOAuth("google")))._tag, "BrowserRequired")
    }).pipe(Effect.provide(withProviders))
  )

  it.effect.each(["signInWithOAuth", "linkOAuthAccount", "connectAccount"] as const)(
    "succeeds when the browser stays on the page, after ten seconds or from the back/forward cache: %s",
    (name) =>
      Effect.gen(function* () {
        const client = yield* Client.Client
        if (name !== "signInWithOAuth") yield* client.signInWithCredential(ada)
        yield* staysOnPage(client[name]("github"), name === "connectAccount" ? null : undefined)
      }).pipe(Effect.provide(withProviders))
  )

  it.effect("sends the access token only when a user connects an account; no error or log contains it", () =>
    Effect.gen(function* () {
      const { linkOAuthAccount, signInWithCredential, stored } = yield* Client.Client
      assert.strictEqual((yield* Effect.flip(linkOAuthAccount("google")))._tag, "CannotGetOwnUserWithoutUser")
      yield* signInWithCredential(ada)
      page.setURL(`${APP}/account?tab=1`)
      const url = yield* redirectOf(linkOAuthAccount("github", { scopes: ["repo"] }))
      const { accessToken } = yield* stored
      assert.strictEqual(url.searchParams.get("type"), "link")
      assert.strictEqual(url.searchParams.get("token"), accessToken && Redacted.value(accessToken))
      assert.strictEqual(url.searchParams.get("provider_scope"), "repo")
      assert.strictEqual(url.searchParams.get("after_callback_redirect_url"), `${APP}/account?tab=1`)
      page.setURL((yield* response(url)).href)
      const result = yield* callback
      assert.isTrue(result.signedIn)
      assert.deepStrictEqual(redirects, ["/account?tab=1"])
      const user = yield* Effect.flatMap(Client.Client, ({ getUser }) => getUser)
      assert.deepStrictEqual([user?.primaryEmail, user?.oauthProviders.length], [ada.email, 1])
    }).pipe(Effect.provide(withProviders))
  )
})

describe("The redirect to the owners' console", () => {
  const USER = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"

  it.effect("has the user and the challenge of a flow of this browser, and no token", () =>
    Effect.gen(function* () {
      const { id } = yield* Testing.TestProject
      const { signInWithCredential, startImpersonation } = yield* Client.Client
      page.setURL(SIGN_IN)
      yield* signInWithCredential(ada)
      const url = yield* redirectOf(startImpersonation(USER))
      assert.strictEqual(`${url.origin}${url.pathname}`, `${Testing.BASE_URL}/owner`)
      const { code_challenge: challenge = "", state = "", ...rest } = Object.fromEntries(url.searchParams)
      assert.deepStrictEqual(rest, { project_id: id, impersonate_user_id: USER, redirect_uri: CALLBACK })
      const cookie = cookies().find((one) => one.startsWith(`stack-oauth-outer-${state}=`)) ?? ""
      assert.strictEqual(challenge, challengeOf(cookie.slice(cookie.indexOf("=") + 1)))
      assert.deepStrictEqual(readImpersonationRequest(url.search), {
        projectId: id,
        userId: USER,
        redirectUri: CALLBACK,
        state,
        codeChallenge: challenge
      })
      url.searchParams.delete("code_challenge")
      assert.isNull(readImpersonationRequest(url.search))
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("succeeds when the browser stays on the page", () =>
    Effect.gen(function* () {
      const { startImpersonation } = yield* Client.Client
      yield* staysOnPage(startImpersonation(USER), undefined)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("fails in a browser without cookies, and without a page", () =>
    Effect.gen(function* () {
      const { startImpersonation } = yield* Client.Client
      vi.spyOn(document, "cookie", "get").mockReturnValue("")
      assert.strictEqual((yield* Effect.flip(startImpersonation(USER)))._tag, "CookiesBlocked")
      vi.spyOn(crypto.subtle, "digest").mockRejectedValue(new TypeError("not here"))
      assert.strictEqual((yield* Effect.flip(startImpersonation(USER)))._tag, "BrowserRequired")
    }).pipe(Effect.provide(withProviders))
  )
})
