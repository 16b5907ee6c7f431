/** Access tokens of connected accounts. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schema, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { anyDatabase } from "../../any-database.ts"
import { layerDatabase } from "../../database-layer.ts"
import {
  asAdmin,
  asClient,
  asServer,
  type Headers,
  keys,
  OTHER_PROJECT_ID,
  otherKeys,
  send,
  signIn,
  USER_ID,
  withToken
} from "../../fixture.ts"
import { temporaryFolder } from "../../temporary-folder.ts"
import { UNREADABLE_SECRET } from "../../unreadable-secret.ts"
import { until } from "../../until.ts"
import { Browser, embedded, exchange, grace, locationOf, oauthService, shared, signInWith } from "./browser.ts"
import { jsonServer } from "./json-server.ts"
import { collectLog } from "../../collect-log.ts"

/** Asks for a token of any account at the provider, or of one: `github/ACCOUNT_ID`. */
const ask = (user: string, provider: string, headers: Headers, scope?: string) =>
  send("POST", `/api/v1/connected-accounts/${user}/${provider}/access-token`, {
    headers,
    json: scope === undefined ? {} : { scope }
  })

const readToken = (response: Effect.Success<ReturnType<typeof ask>>) => {
  assert.strictEqual(response.status, 201)
  return Effect.map(
    Schema.decodeUnknownEffect(Schema.Struct({ access_token: Schema.NonEmptyString }))(response.json),
    ({ access_token }) => access_token
  )
}

/** A provider that accepts each refresh token once, as an application with its own keys reaches it. */
const rotatingProvider = Effect.gen(function* () {
  let exchanges = 0
  const state = { refusals: 0, beforeExchange: () => Promise.resolve(), isBusy: false, isRotating: true }
  const tokens = (expires_in: number) => ({
    access_token: `access-${exchanges}`,
    ...((exchanges === 0 || state.isRotating) && { refresh_token: `refresh-${exchanges}` }),
    token_type: "bearer",
    expires_in
  })
  const url = yield* jsonServer({
    "/token": async (form) => {
      if (form.get("grant_type") !== "refresh_token") return tokens(1)
      await state.beforeExchange()
      if (state.isBusy) return { error: "temporarily_unavailable" }
      if (form.get("refresh_token") !== `refresh-${exchanges}`) {
        state.refusals++
        return { error: "invalid_grant" }
      }
      exchanges++
      return tokens(3600)
    },
    "/me": () => ({ id: "1", username: "grace" })
  })
  const endpoints = { authorization: `${url}/auth`, token: `${url}/token`, userinfo: `${url}/me` }
  const provider = { type: "standard", id: "discord", clientId: "client", clientSecret: "secret", endpoints } as const
  return { state, config: { oauthProviders: [provider] } }
})

/** Signs in with the provider. The access token that is stored has expired. */
const signInWithDiscord = Effect.gen(function* () {
  const browser = new Browser()
  const state = (yield* browser.begin("discord")).searchParams.get("state") ?? ""
  const back = locationOf(yield* browser.get(`/api/v1/auth/oauth/callback/discord?code=code&state=${state}`))
  const { json } = yield* exchange(back.searchParams.get("code") ?? "")
  return withToken(String(Reflect.get(Object(json), "access_token")))
})

const askDiscord = (headers: Headers, scope?: string) => Effect.flatMap(ask("me", "discord", headers, scope), readToken)

/** Claims the refresh tokens until the given time, as another process does. */
const claimUntil = (database: string, time: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`UPDATE oauth_provider_tokens SET claimed_until = ${time} WHERE kind = 'refresh'`
  ).pipe(Effect.provide(layerDatabase(database)))

/** Calls a function with the text of each SQL statement. */
const statementTracer = (onStatement: (text: string) => void) =>
  Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      const attribute = span.attribute.bind(span)
      span.attribute = (name, value) => {
        attribute(name, value)
        if (name === "db.query.text") onStatement(String(value))
      }
      return span
    }
  })

