/** Sign-in with a provider, from the first redirect to the session. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { OAuthProviderId } from "../../../../core/schema/fields/oauth-provider-id.ts"
import { stepAt, totpCode } from "../../../../service/crypto/totp.ts"
import { entryOf } from "../../audit/audit-fixture.ts"
import { ada, asAdmin, asClient, asServer, me, refresh, send, signIn, USER_ID, withToken } from "../../fixture.ts"
import { post } from "../../requests.ts"
import { readAttempt } from "../../responses.ts"
import {
  authorizePath,
  Browser,
  CALLBACK,
  challengeOf,
  exchange,
  grace,
  locationOf,
  oauthService,
  ORIGIN,
  signInWith
} from "./browser.ts"

describe("signing in with a provider", () => {
  it.effect("stores its state over https in a cookie that only this host can set", () =>
    Effect.gen(function* () {
      const https = { host: "auth.example.com", "x-forwarded-proto": "https" }
      const begun = yield* send("GET", authorizePath("google"), { headers: https })
      const location = locationOf(begun)
      const state = location.searchParams.get("state") ?? ""
      assert.strictEqual(
        begun.headers["set-cookie"],
        `__Host-stack-oauth-inner-${state}=true; Path=/; Max-Age=600; Secure; HttpOnly; SameSite=Lax`
      )
      const visit = (cookie: string) =>
        send("GET", `${location.pathname}${location.search}`, { headers: { ...https, cookie } })
      assert.strictEqual(
        (yield* visit(`stack-oauth-inner-${state}=true`)).status,
        400,
        "set by another host of the domain"
      )
      assert.strictEqual((yield* visit(`__Host-stack-oauth-inner-${state}=true`)).status, 200)
      const ended = yield* send("GET", `/api/v1/auth/oauth/callback/google?state=${state}`, {
        headers: { ...https, cookie: `stack-oauth-inner-${state}=true` }
      })
      assert.strictEqual(ended.status, 400)
      assert.match(
        ended.headers["set-cookie"] ?? "",
        /^__Host-stack-oauth-inner-[\w-]{43}=; Path=\/; Expires=.*; Max-Age=0; Secure; HttpOnly$/
      )
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("starts with a redirect and a cookie", () =>
    Effect.gen(function* () {
      const response = yield* send("GET", authorizePath("google"))
      assert.strictEqual(response.status, 307)
      assert.strictEqual(response.text, "")
      assert.strictEqual(response.headers["referrer-policy"], "no-referrer")
      const location = locationOf(response)
      assert.strictEqual(`${location.origin}${location.pathname}`, `${ORIGIN}/providers/google`)
      const state = location.searchParams.get("state") ?? ""
      assert.match(state, /^[\w-]{43}$/)
      assert.strictEqual(
        response.headers["set-cookie"],
        `stack-oauth-inner-${state}=true; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`
      )
      const challenge = location.searchParams.get("code_challenge") ?? ""
      assert.match(challenge, /^[\w-]{43}$/)
      assert.deepStrictEqual(Object.fromEntries(location.searchParams), {
        client_id: "google",
        scope: "https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile",
        response_type: "code",
        redirect_uri: `${ORIGIN}/api/v1/auth/oauth/callback/google`,
        code_challenge_method: "S256",
        code_challenge: challenge,
        state,
        access_type: "offline"
      })
      const again = locationOf(yield* send("GET", authorizePath("google")))
      assert.notStrictEqual(again.searchParams.get("state"), state)
      assert.notStrictEqual(again.searchParams.get("code_challenge"), challenge)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("sets a secure cookie on an encrypted connection", () =>
    Effect.gen(function* () {
      const response = yield* send("GET", authorizePath("google"), {
        headers: { host: "auth.example.com", "x-forwarded-proto": "https" }
      })
      assert.match(response.headers["set-cookie"] ?? "", /; Secure; HttpOnly; SameSite=Lax$/)
      assert.strictEqual(locationOf(response).origin, "https://auth.example.com")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("creates a user with the provider's data", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const browser = new Browser()
      const back = yield* browser.signIn("google", grace)
      assert.strictEqual(back.status, 307)
      assert.strictEqual(browser.cookies.size, 0, "the cookie is deleted")
      const location = locationOf(back)
      assert.strictEqual(`${location.origin}${location.pathname}`, CALLBACK)
      assert.strictEqual(location.searchParams.get("state"), "state-of-the-application")
      const code = location.searchParams.get("code") ?? ""
      assert.match(code, /^[\da-f]{64}$/)

      const tokens = yield* exchange(code)
      assert.strictEqual(tokens.status, 200)
      assert.strictEqual(tokens.headers["pragma"], "no-cache")
      const { access_token, refresh_token } = yield* signInWith("google", { account: grace.address })
      assert.deepInclude(tokens.json, {
        token_type: "Bearer",
        expires_in: 3599,
        scope: "legacy",
        is_new_user: true,
        newUser: true,
        after_callback_redirect_url: null,
        afterCallbackRedirectUrl: null
      })
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)
      const user = yield* me(withToken(access_token, asServer))
      assert.deepInclude(user.json, {
        display_name: "Grace Hopper",
        primary_email: grace.address,
        primary_email_verified: true,
        primary_email_auth_enabled: true,
        has_password: false,
        auth_with_email: false,
        profile_image_url: null,
        signed_up_at_millis: 3_600_000,
        oauth_providers: [{ id: "google", account_id: grace.address, email: grace.address }]
      })
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("finds the user again, in each project separately", () =>
    Effect.gen(function* () {
      const first = yield* signInWith("google", grace)
      const second = yield* signInWith("google", { account: grace.address })
      assert.deepStrictEqual([first.is_new_user, second.is_new_user], [true, false])
      const ids = yield* Effect.forEach([first, second], ({ access_token }) =>
        Effect.map(me(withToken(access_token)), ({ json }) => json)
      )
      assert.deepStrictEqual(ids[0], ids[1])
      const other = yield* signInWith("github", grace)
      assert.isTrue(other.is_new_user, "the same address at another provider is another user")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("counts addresses as verified if the provider says so", () =>
    Effect.gen(function* () {
      const verified = (provider: string, fields: object) =>
        Effect.gen(function* () {
          const address = `${provider}@example.com`
          const { access_token } = yield* signInWith(provider, { ...grace, ...fields, address })
          const { json } = yield* me(withToken(access_token, asServer))
          return json
        })
      assert.propertyVal(yield* verified("google", {}), "primary_email_verified", true)
      assert.propertyVal(yield* verified("github", { verified: undefined }), "primary_email_verified", false)
      assert.propertyVal(yield* verified("microsoft", {}), "primary_email_verified", false)
      assert.propertyVal(yield* verified("spotify", {}), "primary_email_verified", false)
      assert.deepInclude(yield* verified("x", {}), { primary_email: null, primary_email_verified: false })
    }).pipe(
      Effect.provide(
        oauthService({
          oauthProviders: [
            { type: "shared", id: "google" },
            { type: "shared", id: "github" },
            { type: "shared", id: "microsoft" },
            { type: "shared", id: "spotify" },
            { type: "standard", id: "x", endpoints: "embedded" }
          ]
        })
      )
    )
  )

  it.effect("never signs in to another account with the same address", () =>
    Effect.gen(function* () {
      const sameAddress = { address: ada.email, name: "", verified: "yes" }
      const { access_token, is_new_user } = yield* signInWith("google", sameAddress)
      assert.isTrue(is_new_user)
      const { json } = yield* me(withToken(access_token, asServer))
      assert.deepInclude(json, { primary_email: ada.email, primary_email_auth_enabled: false, display_name: null })
      assert.notPropertyVal(json, "id", USER_ID)
      assert.strictEqual((yield* signIn()).user_id, USER_ID, "the password still belongs to its owner")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("supports every provider", () =>
    Effect.gen(function* () {
      for (const provider of OAuthProviderId.literals) {
        const address = provider === "x" ? "grace" : grace.address
        const { is_new_user } = yield* signInWith(provider, { ...grace, address })
        assert.isTrue(is_new_user, provider)
      }
    }).pipe(
      Effect.provide(
        oauthService({
          oauthProviders: OAuthProviderId.literals.map((id) => ({
            type: "standard" as const,
            id,
            endpoints: "embedded" as const
          }))
        })
      )
    )
  )

  it.effect("passes on the URL of the page after the callback", () =>
    Effect.gen(function* () {
      const back = yield* new Browser().signIn("google", grace, { after_callback_redirect_url: "/settings?tab=1" })
      const tokens = yield* exchange(locationOf(back).searchParams.get("code") ?? "")
      assert.deepInclude(tokens.json, {
        after_callback_redirect_url: "/settings?tab=1",
        afterCallbackRedirectUrl: "/settings?tab=1"
      })
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("keeps the query of the callback URL and drops its hash", () =>
    Effect.gen(function* () {
      const redirect = `${CALLBACK}?after_auth_return_to=%2Fhome&code=old`
      const back = locationOf(yield* new Browser().signIn("google", grace, { redirect_uri: `${redirect}#part` }))
      assert.strictEqual(back.hash, "")
      assert.strictEqual(back.searchParams.get("after_auth_return_to"), "/home")
      assert.lengthOf(back.searchParams.getAll("code"), 1)
      const code = back.searchParams.get("code") ?? ""
      assert.strictEqual((yield* exchange(code, { redirect_uri: redirect })).status, 200)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("requires the second factor at the token endpoint", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signInWith("google", grace)
      const secret = Buffer.from("12345678901234567890").toString("base64")
      yield* send("PATCH", "/api/v1/users/me", {
        headers: withToken(access_token),
        json: { totp_secret_base64: secret }
      })
      const back = yield* new Browser().signIn("google", { account: grace.address })
      const code = locationOf(back).searchParams.get("code") ?? ""
      const response = yield* exchange(code)
      assert.deepStrictEqual([response.status, response.code], [400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED"])
      assert.strictEqual((yield* entryOf(response)).outcome, "refused")
      const { attempt_code } = yield* readAttempt(response.details)
      assert.strictEqual((yield* exchange(code)).code, "INVALID_AUTHORIZATION_CODE", "the code is used up")
      const totp = totpCode(Redacted.make(secret), stepAt(yield* Clock.currentTimeMillis))
      const finished = yield* post("/auth/mfa/sign-in", asClient, { type: "totp", totp, code: attempt_code })
      assert.strictEqual(finished.code, "VERIFICATION_CODE_NOT_FOUND", "the second use ended the attempt")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is rejected for new users when sign-up is disabled, but not for existing ones", () =>
    Effect.gen(function* () {
      const back = locationOf(yield* new Browser().signIn("google", grace))
      assert.strictEqual(`${back.origin}${back.pathname}`, "http://localhost:3000/handler/error")
      assert.strictEqual(back.searchParams.get("errorCode"), "SIGN_UP_NOT_ENABLED")
      assert.strictEqual(back.searchParams.get("details"), "{}")
      assert.isAbove((back.searchParams.get("message") ?? "").length, 10)
      const users = yield* send("GET", "/api/v1/projects/current", { headers: asAdmin })
      assert.propertyVal(users.json, "user_count", 1, "no user was created")
    }).pipe(Effect.provide(oauthService({ signUpEnabled: false })))
  )
})

describe("a project whose seed allows plain code challenges", () => {
  it.effect("accepts the code verifier as the challenge", () =>
    Effect.gen(function* () {
      const plain = { code_challenge: "some-code-challenge", code_challenge_method: "plain" }
      const back = yield* new Browser().signIn("google", grace, plain)
      const code = locationOf(back).searchParams.get("code") ?? ""
      const wrong = yield* exchange(code, { code_verifier: challengeOf("some-code-challenge") })
      assert.strictEqual(wrong.code, "INVALID_AUTHORIZATION_CODE")
      const right = yield* exchange(code, { code_verifier: "some-code-challenge" })
      assert.strictEqual(right.status, 200)
    }).pipe(Effect.provide(oauthService({ allowPlainCodeChallenge: true })))
  )
})
