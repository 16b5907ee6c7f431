/** Requests whose session is revoked after its authentication. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { PasswordHasher } from "../../../service/crypto/password-hasher.ts"
import { layerTest as testHasher } from "../../../service/development/password-hasher-test.ts"
import { layerNoDeps, type DevelopmentServices } from "../../../service/development.ts"
import { makeAuthenticator } from "../authenticator.ts"
import { ada, asClient, asServer, type Headers, me, seedWith, send, service, USER_ID, withToken } from "../fixture.ts"
import { callback, codeTo } from "../mails.ts"
import { makeTeam } from "../team-fixture.ts"
import { post } from "../requests.ts"
import { readId, readItems } from "../responses.ts"
import { anonymous, asAnonymous } from "./anonymous-fixture.ts"
import { Browser, embedded, exchange, grace, locationOf, shared } from "./oauth/browser.ts"
import { jsonServer } from "./oauth/json-server.ts"
import { initiateRegistration, readCeremony } from "./passkey-fixture.ts"
import { randomUUID } from "node:crypto"

const config = {
  allowTeamApiKeys: true,
  allowUserApiKeys: true,
  magicLinkEnabled: true,
  oauthProviders: [shared, embedded],
  passkeyEnabled: true
}

const totp_secret_base64 = Buffer.alloc(20, 7).toString("base64")

const patchUser = (json: object) => send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json })

const revokeSessions = send("DELETE", `/api/v1/auth/sessions?user_id=${USER_ID}`, { headers: asServer })

const newSession = Effect.gen(function* () {
  const response = yield* send("POST", "/api/v1/auth/sessions", { headers: asServer, json: { user_id: USER_ID } })
  return withToken(String(Reflect.get(Object(response.json), "access_token")))
})

interface Change {
  readonly method: string
  readonly path: string
  readonly json: object
}

/**
 * The requests that add a way into an account or a team, or mail a code for one. Each returns its change, which is
 * valid for a session.
 */
const changes: Readonly<Record<string, (headers: Headers) => Effect.Effect<Change, never, DevelopmentServices>>> = {
  "sets the first password": () =>
    Effect.succeed({ method: "POST", path: "/auth/password/set", json: { password: "of the thief" } }),
  "changes the password": () =>
    Effect.as(patchUser({ password: ada.password }), {
      method: "POST",
      path: "/auth/password/update",
      json: { old_password: ada.password, new_password: "of the thief" }
    }),
  "sets a TOTP secret": () => Effect.succeed({ method: "PATCH", path: "/users/me", json: { totp_secret_base64 } }),
  "creates recovery codes": () =>
    Effect.as(patchUser({ totp_secret_base64 }), { method: "POST", path: "/auth/mfa/recovery-codes", json: {} }),
  "registers a passkey": Effect.fnUntraced(function* (headers) {
    const { challenge, code } = yield* readCeremony((yield* initiateRegistration(headers)).json)
    const json = { code, credential: makeAuthenticator().create(challenge) }
    return { method: "POST", path: "/auth/passkey/register", json }
  }),
  "adds a contact channel": () =>
    Effect.succeed({
      method: "POST",
      path: "/contact-channels",
      json: { user_id: "me", type: "email", value: "thief@example.com", used_for_auth: true }
    }),
  "changes a contact channel": Effect.fnUntraced(function* () {
    const { json } = yield* send("GET", `/api/v1/contact-channels?user_id=${USER_ID}`, { headers: asServer })
    const id = (yield* readItems(json))[0]?.["id"]
    return { method: "PATCH", path: `/contact-channels/me/${id}`, json: { value: "thief@example.com" } }
  }),
  "mails a code that verifies a contact channel": Effect.fnUntraced(function* () {
    const { json } = yield* send("GET", `/api/v1/contact-channels?user_id=${USER_ID}`, { headers: asServer })
    const id = (yield* readItems(json))[0]?.["id"]
    const path = `/contact-channels/me/${id}/send-verification-code`
    return { method: "POST", path, json: { callback_url: callback } }
  }),
  "mails a code that verifies the primary email": () =>
    Effect.succeed({
      method: "POST",
      path: "/contact-channels/send-verification-code",
      json: { email: ada.email, callback_url: callback }
    }),
  "creates an API key": () =>
    Effect.succeed({
      method: "POST",
      path: "/user-api-keys",
      json: { user_id: "me", description: "CI", expires_at_millis: null }
    }),
  "creates an API key of a team": () =>
    Effect.map(makeTeam(USER_ID), (team_id) => ({
      method: "POST",
      path: "/team-api-keys",
      json: { team_id, description: "CI", expires_at_millis: null }
    })),
  "allows sign-in with a connected account": Effect.fnUntraced(function* () {
    const account = { user_id: USER_ID, provider_config_id: "google", account_id: randomUUID() }
    const response = yield* send("POST", "/api/v1/oauth-providers", {
      headers: asServer,
      json: { ...account, allow_sign_in: false, allow_connected_accounts: true }
    })
    const id = yield* readId(response.json)
    return { method: "PATCH", path: `/oauth-providers/me/${id}`, json: { allow_sign_in: true } }
  }),
  "invites to a team": () =>
    Effect.map(makeTeam(USER_ID), (team_id) => ({
      method: "POST",
      path: "/team-invitations/send-code",
      json: { team_id, email: "thief@example.com", callback_url: callback }
    }))
}

