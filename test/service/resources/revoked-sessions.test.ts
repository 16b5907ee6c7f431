/** Access tokens of sessions that a new password has revoked. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { sign } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { projectSigningKey } from "../../../service/crypto/signing-key.ts"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  me,
  PROJECT_ID,
  refresh,
  seedWith,
  send,
  service,
  signIn,
  updateMe,
  USER_ID,
  withToken
} from "../fixture.ts"
import { callback, codeTo } from "../mails.ts"
import { post } from "../requests.ts"
import { authorizePath, Browser, exchange, grace, locationOf, oauthService } from "./oauth/browser.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const totp_secret_base64 = Buffer.alloc(20, 7).toString("base64")

/** Resets Ada's password by a mailed code. */
const resetPassword = Effect.fnUntraced(function* (password = "a new password") {
  yield* post("/auth/password/send-reset-code", asClient, { email: ada.email, callback_url: callback })
  const response = yield* Effect.flatMap(codeTo(ada.email), (code) =>
    post("/auth/password/reset", asClient, { code, password })
  )
  assert.strictEqual(response.status, 200)
})

const refused = [401, "ACCESS_TOKEN_EXPIRED"]

describe("an access token from before a password reset", () => {
  it.effect("adds no sign-in address, sets no TOTP secret and reads nothing", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* resetPassword()
      const channel = { user_id: "me", type: "email", value: "thief@example.com", used_for_auth: true }
      for (const tier of [asClient, asServer, asAdmin]) {
        const headers = withToken(access_token, tier)
        const responses = [
          yield* post("/contact-channels", headers, channel),
          yield* updateMe(headers, { totp_secret_base64 }),
          yield* post("/auth/password/update", headers, { old_password: ada.password, new_password: "of the thief" }),
          yield* me(headers)
        ]
        for (const { code, status } of responses) assert.deepStrictEqual([status, code], refused)
      }
      const mine = withToken((yield* signIn({ ...ada, password: "a new password" })).access_token)
      const { json } = yield* send("GET", "/api/v1/contact-channels?user_id=me", { headers: mine })
      assert.notInclude(JSON.stringify(json), "thief@example.com")
      assert.deepInclude((yield* me(mine)).json, { requires_totp_mfa: false })
    }).pipe(Effect.provide(service()))
  )

  it.effect("is rejected in the millisecond of the reset, in which a new one works", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* resetPassword()
      const fresh = yield* signIn({ ...ada, password: "a new password" })
      assert.strictEqual((yield* me(withToken(fresh.access_token))).status, 200)
      const old = yield* me(withToken(access_token))
      assert.deepStrictEqual([old.status, old.code, old.details], [...refused, { expired_at_millis: null }])
    }).pipe(Effect.provide(service()))
  )

  it.effect("cannot connect a provider account, also in a flow that started before", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const browser = new Browser()
      const page = yield* browser.begin("google", { type: "link", token: access_token })
      yield* resetPassword()
      const late = yield* browser.visit("POST", page.pathname, {
        state: page.searchParams.get("state") ?? "",
        ...grace
      })
      assert.strictEqual(late.status, 400)
      const { code, status } = yield* new Browser().get(authorizePath("google", { type: "link", token: access_token }))
      assert.deepStrictEqual([status, code], refused)
      const { access_token: mine } = yield* signIn({ ...ada, password: "a new password" })
      assert.deepInclude((yield* me(withToken(mine))).json, { oauth_providers: [] })
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is not issued for an authorization code from before it", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* new Browser().link("google", { ...grace }, access_token)
      const back = locationOf(yield* new Browser().signIn("google", { account: grace.address }))
      yield* resetPassword()
      const response = yield* exchange(back.searchParams.get("code") ?? "")
      assert.strictEqual(response.code, "INVALID_AUTHORIZATION_CODE")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is not issued for an authorization code that another process is exchanging", () =>
    Effect.gen(function* () {
      const path = (yield* temporaryFolder).path("keystile.db")
      const file = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(path)),
        (opened) => Effect.sync(() => opened.close())
      )
      yield* Effect.gen(function* () {
        const { access_token } = yield* signIn()
        yield* new Browser().link("google", { ...grace }, access_token)
        yield* new Browser().signIn("google", { account: grace.address })
        // The first step of an exchange. Its last one finds the code, and starts the session.
        file.exec("UPDATE oauth_authorization_codes SET used_at = 1 WHERE refresh_token_hash IS NULL")
        const count = file.prepare("SELECT count(*) AS codes FROM oauth_authorization_codes WHERE used_at = 1")
        assert.deepInclude(count.get(), { codes: 1 })
        yield* resetPassword()
        assert.deepInclude(count.get(), { codes: 0 })
      }).pipe(Effect.provide(oauthService({}, {}, { database: path })))
    }).pipe(Effect.scoped)
  )

  it.effect("is also rejected by another process of the service that had accepted it", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const here = service({}, { database })
      yield* Effect.gen(function* () {
        const { access_token } = yield* signIn()
        assert.strictEqual((yield* me(withToken(access_token))).status, 200)
        // A layer of its own: the same layer would be the same service.
        yield* Effect.provide(resetPassword(), service({}, { database }), { local: true })
        const response = yield* me(withToken(access_token))
        assert.deepStrictEqual([response.status, response.code], refused)
      }).pipe(Effect.provide(here))
    }).pipe(Effect.scoped)
  )
})

