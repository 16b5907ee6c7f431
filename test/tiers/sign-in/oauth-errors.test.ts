// @vitest-environment happy-dom
/** Errors of a provider and of the service during an OAuth flow. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { OAuthProviderAccessDenied } from "../../../core/errors/oauth.ts"
import * as Testing from "../../../testing/index.ts"
import * as Admin from "../../../tiers/admin.ts"
import * as Client from "../../../tiers/client.ts"
import { grace } from "../../service/resources/oauth/browser.ts"
import { ada, forgetRequests, requests, signInService } from "./fixture.ts"
import {
  APP,
  CALLBACK,
  SIGN_IN,
  response,
  begin,
  callback,
  client,
  cookies,
  redirectOf,
  page,
  withProviders
} from "./oauth-fixture.ts"

const link = (fields?: Readonly<Record<string, string>>, between?: Effect.Effect<unknown, unknown, Admin.Admin>) =>
  Effect.gen(function* () {
    page.setURL(`${APP}/account`)
    const { linkOAuthAccount } = yield* Client.Client
    return yield* response(yield* redirectOf(linkOAuthAccount("google")), fields, between)
  })

const configure = (config: NonNullable<Parameters<Admin.AdminCalls["updateProject"]>[0]["config"]>) =>
  Effect.flatMap(Admin.Admin, ({ updateProject }) => updateProject({ config }))

const partner = "https://partner.example"

/** How a flow comes to each error: what happens between leaving the application and coming back to it. */
const failures = {
  OuterOAuthTimeout: Effect.gen(function* () {
    const { advance } = yield* Testing.ServiceClock
    return yield* response(yield* begin(), grace, advance("1 hour"))
  }),
  OAuthProviderAccessDenied: Effect.flatMap(begin(), (url) => response(url, { deny: "yes" })),
  OAuthProviderNotFoundOrNotEnabled: Effect.flatMap(begin(), (url) =>
    response(
      url,
      grace,
      configure({
        oauthProviders: (["google", "github"] as const).map((id) => ({ id, type: "shared", enabled: false }))
      })
    )
  ),
  SignUpNotEnabled: Effect.flatMap(begin(), (url) => response(url, grace, configure({ signUpEnabled: false }))),
  RedirectUrlNotWhitelisted: Effect.gen(function* () {
    yield* configure({ domains: [{ domain: partner, handlerPath: "/handler" }] })
    const url = yield* begin("google", { afterCallbackUrl: `${partner}/notes` })
    return yield* response(url, grace, configure({ domains: [] }))
  }),
  OAuthAccountNotForSignIn: Effect.gen(function* () {
    yield* Effect.flatMap(Client.Client, ({ signInWithCredential }) => signInWithCredential(ada))
    for (const address of [grace.address, "other@example.com"]) {
      page.setURL((yield* link({ ...grace, address })).href)
      yield* callback
    }
    return yield* response(yield* begin(), { account: "other@example.com" })
  }),
  LimitReached: Effect.gen(function* () {
    const { ofUser } = yield* Admin.Admin
    const { getUser, signInWithCredential } = yield* Client.Client
    yield* signInWithCredential(ada)
    const { oauthProviders } = ofUser((yield* getUser)?.id ?? "")
    const account = { providerId: "google", allowSignIn: false, allowConnectedAccounts: true } as const
    for (let index = 0; index < 100; index++) yield* oauthProviders.create({ ...account, accountId: `${index}` })
    return yield* link()
  }),
  OAuthConnectionAlreadyConnectedToAnotherUser: Effect.gen(function* () {
    yield* response(yield* begin())
    yield* Effect.flatMap(Client.Client, ({ signInWithCredential }) => signInWithCredential(ada))
    return yield* link({ account: grace.address })
  })
} as const

describe("an error of the service during the redirects", () => {
  const cases = Object.entries(failures).map(([tag, happens]) => ({ tag, happens }))

  it.effect.each(cases)("is read on the error page: $tag", ({ happens, tag }) =>
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
      }).pipe(Effect.provide(signInService({ client: { ...client, urls: { error: "/handler/oauth-callback" } } })))
  )
})

it.effect("the error of a service that allows one account of a provider is read on the error page", () =>
  Effect.gen(function* () {
    page.setURL(`${APP}/handler/error?errorCode=USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION`)
    const { readErrorPage } = yield* Client.Client
    assert.strictEqual((yield* readErrorPage)?._tag, "UserAlreadyConnectedToAnotherOAuthConnection")
  }).pipe(Effect.provide(withProviders))
)

describe("an error of a provider", () => {
  it.effect("is read as its class on the error page, with a text of its own", () =>
    Effect.gen(function* () {
      const { readErrorPage } = yield* Client.Client
      assert.isNull(yield* readErrorPage)
      const back = yield* response(yield* begin(), { deny: "yes" })
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

  it.effect("with OAuth's parameters is accepted only for a flow of this browser, and ends it", () =>
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
