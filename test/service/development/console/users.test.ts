/** Users in the console. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Mailbox } from "../../../../service/index.ts"
import { readSession } from "../../responses.ts"
import { ada, asClient, me, OTHER_PROJECT_ID, refresh, send, service, USER_ID, withToken } from "../../fixture.ts"
import { get, post, del, users, adaPath, callback_url, type Listed, readListed } from "./fixture.ts"

const Link = Schema.Struct({ url: Schema.String, expires_at: Schema.Int })

const readLink = Schema.decodeUnknownEffect(Link)

const emails = (listed: typeof Listed.Type) => listed.users.map(({ primary_email }) => primary_email)

/** Follows a sign-in link as an application does, with its code. */
const signInBy = Effect.fnUntraced(function* (url: string) {
  const code = new URL(url).searchParams.get("code")
  return yield* send("POST", "/api/v1/auth/otp/sign-in", { headers: asClient, json: { code } })
})

describe("users", () => {
  it.effect("are created, searched and paginated, newest first", () =>
    Effect.gen(function* () {
      for (const name of ["one", "two", "three"]) {
        yield* post("/clock/advance", { millis: 1000 })
        const made = yield* post(users, { primary_email: `${name}@example.com`, display_name: `Person ${name}` })
        assert.strictEqual(made.status, 201)
      }
      const first = yield* readListed((yield* get(`${users}?limit=2`)).json)
      assert.deepStrictEqual([emails(first), first.total], [["three@example.com", "two@example.com"], 4])
      const second = yield* readListed((yield* get(`${users}?limit=2&cursor=${first.next_cursor}`)).json)
      assert.deepStrictEqual([emails(second), second.next_cursor], [["one@example.com", ada.email], null])
      const found = yield* readListed((yield* get(`${users}?query=PERSON%20t`)).json)
      assert.deepStrictEqual(emails(found), ["three@example.com", "two@example.com"])
      const byId = yield* readListed((yield* get(`${users}?query=${USER_ID}`)).json)
      assert.deepStrictEqual(emails(byId), [ada.email])
    }).pipe(Effect.provide(service()))
  )

  it.effect("that exist or violate a rule of the project are rejected with a reason", () =>
    Effect.gen(function* () {
      const twice = yield* post(users, { primary_email: ada.email, primary_email_auth_enabled: true })
      assert.strictEqual(twice.status, 409)
      assert.include(twice.text, "already exists")
      const off = yield* post(users, { primary_email: "b@example.com", password: "correct horse" })
      assert.deepStrictEqual([off.status, off.text], [400, "Sign-in with a password is switched off in this project."])
      assert.strictEqual((yield* post(users, { primary_email: "no address" })).status, 400)
      assert.strictEqual((yield* readListed((yield* get(users)).json)).total, 1)
    }).pipe(Effect.provide(service({ config: { credentialEnabled: false } })))
  )

  it.effect("are deleted with their sessions, in their own project only", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* readSession((yield* post(`${adaPath}/sessions`)).json)
      assert.strictEqual((yield* del(`/projects/${OTHER_PROJECT_ID}/users/${USER_ID}`)).status, 404)
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
      assert.deepStrictEqual((yield* del(adaPath)).json, { success: true })
      assert.strictEqual((yield* del(adaPath)).status, 404)
      assert.strictEqual((yield* me(withToken(access_token))).status, 400)
      assert.strictEqual((yield* refresh(refresh_token)).status, 401)
      assert.strictEqual((yield* readListed((yield* get(users)).json)).total, 0)
    }).pipe(Effect.provide(service()))
  )

  it.effect("sign in by a link whose code works once, for five minutes, in that project", () =>
    Effect.gen(function* () {
      const { expires_at, url } = yield* readLink((yield* post(`${adaPath}/sign-in-link`, { callback_url })).json)
      assert.isTrue(url.startsWith(`${callback_url}?code=`))
      assert.strictEqual(expires_at, 300_000)
      const signedIn = yield* signInBy(url)
      assert.deepInclude(signedIn.json, { user_id: USER_ID, is_new_user: false })
      assert.strictEqual((yield* signInBy(url)).code, "VERIFICATION_CODE_ALREADY_USED")
      const late = yield* readLink((yield* post(`${adaPath}/sign-in-link`, { callback_url })).json)
      yield* post("/clock/advance", { millis: 300_000 })
      assert.strictEqual((yield* signInBy(late.url)).code, "VERIFICATION_CODE_EXPIRED")
      // No mail was sent.
      assert.deepStrictEqual(yield* (yield* Mailbox).list(), [])
    }).pipe(Effect.provide(service()))
  )

  it.effect("with a second factor are asked for it when they follow a link", () =>
    Effect.gen(function* () {
      const { url } = yield* readLink((yield* post(`${adaPath}/sign-in-link`, { callback_url })).json)
      assert.strictEqual((yield* signInBy(url)).code, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")
    }).pipe(Effect.provide(service({ users: [{ id: USER_ID, ...ada, totpSecret: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=" }] })))
  )

  it.effect("get no sign-in link to an untrusted URL", () =>
    Effect.gen(function* () {
      for (const address of [
        "https://evil.example/callback",
        "javascript:alert(1)",
        "//evil.example",
        "http://localhost@evil.example/",
        "http://localhost.evil.example/",
        "data:text/html,x",
        ""
      ]) {
        const response = yield* post(`${adaPath}/sign-in-link`, { callback_url: address })
        assert.strictEqual(response.status, 400, address)
        assert.notInclude(response.text, "code=")
      }
      const trusted = yield* post(`${adaPath}/sign-in-link`, { callback_url: "https://fernhill.example/handler/x" })
      assert.strictEqual(trusted.status, 200)
    }).pipe(Effect.provide(service({ domains: [{ domain: "https://fernhill.example", handlerPath: "/handler" }] })))
  )

  it.effect("get a session for a script, and its tokens are not logged", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token, user_id } = yield* readSession((yield* post(`${adaPath}/sessions`)).json)
      assert.strictEqual(user_id, USER_ID)
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
      assert.notInclude((yield* get("/requests")).text, refresh_token)
    }).pipe(Effect.provide(service()))
  )

  it.effect("of another project are not found", () =>
    Effect.gen(function* () {
      const foreign = `/projects/${OTHER_PROJECT_ID}/users/${USER_ID}`
      assert.strictEqual((yield* post(`${foreign}/sign-in-link`, { callback_url })).status, 404)
      assert.strictEqual((yield* post(`${foreign}/sessions`)).status, 404)
      assert.strictEqual((yield* get("/projects/unknown/users")).status, 404)
    }).pipe(Effect.provide(service()))
  )
})