describe("a request whose session is revoked before its body arrives", () => {
  for (const [what, prepare] of Object.entries(changes)) {
    it.effect(`is refused if it ${what}`, () =>
      Effect.gen(function* () {
        const change = Effect.fnUntraced(function* (revoke: Effect.Effect<unknown, never, DevelopmentServices>) {
          const before = yield* newSession
          const { json, method, path } = yield* prepare(before)
          const headers = yield* newSession
          const beforeBody = Effect.provideContext(revoke, yield* Effect.context<DevelopmentServices>())
          return yield* send(method, `/api/v1${path}`, { headers, json, beforeBody })
        })
        const refused = yield* change(revokeSessions)
        assert.deepStrictEqual(
          [refused.status, refused.code, refused.details],
          [401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null }]
        )
        assert.include([200, 201], (yield* change(Effect.void)).status)
      }).pipe(Effect.provide(service({ config, users: [{ id: USER_ID, email: ada.email }] })))
    )
  }
})

/** Completes `arrived` at each hash of this password, and holds it until `release` is completed. */
const makeHoldingHasher = (held: string, arrived: Deferred.Deferred<void>, release: Deferred.Deferred<void>) =>
  Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (hasher) => {
      const hold = (password: Redacted.Redacted<string>) =>
        Redacted.value(password) === held
          ? Effect.andThen(Deferred.succeed(arrived, undefined), Deferred.await(release))
          : Effect.void
      return {
        ...hasher,
        hash: (password) => Effect.andThen(hold(password), hasher.hash(password)),
        verify: (password, hash) => Effect.andThen(hold(password), hasher.verify(password, hash))
      }
    })
  ).pipe(Layer.provide(testHasher))

