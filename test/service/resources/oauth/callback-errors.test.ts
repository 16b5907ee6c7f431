/** Errors at the end of a flow are shown by the service when the application gave no error URL. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DevelopmentServices } from "../../../../service/development.ts"
import { asServer, send, signIn, USER_ID } from "../../fixture.ts"
import { configure } from "../../requests.ts"
import { Browser, grace, locationOf, oauthService, type QueryFields, signInWith } from "./browser.ts"

/** How the provider returns: by a redirect or by a form post. */
type ReturnMethod = "GET" | "POST"

/** Starts a flow without an error URL, runs `between` at the provider, and returns to the service. */
const returnFromProvider = Effect.fnUntraced(function* (
  method: ReturnMethod,
  {
    between = Effect.void,
    fields = grace,
    query = {}
  }: {
    readonly between?: Effect.Effect<unknown, unknown, DevelopmentServices>
    readonly fields?: QueryFields
    readonly query?: QueryFields
  }
) {
  const browser = new Browser()
  const page = yield* browser.begin("google", { error_redirect_url: undefined, ...query })
  const state = page.searchParams.get("state") ?? ""
  const target = locationOf(yield* browser.visit("POST", page.pathname, { state, ...fields }))
  yield* between
  return method === "GET"
    ? yield* browser.get(target)
    : yield* browser.visit("POST", target.pathname, Object.fromEntries(target.searchParams))
})

const linking = Effect.map(signIn(), ({ access_token }) => ({ type: "link", token: access_token }))

const failures: ReadonlyArray<
  readonly [code: string, happen: (method: ReturnMethod) => ReturnType<typeof returnFromProvider>]
> = [
  ["OUTER_OAUTH_TIMEOUT", (method) => returnFromProvider(method, { between: TestClock.adjust("1 hour") })],
  ["OAUTH_PROVIDER_ACCESS_DENIED", (method) => returnFromProvider(method, { fields: { deny: "yes" } })],
  ["SIGN_UP_NOT_ENABLED", (method) => returnFromProvider(method, { between: configure({ sign_up_enabled: false }) })],
  [
    "REDIRECT_URL_NOT_WHITELISTED",
    (method) => returnFromProvider(method, { between: configure({ allow_localhost: false }) })
  ],
  [
    "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
    (method) =>
      returnFromProvider(method, {
        between: configure({
          oauth_providers: [
            { id: "google", type: "shared", enabled: false },
            { id: "github", type: "shared", enabled: false }
          ]
        })
      })
  ],
  [
    "OAUTH_ACCOUNT_NOT_FOR_SIGN_IN",
    (method) =>
      Effect.gen(function* () {
        const { token } = yield* linking
        yield* new Browser().link("google", grace, token)
        yield* new Browser().link("google", { ...grace, address: "other@example.com" }, token)
        return yield* returnFromProvider(method, { fields: { account: "other@example.com" } })
      })
  ],
  [
    "LIMIT_REACHED",
    (method) =>
      Effect.gen(function* () {
        const query = yield* linking
        const account = { provider_config_id: "google", allow_sign_in: false, allow_connected_accounts: true }
        for (let index = 0; index < 100; index++) {
          const json = { ...account, user_id: USER_ID, account_id: `account ${index}` }
          yield* send("POST", "/api/v1/oauth-providers", { headers: asServer, json })
        }
        return yield* returnFromProvider(method, { query })
      })
  ],
  [
    "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER",
    (method) =>
      Effect.gen(function* () {
        yield* signInWith("google", grace)
        return yield* returnFromProvider(method, { query: yield* linking, fields: { account: grace.address } })
      })
  ]
]

describe.each<ReturnMethod>(["GET", "POST"])("a return from the provider by %s", (method) => {
  it.effect.each(failures)("ends with %s", ([code, happen]) =>
    Effect.gen(function* () {
      const response = yield* happen(method)
      assert.strictEqual(response.code, code, response.text)
      assert.isUndefined(response.headers["location"])
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("ends at the application when nothing is wrong", () =>
    Effect.gen(function* () {
      const response = yield* returnFromProvider(method, {})
      assert.strictEqual(response.status, method === "GET" ? 307 : 303)
      assert.match(locationOf(response).searchParams.get("code") ?? "", /^[\da-f]{64}$/)
    }).pipe(Effect.provide(oauthService()))
  )
})