describe("an access token of a provider that rotates refresh tokens", () => {
  it.live("is refreshed once for requests of the same time", () =>
    Effect.gen(function* () {
      const { config, state } = yield* rotatingProvider
      yield* Effect.gen(function* () {
        const headers = yield* signInWithDiscord
        const scopes = [undefined, "identify", undefined, "email"]
        const requests = Effect.forEach(scopes, (scope) => askDiscord(headers, scope), { concurrency: "unbounded" })
        assert.deepStrictEqual(yield* requests, Array(4).fill("access-1"))
        assert.deepStrictEqual([yield* askDiscord(headers), state.refusals], ["access-1", 0])
      }).pipe(Effect.provide(oauthService(config)))
    }).pipe(Effect.scoped)
  )

  it.live.each([true, false])(
    "is refreshed once for requests to several processes (new refresh token: %s)",
    (isRotating) =>
      Effect.gen(function* () {
        const { config, state } = yield* rotatingProvider
        state.isRotating = isRotating
        const database = yield* anyDatabase
        const one = yield* Layer.build(oauthService(config, {}, { database }))
        const other = yield* Layer.build(oauthService(config, {}, { database }))
        const headers = yield* Effect.provideContext(signInWithDiscord, one)
        let exchanges = 0
        const [arrived, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        state.beforeExchange = () => {
          exchanges++
          return Effect.runPromise(Effect.andThen(Deferred.succeed(arrived, undefined), Deferred.await(release)))
        }
        const first = yield* Effect.forkChild(Effect.provideContext(askDiscord(headers), one))
        yield* Deferred.await(arrived)
        const others = Array.from({ length: 3 }, () => Effect.provideContext(askDiscord(headers), other))
        const second = yield* Effect.forkChild(Effect.all(others, { concurrency: "unbounded" }), {
          startImmediately: true
        })
        yield* Deferred.succeed(release, undefined)
        assert.strictEqual(yield* Fiber.join(first), "access-1")
        assert.deepStrictEqual(yield* Fiber.join(second), Array(3).fill("access-1"))
        assert.deepStrictEqual([exchanges, state.refusals], [1, 0])
      }).pipe(Effect.scoped)
  )

  it.live("is awaited by one of the requests of a process while another process refreshes it", () =>
    Effect.gen(function* () {
      const { config } = yield* rotatingProvider
      const database = yield* anyDatabase
      yield* Effect.gen(function* () {
        const headers = yield* signInWithDiscord
        yield* claimUntil(database, Date.now() + 60_000)
        const hasWaited = yield* Deferred.make<void>()
        let [claims, lists] = [0, 0]
        const requests = yield* Effect.forEach(Array(20).keys(), () => askDiscord(headers), {
          concurrency: "unbounded"
        }).pipe(
          Effect.withTracer(
            statementTracer((text) => {
              if (text.includes("SELECT id, token, scopes")) lists++
              if (lists >= 20 * 2 && /SET claimed_until = \S+\s+WHERE id = \S+ AND \(/.test(text) && ++claims === 4) {
                Deferred.doneUnsafe(hasWaited, Effect.void)
              }
            })
          ),
          Effect.forkChild
        )
        yield* Deferred.await(hasWaited)
        yield* claimUntil(database, 0)
        assert.deepStrictEqual(yield* Fiber.join(requests), Array(20).fill("access-1"))
        assert.isAtMost(lists, 20 * 2 + 1, "two of each request, and one before the exchange")
      }).pipe(Effect.provide(oauthService(config, {}, { database })))
    }).pipe(Effect.scoped)
  )

  it.effect("is awaited for 20 seconds while other processes refresh it", () =>
    Effect.gen(function* () {
      const { config } = yield* rotatingProvider
      const database = yield* anyDatabase
      yield* Effect.gen(function* () {
        const headers = yield* signInWithDiscord
        yield* claimUntil(database, Date.now() + 3_600_000)
        yield* TestClock.adjust("1 second")
        let checks = 0
        const tracer = statementTracer((text) => {
          if (text.includes("SELECT 1 FROM oauth_provider_tokens")) checks++
        })
        const request = yield* Effect.forkChild(Effect.withTracer(ask("me", "discord", headers), tracer))
        yield* until(Effect.sync(() => checks > 0))
        yield* TestClock.adjust("19999 millis")
        // The first of these may have begun before. The third follows one that did not end the wait.
        const checked = checks + 3
        yield* until(Effect.sync(() => checks >= checked))
        yield* TestClock.adjust("1 millis")
        const { status, text } = yield* Fiber.join(request)
        assert.deepStrictEqual([status, text], [502, "Discord cannot be reached now. Please try again later."])
      }).pipe(Effect.provide(oauthService(config, {}, { database })))
    }).pipe(Effect.scoped)
  )

  it.live("is not awaited any more by a request that was interrupted", () =>
    Effect.gen(function* () {
      const { config } = yield* rotatingProvider
      const database = yield* anyDatabase
      yield* Effect.gen(function* () {
        const headers = yield* signInWithDiscord
        yield* claimUntil(database, Date.now() + 3_600_000)
        const isWaiting = yield* Deferred.make<void>()
        let checks = 0
        const tracer = statementTracer((text) => {
          // During the first one, the request has not begun to wait for the result.
          if (text.includes("SELECT 1 FROM oauth_provider_tokens") && ++checks === 2) {
            Deferred.doneUnsafe(isWaiting, Effect.void)
          }
        })
        const request = yield* Effect.forkChild(Effect.withTracer(askDiscord(headers), tracer))
        yield* Deferred.await(isWaiting)
        // The interruption ends with the wait, which takes 20 seconds otherwise.
        yield* Effect.timeout(Fiber.interrupt(request), "10 seconds")
      }).pipe(Effect.provide(oauthService(config, {}, { database })))
    }).pipe(Effect.scoped)
  )

  it.live("is refreshed once the claim of a process that ended during its exchange has expired", () =>
    Effect.gen(function* () {
      const { config, state } = yield* rotatingProvider
      const database = yield* anyDatabase
      yield* Effect.gen(function* () {
        const headers = yield* signInWithDiscord
        const claimedUntil = Date.now() + 500
        yield* claimUntil(database, claimedUntil)
        let exchangedAt = 0
        state.beforeExchange = async () => void (exchangedAt = Date.now())
        assert.strictEqual(yield* askDiscord(headers), "access-1")
        assert.isAtLeast(exchangedAt, claimedUntil)
      }).pipe(Effect.provide(oauthService(config, {}, { database })))
    }).pipe(Effect.scoped)
  )

  it.live("is refreshed by the next request after the provider failed", () =>
    Effect.gen(function* () {
      const { config, state } = yield* rotatingProvider
      yield* Effect.gen(function* () {
        const headers = yield* signInWithDiscord
        state.isBusy = true
        assert.strictEqual((yield* ask("me", "discord", headers)).status, 400)
        state.isBusy = false
        assert.strictEqual(yield* askDiscord(headers), "access-1")
      }).pipe(Effect.provide(oauthService(config)))
    }).pipe(Effect.scoped)
  )

  it.live("is stored when the request that refreshes it is interrupted", () =>
    Effect.gen(function* () {
      const { config, state } = yield* rotatingProvider
      yield* Effect.gen(function* () {
        const headers = yield* signInWithDiscord
        const [arrived, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        state.beforeExchange = () =>
          Effect.runPromise(Effect.andThen(Deferred.succeed(arrived, undefined), Deferred.await(release)))
        const request = yield* Effect.forkChild(askDiscord(headers))
        yield* Deferred.await(arrived)
        const interruption = yield* Effect.forkChild(Fiber.interrupt(request), { startImmediately: true })
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(interruption)
        assert.deepStrictEqual([yield* askDiscord(headers), state.refusals], ["access-1", 0])
      }).pipe(Effect.provide(oauthService(config)))
    }).pipe(Effect.scoped)
  )
})

describe("an access token of a provider", () => {
  it.effect("is returned to users who signed in with the provider, in every tier", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signInWith("github", grace)
      const own = yield* readToken(yield* ask("me", "github", withToken(access_token)))
      for (const tier of [asServer, asAdmin]) {
        const headers = withToken(access_token, tier)
        assert.strictEqual(yield* readToken(yield* ask("me", "github", headers)), own)
        assert.strictEqual(yield* readToken(yield* ask("me", `github/${grace.address}`, headers)), own)
      }
      const alias = yield* send("POST", "/api/v1/auth/oauth/connected-accounts/github/access-token", {
        headers: withToken(access_token),
        json: {}
      })
      assert.strictEqual(yield* readToken(alias), own)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is returned to users who linked an account, with the granted scopes", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      yield* new Browser().link("github", grace, access_token)
      const without = yield* ask(USER_ID, "github", asServer, "repo")
      assert.deepStrictEqual([without.status, without.code], [400, "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"])
      yield* new Browser().link("github", grace, access_token, { provider_scope: "repo gist" })
      const wide = yield* readToken(yield* ask("me", "github", headers, " gist  repo "))
      assert.strictEqual(yield* readToken(yield* ask("me", "github", headers, "user:email repo")), wide)
      const wider = yield* ask("me", "github", headers, "repo delete_repo")
      assert.strictEqual(wider.code, "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE")
      assert.strictEqual((yield* ask("me", "github", headers, "")).status, 201)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is cached until five minutes before its expiry, then refreshed", () =>
    Effect.gen(function* () {
      yield* signInWith("github", grace)
      const user = yield* signInWith("github", { account: grace.address })
      const me = yield* send("GET", "/api/v1/users/me", { headers: withToken(user.access_token) })
      const { id } = yield* Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))(me.json)
      const first = yield* readToken(yield* ask(id, "github", asServer))
      yield* TestClock.adjust("3299999 millis")
      assert.strictEqual(yield* readToken(yield* ask(id, "github", asServer)), first)
      yield* TestClock.adjust("1 millis")
      const second = yield* readToken(yield* ask(id, "github", asServer))
      assert.notStrictEqual(second, first)
      assert.strictEqual(yield* readToken(yield* ask(id, "github", asServer, "user:email")), second)
      yield* TestClock.adjust("30 days")
      assert.notStrictEqual(yield* readToken(yield* ask(id, "github", asServer)), second)
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is not one that cannot be decrypted, which is reported once", () => {
    const { lines, logger } = collectLog()
    return Effect.gen(function* () {
      const database = yield* anyDatabase
      const onDatabase = <A, E>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
        SqlClient.SqlClient.use(run).pipe(Effect.provide(layerDatabase(database)))
      yield* Effect.gen(function* () {
        const { access_token } = yield* signInWith("github", grace)
        const headers = withToken(access_token)
        const first = yield* readToken(yield* ask("me", "github", headers))
        yield* onDatabase(
          (sql) => sql`UPDATE oauth_provider_tokens SET token = ${UNREADABLE_SECRET} WHERE kind = 'access'`
        )
        const second = yield* readToken(yield* ask("me", "github", headers))
        assert.notStrictEqual(second, first)
        assert.lengthOf(lines, 1)

        yield* onDatabase((sql) => sql`UPDATE oauth_provider_tokens SET token = ${UNREADABLE_SECRET}`)
        for (const _ of [1, 2]) {
          const response = yield* ask("me", "github", headers)
          assert.strictEqual(response.code, "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE", response.text)
        }
        const rows = yield* onDatabase((sql) => sql`SELECT id FROM oauth_provider_tokens`)
        assert.lengthOf(lines, 1 + rows.length)
        assert.match(lines[0] ?? "", /oauth_provider_tokens\.token cannot be decrypted\. .*AAAAAAAA\. Configure/)
      }).pipe(Effect.provide(oauthService({}, {}, { database })))
    }).pipe(Effect.provide(logger), Effect.scoped)
  })

  it.effect("is rejected by the first failing check", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const headers = withToken(access_token)
      const codes = (user: string, provider: string, given: Headers) =>
        Effect.map(ask(user, provider, given), ({ code, status }) => [status, code])
      assert.deepStrictEqual(yield* codes("me", "facebook", asServer), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      assert.deepStrictEqual(yield* codes("me", "facebook", headers), [400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED"])
      assert.deepStrictEqual(yield* codes("me", "__proto__", headers), [400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED"])
      assert.deepStrictEqual(yield* codes("me", "google", headers), [
        400,
        "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS"
      ])
      assert.deepStrictEqual(yield* codes("me", "github", headers), [400, "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER"])
      const unknownId = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"
      assert.deepStrictEqual(yield* codes(unknownId, "github", asServer), [404, undefined])
      assert.deepStrictEqual(yield* codes(unknownId, "google", asServer), [
        400,
        "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS"
      ])
      assert.deepStrictEqual(yield* codes("not-a-uuid", "github", asServer), [400, "SCHEMA_ERROR"])
      const alias = yield* send("POST", "/api/v1/auth/oauth/connected-accounts/github/access-token", {
        headers: asClient,
        json: {}
      })
      assert.strictEqual(alias.code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is for its own user only", () =>
    Effect.gen(function* () {
      const owner = yield* signIn()
      yield* new Browser().link("github", grace, owner.access_token)
      const own = yield* ask(USER_ID, "github", withToken(owner.access_token))
      assert.strictEqual(own.status, 201, "the user's own id equals me")
      const other = yield* signInWith("google", grace)
      const foreign = yield* ask(USER_ID, "github", withToken(other.access_token))
      assert.deepStrictEqual([foreign.status, foreign.code], [403, undefined])
      const anonymous = yield* ask(USER_ID, "github", asClient)
      assert.deepStrictEqual([anonymous.status, anonymous.code], [403, undefined])
      const project = yield* ask(USER_ID, "github", {
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "server",
        "x-stack-secret-server-key": otherKeys.secretServerKey
      })
      assert.strictEqual(project.code, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("requires a key of its tier, and of its project", () =>
    Effect.gen(function* () {
      yield* signInWith("github", grace)
      const user = yield* signInWith("github", { account: grace.address })
      const me = yield* send("GET", "/api/v1/users/me", { headers: withToken(user.access_token) })
      const { id } = yield* Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))(me.json)
      for (const account of ["github", `github/${grace.address}`]) {
        const codeFor = (headers: Headers) => Effect.map(ask(id, account, headers), ({ code }) => code)
        const without = (headers: Headers, key: string) => {
          const { [key]: _, ...keyless } = headers
          return keyless
        }
        for (const [headers, key, tier, ofOther, invalid] of [
          [
            withToken(user.access_token),
            "x-stack-publishable-client-key",
            "CLIENT",
            otherKeys.publishableClientKey,
            "INVALID_PUBLISHABLE_CLIENT_KEY"
          ],
          [asServer, "x-stack-secret-server-key", "SERVER", otherKeys.secretServerKey, "INVALID_SECRET_SERVER_KEY"],
          [
            asAdmin,
            "x-stack-super-secret-admin-key",
            "ADMIN",
            otherKeys.superSecretAdminKey,
            "INVALID_SUPER_SECRET_ADMIN_KEY"
          ]
        ] as const) {
          assert.strictEqual(yield* codeFor(without(headers, key)), `${tier}_AUTHENTICATION_REQUIRED`)
          for (const wrong of ["unknown", ofOther, tier === "ADMIN" ? keys.secretServerKey : keys.superSecretAdminKey])
            assert.strictEqual(yield* codeFor({ ...headers, [key]: wrong }), invalid)
        }
        assert.strictEqual(yield* codeFor({}), "ACCESS_TYPE_REQUIRED")
        assert.strictEqual((yield* ask(id, account, asServer)).status, 201)
      }
    }).pipe(Effect.provide(oauthService()))
  )

  it.effect("is not stored for shared keys, even when the project gets its own keys later", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const start = (own: boolean) =>
        oauthService({ oauthProviders: [own ? { ...embedded, id: "google" } : shared] }, {}, { database })
      const { access_token } = yield* Effect.provide(signInWith("google", grace), start(false))
      const response = yield* Effect.provide(ask("me", "google", withToken(access_token)), start(true))
      assert.strictEqual(response.code, "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE")
    })
  )
})