/** Runs a test with a service whose hashes of one password are held. */
const withHeldHash = <A, E>(
  held: string,
  test: (arrived: Effect.Effect<void>, release: Effect.Effect<unknown>) => Effect.Effect<A, E, DevelopmentServices>
) =>
  Effect.gen(function* () {
    const [arrived, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const running = Layer.orDie(layerNoDeps({ seed: seedWith({ config }) })).pipe(
      Layer.provide(makeHoldingHasher(held, arrived, release))
    )
    return yield* test(Deferred.await(arrived), Deferred.succeed(release, undefined)).pipe(Effect.provide(running))
  })

describe("an anonymous user whose account becomes that of another person", () => {
  it.effect("gets no password by a request that was being hashed", () =>
    withHeldHash("of the thief", (arrived, release) =>
      Effect.gen(function* () {
        const { access_token, user_id } = yield* anonymous()
        const browser = new Browser()
        const page = yield* browser.begin("google", { token: access_token })
        const set = yield* Effect.forkChild(
          post("/auth/password/set", asAnonymous(access_token), { password: "of the thief" })
        )
        yield* arrived
        const back = locationOf(yield* browser.submit(page, grace))
        const { json } = yield* exchange(back.searchParams.get("code") ?? "")
        yield* release
        const response = yield* Fiber.join(set)
        assert.deepStrictEqual([response.status, response.code], [401, "ACCESS_TOKEN_EXPIRED"])
        const owner = yield* me(withToken(String(Reflect.get(Object(json), "access_token"))))
        assert.deepInclude(owner.json, { id: user_id, primary_email: grace.address, has_password: false })
      })
    )
  )
})

describe("a sign-up of an anonymous user whose session is revoked", () => {
  const revokeOf = (userId: string) => send("DELETE", `/api/v1/auth/sessions?user_id=${userId}`, { headers: asServer })
  const isAnonymous = (userId: string) =>
    Effect.map(send("GET", `/api/v1/users/${userId}`, { headers: asServer }), ({ json }) =>
      Reflect.get(Object(json), "is_anonymous")
    )

  it.effect("is refused if its password was being hashed", () =>
    withHeldHash("of the thief", (arrived, release) =>
      Effect.gen(function* () {
        const { access_token, user_id } = yield* anonymous()
        const json = { email: "thief@example.com", password: "of the thief" }
        const signUp = yield* Effect.forkChild(post("/auth/password/sign-up", asAnonymous(access_token), json))
        yield* arrived
        assert.strictEqual((yield* revokeOf(user_id)).status, 200)
        yield* release
        const response = yield* Fiber.join(signUp)
        assert.deepStrictEqual([response.status, response.code], [401, "ACCESS_TOKEN_EXPIRED"])
        assert.isTrue(yield* isAnonymous(user_id))
      })
    )
  )

  it.effect("is refused if the body with its mailed code arrives afterwards, and does not use up the code", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      const email = "thief@example.com"
      yield* post("/auth/otp/send-sign-in-code", asClient, { email, callback_url: callback })
      const json = { code: yield* codeTo(email) }
      const beforeBody = Effect.provideContext(revokeOf(user_id), yield* Effect.context<DevelopmentServices>())
      const headers = asAnonymous(access_token)
      const response = yield* send("POST", "/api/v1/auth/otp/sign-in", { headers, json, beforeBody })
      assert.deepStrictEqual([response.status, response.code], [401, "ACCESS_TOKEN_EXPIRED"])
      assert.isTrue(yield* isAnonymous(user_id))
      assert.strictEqual((yield* post("/auth/otp/sign-in", asClient, json)).status, 200)
    }).pipe(Effect.provide(service({ config })))
  )

  it.effect("ends if it was begun with a provider", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      const browser = new Browser()
      const page = yield* browser.begin("google", { token: access_token })
      assert.strictEqual((yield* revokeOf(user_id)).status, 200)
      assert.strictEqual((yield* browser.submit(page, grace)).status, 400)
      assert.isTrue(yield* isAnonymous(user_id))
    }).pipe(Effect.provide(service({ config })))
  )

  it.effect("ends if it was begun with a provider and only this session is revoked", () =>
    Effect.gen(function* () {
      const { access_token, user_id } = yield* anonymous()
      const { json } = yield* send("GET", `/api/v1/auth/sessions?user_id=${user_id}`, { headers: asServer })
      const [sessionId] = (yield* readItems(json)).map((session) => String(Reflect.get(session, "id")))
      yield* post("/auth/sessions", asServer, { user_id })
      const browser = new Browser()
      const page = yield* browser.begin("google", { token: access_token })
      const path = `/api/v1/auth/sessions/${sessionId}?user_id=${user_id}`
      assert.strictEqual((yield* send("DELETE", path, { headers: asServer })).status, 200)
      assert.strictEqual((yield* browser.submit(page, grace)).status, 400)
      assert.isTrue(yield* isAnonymous(user_id))
    }).pipe(Effect.provide(service({ config })))
  )

  it.live("ends if the provider was being asked", () =>
    Effect.gen(function* () {
      let revoke: Effect.Effect<unknown> = Effect.void
      const issuer = yield* jsonServer({
        "/token": () => Effect.runPromise(Effect.as(revoke, { access_token: "token", token_type: "bearer" })),
        "/me": () => ({ id: "1", username: "grace" })
      })
      yield* Effect.gen(function* () {
        const { access_token, user_id } = yield* anonymous()
        revoke = Effect.provideContext(revokeOf(user_id), yield* Effect.context<DevelopmentServices>())
        const browser = new Browser()
        const start = yield* browser.begin("discord", { token: access_token })
        const state = start.searchParams.get("state") ?? ""
        const response = yield* browser.get(`/api/v1/auth/oauth/callback/discord?code=code&state=${state}`)
        assert.deepStrictEqual([response.status, response.headers["location"]], [400, undefined])
        assert.isTrue(yield* isAnonymous(user_id))
      }).pipe(Effect.provide(service({ config: { oauthProviders: [discordAt(issuer)] } })))
    }).pipe(Effect.scoped)
  )
})

const discordAt = (issuer: string) =>
  ({
    type: "standard",
    id: "discord",
    clientId: "client",
    clientSecret: "secret",
    endpoints: { authorization: `${issuer}/auth`, token: `${issuer}/token`, userinfo: `${issuer}/me` }
  }) as const

describe("a linking flow whose session is revoked", () => {
  it.live("during the request to the provider gets no authorization code", () =>
    Effect.gen(function* () {
      let revoke: Effect.Effect<unknown> = Effect.void
      const issuer = yield* jsonServer({
        "/token": () =>
          Effect.runPromise(
            Effect.as(
              Effect.suspend(() => revoke),
              { access_token: "token", token_type: "bearer" }
            )
          ),
        "/me": () => ({ id: "1", username: "grace" })
      })
      yield* Effect.gen(function* () {
        const link = Effect.gen(function* () {
          const browser = new Browser()
          const token = (yield* newSession)["x-stack-access-token"]
          const start = yield* browser.begin("discord", { type: "link", token })
          const state = start.searchParams.get("state") ?? ""
          return yield* browser.get(`/api/v1/auth/oauth/callback/discord?code=code&state=${state}`)
        })
        const linked = yield* link
        assert.isNotNull(locationOf(linked).searchParams.get("code"), linked.text)
        revoke = Effect.provideContext(revokeSessions, yield* Effect.context<DevelopmentServices>())
        const response = yield* link
        assert.deepStrictEqual([response.status, response.headers["location"]], [400, undefined])
      }).pipe(Effect.provide(service({ config: { oauthProviders: [discordAt(issuer)] } })))
    }).pipe(Effect.scoped)
  )
})
