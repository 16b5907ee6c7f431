/** Sign-in with a provider, and tokens of connected accounts. The embedded provider replaces the recorded one. */
import { Effect, Schema } from "effect"
import { asServer, send } from "../../fixture.ts"
import { Browser, exchange, grace, locationOf } from "../../resources/oauth/browser.ts"
import { signedIn } from "../../setup/users.ts"
import { setUp } from "../../setup/project.ts"
import { configure } from "../../requests.ts"
import { at } from "../scenario.ts"

/** The parameters of the recorded application, which uses a plain code challenge. */
const application = {
  redirect_uri: "http://stack-test.localhost/some-callback-url",
  state: "this-is-some-state",
  code_challenge: "some-code-challenge",
  code_challenge_method: "plain",
  error_redirect_url: undefined
}

/** Starts a flow up to the page of the provider. */
const atProvider = Effect.fnUntraced(function* (provider: string, more: Readonly<Record<string, string>> = {}) {
  const browser = new Browser()
  const page = yield* browser.begin(provider, { ...application, ...more })
  const state = page.searchParams.get("state") ?? ""
  const cookie = [...browser.cookies].map(([name, value]) => `; ${name}=${value}`).join("")
  return { browser, page, state, headers: { cookie } }
})

/** Returns from the provider with a code. */
const back = Effect.fnUntraced(function* (more: Readonly<Record<string, string>> = {}) {
  const { browser, headers, page, state } = yield* atProvider("spotify", more)
  const response = yield* browser.visit("POST", page.pathname, { state, ...grace })
  return { query: { state, code: locationOf(response).searchParams.get("code") ?? "" }, headers }
})

/** Returns to the application with an authorization code. */
const code = Effect.map(
  new Browser().signIn("spotify", grace, application),
  (response) => locationOf(response).searchParams.get("code") ?? ""
)

const withCode = Effect.map(code, (code) => ({ body: { code } }))

const Me = Schema.Struct({ items: Schema.NonEmptyArray(Schema.Struct({ id: Schema.String })) })

export const oauth = [
  at(12, "GET /auth/oauth/authorize/spotify anonymous 307"),
  at(13, "GET /auth/oauth/authorize/spotify anonymous 400 INVALID_OAUTH_CLIENT_ID_OR_SECRET"),
  at(14, "GET /auth/oauth/authorize/spotify anonymous 400 SCHEMA_ERROR"),
  at(15, "GET /auth/oauth/authorize/spotify anonymous 401 INVALID_PUBLISHABLE_CLIENT_KEY"),
  at(
    16,
    "GET /auth/oauth/callback/microsoft anonymous 400",
    Effect.map(atProvider("microsoft"), ({ headers, state }) => ({ headers, query: { state } }))
  ),
  at(17, "GET /auth/oauth/callback/spotify anonymous 307", back()),
  at(
    18,
    "GET /auth/oauth/callback/spotify anonymous 400 SIGN_UP_NOT_ENABLED",
    Effect.andThen(configure({ sign_up_enabled: false }), back())
  ),
  at(
    19,
    "GET /auth/oauth/callback/spotify anonymous 400",
    Effect.map(back(), ({ query }) => ({ query }))
  ),
  at(
    20,
    "GET /auth/oauth/callback/spotify anonymous 400 REDIRECT_URL_NOT_WHITELISTED",
    back({ redirect_uri: "http://evil-website.example.com" })
  ),
  at(21, "POST /auth/oauth/token client 200", withCode),
  at(22, "POST /auth/oauth/token client 400 INVALID_AUTHORIZATION_CODE", withCode),
  at(23, "POST /auth/oauth/token client 400 REDIRECT_URL_NOT_WHITELISTED", withCode),
  at(
    24,
    "POST /auth/oauth/token client 400 MULTI_FACTOR_AUTHENTICATION_REQUIRED",
    Effect.gen(function* () {
      yield* exchange(yield* code, {
        redirect_uri: application.redirect_uri,
        code_verifier: application.code_challenge
      })
      const { json } = yield* send("GET", "/api/v1/users", { headers: asServer })
      const {
        items: [{ id }]
      } = yield* Schema.decodeUnknownEffect(Me)(json)
      yield* setUp("PATCH", `/users/${id}`, { totp_secret_base64: "ZXhhbXBsZSB2YWx1ZQ==" })
      return { body: { code: yield* code } }
    })
  ),
  at(
    81,
    "POST /connected-accounts/*/spotify/access-token server 400 OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    Effect.map(signedIn, ({ user }) => ({ user, ids: [user.id] }))
  ),
  at(
    82,
    "POST /connected-accounts/me/facebook/access-token client 400 OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
    signedIn
  ),
  at(
    83,
    "POST /connected-accounts/me/github/access-token client 400 OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    signedIn
  ),
  at(
    84,
    "POST /connected-accounts/me/spotify/access-token client 400 OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS",
    signedIn
  )
]
