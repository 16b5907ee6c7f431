// @vitest-environment happy-dom
/** Signing in with providers: a page, the service's own provider pages, and the way back. */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { OAuthProviderAccessDenied } from "../../../core/errors/oauth.ts"
import { Transport } from "../../../core/http/transport.ts"
import { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import * as Testing from "../../../testing/index.ts"
import * as Admin from "../../../tiers/admin.ts"
import * as Client from "../../../tiers/client.ts"
import { away, same } from "../../corpus/redirects.ts"
import { Browser, challengeOf, grace, locationOf } from "../../service/resources/oauth/browser.ts"
import { layerMeddling } from "../altered-requests.ts"
import { ada, careful, forgetRequests, requests, sent, stage, totpAt, withSecondFactor } from "./fixture.ts"

const page = (globalThis as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }).happyDOM
const TOKEN = "POST /api/v1/auth/oauth/token"
const APP = "http://localhost:3000"
const SIGN_IN = `${APP}/handler/sign-in`
const CALLBACK = `${APP}/handler/oauth-callback`

let gone: Array<string> = []
const client = { redirectMethod: (url: string) => void gone.push(url) }
const withProviders = stage({ client })

const cookies = () => document.cookie.split("; ").filter((cookie) => cookie.startsWith("stack-oauth-outer-"))
const forgetCookies = () => {
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; max-age=0; path=/`
}

beforeEach(() => {
  page.setURL(SIGN_IN)
  gone = []
  forgetCookies()
  vi.spyOn(console, "warn").mockImplementation(() => {})
})
afterEach(() => void vi.restoreAllMocks())

/** Where the page is left for, once it is. */
const leaving = Effect.fnUntraced(function* <E>(begin: Effect.Effect<never, E>) {
  const left = new Promise<string>((resolve) =>
    vi.spyOn(globalThis.location, "assign").mockImplementation((url) => resolve(String(url)))
  )
  const fiber = yield* Effect.forkChild(begin)
  const url = yield* Effect.raceFirst(
    Effect.promise(() => left),
    Fiber.join(fiber)
  )
  yield* Fiber.interrupt(fiber)
  return new URL(url)
})

const begin = (provider: OAuthProviderId = "google", options?: Parameters<Client.ClientCalls["signInWithOAuth"]>[1]) =>
  Effect.flatMap(Client.Client, ({ signInWithOAuth }) => leaving(signInWithOAuth(provider, options)))

/**
 * Lets somebody sign in at the provider's page, and gives the address to which the browser comes back. What happens
 * between happens after their answer, before the service gets it.
 */
const answer = Effect.fnUntraced(function* <E = never, R = never>(
  authorize: URL,
  fields: Readonly<Record<string, string>> = grace,
  between?: Effect.Effect<unknown, E, R>
) {
  const browser = new Browser()
  const provider = locationOf(yield* browser.get(authorize))
  const state = provider.searchParams.get("state") ?? ""
  const callback = locationOf(yield* browser.visit("POST", provider.pathname, { state, ...fields }))
  if (between !== undefined) yield* between
  return locationOf(yield* browser.get(callback))
})

const callback = Effect.flatMap(Client.Client, (client) => client.callOAuthCallback())

describe("the way to a provider", () => {
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

  it.effect("has a state and a verifier of 256 bits each, never the same twice", () =>
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

  it.effect("asks for scopes on sign-in, those of the option and of the call", () =>
    Effect.gen(function* () {
      const url = yield* begin("github", { scopes: ["repo", "gist"], afterCallbackUrl: "/notes" })
      assert.strictEqual(url.searchParams.get("provider_scope"), "read:org repo gist")
      assert.strictEqual(url.searchParams.get("after_callback_redirect_url"), "/notes")
    }).pipe(Effect.provide(stage({ client: { ...client, oauthScopesOnSignIn: { github: ["read:org", "repo"] } } })))
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

  it.effect("is not begun in a browser that keeps no cookies, nor without what a page has", () =>
    Effect.gen(function* () {
      const { signInWithOAuth } = yield* Client.Client
      vi.spyOn(document, "cookie", "get").mockReturnValue("")
      assert.strictEqual((yield* Effect.flip(signInWithOAuth("google")))._tag, "CookiesBlocked")
      vi.spyOn(crypto.subtle, "digest").mockRejectedValue(new TypeError("not here"))
      assert.strictEqual((yield* Effect.flip(signInWithOAuth("google")))._tag, "BrowserRequired")
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("sends the access token only when a user connects an account; no error or log contains it", () =>
    Effect.gen(function* () {
      const { linkOAuthAccount, signInWithCredential, stored } = yield* Client.Client
      assert.strictEqual((yield* Effect.flip(linkOAuthAccount("google")))._tag, "CannotGetOwnUserWithoutUser")
      yield* signInWithCredential(ada)
      page.setURL(`${APP}/account?tab=1`)
      const url = yield* leaving(linkOAuthAccount("github", { scopes: ["repo"] }))
      const { accessToken } = yield* stored
      assert.strictEqual(url.searchParams.get("type"), "link")
      assert.strictEqual(url.searchParams.get("token"), accessToken && Redacted.value(accessToken))
      assert.strictEqual(url.searchParams.get("provider_scope"), "repo")
      assert.strictEqual(url.searchParams.get("after_callback_redirect_url"), `${APP}/account?tab=1`)
      page.setURL((yield* answer(url)).href)
      const result = yield* callback
      assert.isTrue(result.signedIn)
      assert.deepStrictEqual(gone, ["/account?tab=1"])
      const user = yield* Effect.flatMap(Client.Client, ({ getUser }) => getUser)
      assert.deepStrictEqual([user?.primaryEmail, user?.oauthProviders.length], [ada.email, 1])
    }).pipe(Effect.provide(withProviders))
  )
})

describe("the way back from a provider", () => {
  it.effect("signs a new user up and goes on to the way back, and knows them the next time", () =>
    Effect.gen(function* () {
      page.setURL(`${SIGN_IN}?after_auth_return_to=%2Fnotes`)
      page.setURL((yield* answer(yield* begin())).href)
      assert.deepStrictEqual(yield* callback, { signedIn: true, isNewUser: true, afterCallbackUrl: null })
      assert.deepStrictEqual(gone, ["/notes"])
      const { getUser, signOut } = yield* Client.Client
      assert.strictEqual((yield* getUser)?.primaryEmail, grace.address)
      yield* signOut
      page.setURL(SIGN_IN)
      page.setURL((yield* answer(yield* begin())).href)
      assert.deepStrictEqual(yield* callback, { signedIn: true, isNewUser: false, afterCallbackUrl: null })
      assert.deepStrictEqual(gone, ["/notes", "/in"])
    }).pipe(Effect.provide(stage({ client: { ...client, urls: { afterSignIn: "/in", afterSignUp: "/up" } } })))
  )

  it.effect("is cleared from the address before anything is sent or loaded, with all else kept", () =>
    Effect.gen(function* () {
      const back = yield* answer(yield* begin())
      history.replaceState({ router: "state" }, "", `${back.href}&iss=x&error_description=y&keep=1#here`)
      const client = yield* Client.Client
      const fiber = yield* Effect.forkChild(client.callOAuthCallback(), { startImmediately: true })
      assert.strictEqual(location.href, `${CALLBACK}?keep=1#here`)
      assert.deepStrictEqual(history.state, { router: "state" })
      yield* Fiber.join(fiber)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("uses its verifier up before the exchange is sent, whatever comes of that", () =>
    Effect.gen(function* () {
      const back = yield* answer(yield* begin())
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

  it.effect("is finished once by a component that mounts twice, also when its first mount is over", () =>
    Effect.gen(function* () {
      const back = yield* answer(yield* begin())
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
      assert.deepStrictEqual(gone, ["/"])
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("sends no request for a missing, foreign, replayed or expired state", () =>
    Effect.gen(function* () {
      const back = yield* answer(yield* begin())
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
      const late = yield* answer(yield* begin())
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 })
      yield* forgetRequests
      yield* visit(late.href)
      vi.useRealTimers()
      assert.strictEqual(results.at(-1), "unknown-state")
      assert.strictEqual(yield* requests, 0)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("of another issuer is refused, and uses the flow up", () =>
    Effect.gen(function* () {
      const back = yield* answer(yield* begin())
      yield* forgetRequests
      page.setURL(`${back.href}&iss=${encodeURIComponent("https://evil.test")}`)
      assert.deepStrictEqual(yield* callback, { signedIn: false, because: "other-issuer" })
      page.setURL(back.href)
      assert.deepStrictEqual(yield* callback, { signedIn: false, because: "unknown-state" })
      assert.strictEqual(yield* requests, 0)
      page.setURL(SIGN_IN)
      page.setURL(`${(yield* answer(yield* begin())).href}&iss=${encodeURIComponent(Testing.BASE_URL)}`)
      assert.isTrue((yield* callback).signedIn)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("goes on to where the application wanted, if that is trusted when it goes", () =>
    Effect.gen(function* () {
      page.setURL((yield* answer(yield* begin("google", { afterCallbackUrl: "/notes?a=1" }))).href)
      const result = yield* callback
      assert.strictEqual(result.signedIn && result.afterCallbackUrl, "/notes?a=1")
      assert.deepStrictEqual(gone, ["/notes?a=1"])
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

  it.effect.each(away)("goes home from where it would lead away (O6, O7, %#)", (url) =>
    Effect.gen(function* () {
      assert.isTrue((yield* comeBack).signedIn)
      assert.deepStrictEqual(gone, ["/"])
    }).pipe(Effect.provide(careless(url)))
  )

  it.effect.each([...same])("goes on to %j as %j", ([url, part]) =>
    Effect.gen(function* () {
      yield* comeBack
      assert.deepStrictEqual(gone, [url === "" ? "/" : part])
    }).pipe(Effect.provide(careless(url)))
  )

  it.effect("with an invalid code fails, and signs no user in", () =>
    Effect.gen(function* () {
      const back = yield* answer(yield* begin())
      back.searchParams.set("code", "made-up")
      page.setURL(back.href)
      assert.strictEqual((yield* Effect.flip(callback))._tag, "InvalidAuthorizationCode")
      assert.isNull(yield* Effect.flatMap(Client.Client, ({ getUser }) => getUser))
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("with a revoked key fails, and signs no user in", () =>
    Effect.gen(function* () {
      const { apiKeys } = yield* Admin.Admin
      page.setURL((yield* answer(yield* begin())).href)
      for (const { id } of yield* apiKeys.list()) yield* Effect.ignore(apiKeys.revoke(id))
      assert.strictEqual((yield* Effect.flip(callback))._tag, "InvalidOAuthClientIdOrSecret")
      assert.isNull((yield* Effect.flatMap(Client.Client, ({ stored }) => stored)).refreshToken)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("to a page that has moved fails, and signs no user in", () =>
    Effect.gen(function* () {
      page.setURL((yield* answer(yield* begin())).href)
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
      page.setURL((yield* answer(yield* begin())).href)
      const network = layerMeddling(/\/auth\/oauth\/token$/, (request, send) =>
        send({ ...request, body: `${request.body}&scope=everything` })
      )
      const meddled = yield* Effect.provide(Client.Client, Layer.provide(Testing.layerClient(client), network))
      assert.strictEqual((yield* Effect.flip(meddled.callOAuthCallback()))._tag, "InvalidScope")
      assert.isNull((yield* meddled.stored).refreshToken)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("stays on the page with `noRedirect`", () =>
    Effect.gen(function* () {
      page.setURL((yield* answer(yield* begin())).href)
      const { callOAuthCallback } = yield* Client.Client
      assert.isTrue((yield* callOAuthCallback({ noRedirect: true })).signedIn)
      assert.deepStrictEqual(gone, [])
    }).pipe(Effect.provide(withProviders))
  )

  it.effect("asks for the second factor as every sign-in does", () =>
    Effect.gen(function* () {
      yield* withSecondFactor
      const { completeMultiFactor, getUser, linkOAuthAccount, signInWithCredential, signOut } = yield* Client.Client
      const first = yield* Effect.flip(signInWithCredential(careful))
      if (first._tag !== "MultiFactorAuthenticationRequired") return yield* Effect.die(first)
      yield* completeMultiFactor({ error: first, totp: totpAt(0) })
      page.setURL((yield* answer(yield* leaving(linkOAuthAccount("google")))).href)
      yield* Effect.ignore(callback)
      yield* signOut
      page.setURL(SIGN_IN)
      page.setURL((yield* answer(yield* begin())).href)
      const error = yield* Effect.flip(callback)
      assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
      assert.isNull(yield* getUser)
    }).pipe(Effect.provide(withProviders))
  )
})

const link = (fields?: Readonly<Record<string, string>>, between?: Effect.Effect<unknown, unknown, Admin.Admin>) =>
  Effect.gen(function* () {
    page.setURL(`${APP}/account`)
    const { linkOAuthAccount } = yield* Client.Client
    return yield* answer(yield* leaving(linkOAuthAccount("google")), fields, between)
  })

const configure = (config: NonNullable<Parameters<Admin.AdminCalls["updateProject"]>[0]["config"]>) =>
  Effect.flatMap(Admin.Admin, ({ updateProject }) => updateProject({ config }))

const partner = "https://partner.example"

/** How a flow comes to each error: what happens between leaving the application and coming back to it. */
const failures = {
  OuterOAuthTimeout: Effect.gen(function* () {
    const { advance } = yield* Testing.ServiceClock
    return yield* answer(yield* begin(), grace, advance("1 hour"))
  }),
  OAuthProviderAccessDenied: Effect.flatMap(begin(), (url) => answer(url, { deny: "yes" })),
  OAuthProviderNotFoundOrNotEnabled: Effect.flatMap(begin(), (url) =>
    answer(
      url,
      grace,
      configure({
        oauthProviders: (["google", "github"] as const).map((id) => ({ id, type: "shared", enabled: false }))
      })
    )
  ),
  SignUpNotEnabled: Effect.flatMap(begin(), (url) => answer(url, grace, configure({ signUpEnabled: false }))),
  RedirectUrlNotWhitelisted: Effect.gen(function* () {
    yield* configure({ domains: [{ domain: partner, handlerPath: "/handler" }] })
    const url = yield* begin("google", { afterCallbackUrl: `${partner}/notes` })
    return yield* answer(url, grace, configure({ domains: [] }))
  }),
  UserAlreadyConnectedToAnotherOAuthConnection: Effect.gen(function* () {
    yield* Effect.flatMap(Client.Client, ({ signInWithCredential }) => signInWithCredential(ada))
    yield* link()
    return yield* link({ ...grace, address: "other@example.com" })
  }),
  OAuthConnectionAlreadyConnectedToAnotherUser: Effect.gen(function* () {
    yield* answer(yield* begin())
    yield* Effect.flatMap(Client.Client, ({ signInWithCredential }) => signInWithCredential(ada))
    return yield* link({ account: grace.address })
  })
} as const

describe("an error that the service raises while the browser is away", () => {
  const cases = Object.entries(failures).map(([tag, happens]) => ({ tag, happens }))

  it.effect.each(cases)("is read on the page of errors: $tag", ({ happens, tag }) =>
    Effect.gen(function* () {
      const back = yield* happens
      assert.strictEqual(`${back.origin}${back.pathname}`, `${APP}/handler/error`)
      page.setURL(back.href)
      const { readErrorPage } = yield* Client.Client
      assert.strictEqual((yield* readErrorPage)?._tag, tag)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect.each(cases)(
    "fails the callback where that is the page of errors, and is cleared from its address: $tag",
    ({ happens, tag }) =>
      Effect.gen(function* () {
        const back = yield* happens
        assert.strictEqual(`${back.origin}${back.pathname}`, CALLBACK)
        page.setURL(back.href)
        yield* forgetRequests
        assert.strictEqual((yield* Effect.flip(callback))._tag, tag)
        assert.notInclude(location.href, "errorCode")
        assert.strictEqual(yield* requests, 0)
      }).pipe(Effect.provide(stage({ client: { ...client, urls: { error: "/handler/oauth-callback" } } })))
  )
})

describe("an error of a provider", () => {
  it.effect("arrives as its class on the page of errors, with a text of its own", () =>
    Effect.gen(function* () {
      const { readErrorPage } = yield* Client.Client
      assert.isNull(yield* readErrorPage)
      const back = yield* answer(yield* begin(), { deny: "yes" })
      assert.strictEqual(`${back.origin}${back.pathname}`, `${APP}/handler/error`)
      back.searchParams.set("message", "Call +1 555 0100 at once")
      page.setURL(back.href)
      const error = yield* readErrorPage
      assert.instanceOf(error, OAuthProviderAccessDenied)
      assert.strictEqual(error.message, new OAuthProviderAccessDenied({}).message)
    }).pipe(Effect.provide(withProviders))
  )

  it.effect.each(["__proto__", "SOMETHING_NEW", "x".repeat(100_000)])(
    "of an unknown code is a RequestError (%#)",
    (code) =>
      Effect.gen(function* () {
        const { readErrorPage } = yield* Client.Client
        page.setURL(`${APP}/handler/error?errorCode=${code}&message=x&details={}`)
        assert.strictEqual((yield* readErrorPage)?._tag, "RequestError")
        page.setURL(`${CALLBACK}?errorCode=${code}&message=x&details={}`)
        assert.strictEqual((yield* Effect.flip(callback))._tag, "RequestError")
        assert.strictEqual(location.href, CALLBACK)
      }).pipe(Effect.provide(withProviders))
  )

  it.effect("in the words of OAuth counts only for a flow of this browser, and ends it", () =>
    Effect.gen(function* () {
      page.setURL(`${CALLBACK}?error=access_denied&state=${"f".repeat(43)}`)
      assert.deepStrictEqual(yield* callback, { signedIn: false, because: "unknown-state" })
      for (const [code, tag] of [
        ["access_denied", "OAuthProviderAccessDenied"],
        ["server_error", "OAuthSignInFailed"]
      ]) {
        page.setURL(SIGN_IN)
        const state = (yield* begin()).searchParams.get("state")
        page.setURL(`${CALLBACK}?error=${code}&error_description=x&state=${state}`)
        assert.strictEqual((yield* Effect.flip(callback))._tag, tag)
        assert.strictEqual(location.href, CALLBACK)
        assert.deepStrictEqual(cookies(), [])
      }
    }).pipe(Effect.provide(withProviders))
  )
})