describe("a changed password", () => {
  it.effect("revokes the access tokens of other sessions", () =>
    Effect.gen(function* () {
      const [own, other] = [yield* signIn(), yield* signIn()]
      const headers = { ...withToken(own.access_token), "x-stack-refresh-token": own.refresh_token }
      const change = { old_password: ada.password, new_password: "a new password" }
      assert.strictEqual((yield* post("/auth/password/update", headers, change)).status, 200)
      assert.strictEqual((yield* me(withToken(own.access_token))).status, 200)
      const response = yield* me(withToken(other.access_token))
      assert.deepStrictEqual([response.status, response.code], refused)
      assert.strictEqual((yield* refresh(own.refresh_token)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("revokes all access tokens when the server sets it", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { password: "a new password" } })
      const response = yield* me(withToken(access_token))
      assert.deepStrictEqual([response.status, response.code], refused)
    }).pipe(Effect.provide(service()))
  )

  it.effect("revokes the access token with which an owner manages projects", () =>
    Effect.gen(function* () {
      const internalKeys = {
        publishableClientKey: "pck_internal",
        secretServerKey: "ssk_internal",
        superSecretAdminKey: "sak_internal"
      }
      const owners = {
        id: "internal",
        displayName: "Internal",
        keys: internalKeys,
        users: [{ ...ada, serverMetadata: { managedProjectIds: [PROJECT_ID] } }]
      }
      yield* Effect.gen(function* () {
        const internal = {
          "x-stack-project-id": "internal",
          "x-stack-access-type": "client",
          "x-stack-publishable-client-key": "pck_internal"
        }
        const { access_token, user_id } = yield* signIn(ada, internal)
        const administer = send("GET", "/api/v1/projects/current", {
          headers: {
            "x-stack-project-id": PROJECT_ID,
            "x-stack-access-type": "admin",
            "x-stack-admin-access-token": access_token
          }
        })
        assert.strictEqual((yield* administer).status, 200)
        const asInternalServer = {
          "x-stack-project-id": "internal",
          "x-stack-access-type": "server",
          "x-stack-secret-server-key": "ssk_internal"
        }
        yield* send("PATCH", `/api/v1/users/${user_id}`, {
          headers: asInternalServer,
          json: { password: "a new password" }
        })
        const response = yield* administer
        assert.deepStrictEqual([response.status, response.code], [401, "ADMIN_ACCESS_TOKEN_EXPIRED"])
      }).pipe(Effect.provide(service({}, { seed: { projects: [...seedWith().projects, owners] } })))
    })
  )
})

describe("an access token without a session id", () => {
  it.effect("is rejected as expired, so that a client of an earlier version refreshes", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      yield* Effect.gen(function* () {
        const file = new DatabaseSync(database)
        const { server_secret } = Schema.decodeUnknownSync(Schema.Struct({ server_secret: Schema.String }))(
          file.prepare("SELECT server_secret FROM installation").get()
        )
        file.close()
        const key = projectSigningKey(server_secret, PROJECT_ID)
        const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
        const iss = "https://access-token.jwt-signature.stack-auth.com"
        const claims = { sub: USER_ID, branchId: "main", iss, iat: 0, aud: PROJECT_ID, exp: 600 }
        const content = `${encode({ alg: "ES256", kid: key.publicJwk.kid })}.${encode(claims)}`
        const signature = sign("sha256", Buffer.from(content), { key: key.privateKey, dsaEncoding: "ieee-p1363" })
        yield* TestClock.adjust("1 second")
        const response = yield* me(withToken(`${content}.${signature.toString("base64url")}`))
        assert.deepStrictEqual(
          [response.status, response.code, response.details],
          [...refused, { expired_at_millis: null }]
        )
        assert.strictEqual((yield* me(asClient)).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
      }).pipe(Effect.provide(service({}, { database })))
    }).pipe(Effect.scoped)
  )
})
