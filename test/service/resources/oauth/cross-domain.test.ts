/** Sessions that are handed to another domain of the project. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import {
  ada,
  type TestResponse,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  me,
  OTHER_PROJECT_ID,
  otherKeys,
  refresh,
  send,
  signIn,
  signUp,
  USER_ID,
  withToken
} from "../../fixture.ts"
import { readSession, readTokens } from "../../responses.ts"
import { temporaryFolder } from "../../temporary-folder.ts"
import { entriesOf } from "../../audit/audit-fixture.ts"
import { anonymous, asAnonymous } from "../anonymous-fixture.ts"
import { CALLBACK, challengeOf, exchange, oauthService, VERIFIER } from "./browser.ts"

const DOMAIN = "https://shop.example.com"
const project = oauthService()

const trustDomain = send("PATCH", "/api/v1/projects/current", {
  headers: asAdmin,
  json: { config: { domains: [{ domain: DOMAIN, handler_path: "/handler" }] } }
})

const wanted = {
  redirect_uri: CALLBACK,
  state: "state-of-the-application",
  code_challenge: challengeOf(VERIFIER),
  code_challenge_method: "S256"
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** The headers of a session, as clients send them. */
const as = ({ access_token, refresh_token }: Tokens, tier?: Headers): Headers => ({
  ...withToken(access_token, tier),
  "x-stack-refresh-token": refresh_token
})

const authorize = (headers: Headers, changes: Readonly<Record<string, unknown>> = {}) =>
  send("POST", "/api/v1/auth/oauth/cross-domain/authorize", { headers, json: { ...wanted, ...changes } })

const readUrl = Schema.decodeUnknownSync(Schema.Struct({ redirect_url: Schema.String }))
const urlOf = ({ json }: TestResponse) => new URL(readUrl(json).redirect_url)
const codeOf = (response: TestResponse) => urlOf(response).searchParams.get("code") ?? assert.fail("There is no code")

const tokensOf = ({ json }: TestResponse) => Effect.runSync(readTokens(json))

const outcome = ({ code, status }: TestResponse) => [status, code]
const INVALID = [400, "INVALID_AUTHORIZATION_CODE"]

const readSessions = Schema.decodeUnknownSync(
  Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String, is_impersonation: Schema.Boolean })) })
)
const sessionsOf = Effect.map(
  send("GET", `/api/v1/auth/sessions?user_id=${USER_ID}`, { headers: asAdmin }),
  ({ json }) => readSessions(json).items
)

describe("a session that is handed to another domain", () => {
  it.effect("starts a session of its own for the same user, in every tier", () =>
    Effect.gen(function* () {
      yield* trustDomain
      for (const tier of [asClient, asServer, asAdmin]) {
        const own = yield* signIn()
        const response = yield* authorize(as(own, tier), {
          redirect_uri: `${DOMAIN}/handler/oauth-callback?from=sign-in#top`,
          after_callback_redirect_url: `${DOMAIN}/basket`
        })
        assert.strictEqual(response.status, 200, response.text)
        const url = urlOf(response)
        assert.strictEqual(`${url.origin}${url.pathname}${url.hash}`, `${DOMAIN}/handler/oauth-callback`)
        assert.deepStrictEqual([...url.searchParams.keys()], ["from", "code", "state"])
        assert.strictEqual(url.searchParams.get("state"), wanted.state)
        const exchanged = yield* exchange(codeOf(response), {
          redirect_uri: `${DOMAIN}/handler/oauth-callback?from=sign-in`
        })
        assert.deepInclude(exchanged.json, {
          is_new_user: false,
          after_callback_redirect_url: `${DOMAIN}/basket`
        })
        const handed = tokensOf(exchanged)
        assert.notStrictEqual(handed.refresh_token, own.refresh_token)
        assert.deepInclude((yield* me(withToken(handed.access_token))).json, { id: USER_ID })
        assert.strictEqual((yield* refresh(own.refresh_token)).status, 200)
        assert.strictEqual((yield* refresh(handed.refresh_token)).status, 200)
      }
      assert.lengthOf(yield* sessionsOf, 6)
    }).pipe(Effect.provide(project))
  )

  it.effect("passes the second factor that its user has passed, and asks for none", () =>
    Effect.gen(function* () {
      const own = yield* signIn()
      const totp_secret_base64 = Buffer.from("a secret of twenty b").toString("base64")
      yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { totp_secret_base64 } })
      assert.strictEqual((yield* exchange(codeOf(yield* authorize(as(own))))).status, 200)
    }).pipe(Effect.provide(project))
  )

  it.effect("ends no later than the first session would have, and stays an impersonation", () =>
    Effect.gen(function* () {
      const created = yield* send("POST", "/api/v1/auth/sessions", {
        headers: asServer,
        json: { user_id: USER_ID, expires_in_millis: 300_000, is_impersonation: true }
      })
      const own = tokensOf(created)
      yield* TestClock.adjust("2 minutes")
      const handed = tokensOf(yield* exchange(codeOf(yield* authorize(as(own)))))
      assert.deepStrictEqual(
        (yield* sessionsOf).map(({ is_impersonation }) => is_impersonation),
        [true, true]
      )
      yield* TestClock.adjust("179999 millis")
      assert.strictEqual((yield* refresh(handed.refresh_token)).status, 200)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* refresh(handed.refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(project))
  )

  it.effect("may be that of an anonymous user, who stays anonymous", () =>
    Effect.gen(function* () {
      const own = yield* anonymous()
      const headers = { ...asAnonymous(own.access_token), "x-stack-refresh-token": own.refresh_token }
      const handed = tokensOf(yield* exchange(codeOf(yield* authorize(headers))))
      assert.deepInclude((yield* me(asAnonymous(handed.access_token))).json, { id: own.user_id, is_anonymous: true })
      assert.strictEqual((yield* authorize(as(own))).code, "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED")
    }).pipe(Effect.provide(project))
  )

  it.effect("is in the audit log, with the session that it comes from", () =>
    Effect.gen(function* () {
      const own = yield* signIn()
      const [first] = yield* sessionsOf
      const authorized = yield* authorize(as(own))
      const [begun] = yield* entriesOf(authorized)
      assert.deepInclude(begun, { action: "POST /auth/oauth/cross-domain/authorize", outcome: "succeeded" })
      assert.deepStrictEqual(begun?.targets, { user_id: USER_ID })
      const [ended] = yield* entriesOf(yield* exchange(codeOf(authorized)))
      assert.deepInclude(ended, { action: "POST /auth/oauth/token", outcome: "succeeded" })
      assert.deepStrictEqual(ended?.targets, { user_id: USER_ID, source_session_id: first?.id ?? "" })
    }).pipe(Effect.provide(project))
  )
})

describe("the code of a session that is handed to another domain", () => {
  it.effect("is valid for a minute", () =>
    Effect.gen(function* () {
      const own = yield* signIn()
      const [early, late] = [codeOf(yield* authorize(as(own))), codeOf(yield* authorize(as(own)))]
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual((yield* exchange(early)).status, 200)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(outcome(yield* exchange(late)), INVALID)
    }).pipe(Effect.provide(project))
  )

  it.effect("is valid once, and a second use ends the session of the first, but not the one that it comes from", () =>
    Effect.gen(function* () {
      const own = yield* signIn()
      const code = codeOf(yield* authorize(as(own)))
      const handed = tokensOf(yield* exchange(code))
      assert.deepStrictEqual(outcome(yield* exchange(code)), INVALID)
      assert.strictEqual((yield* refresh(handed.refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* refresh(own.refresh_token)).status, 200)
    }).pipe(Effect.provide(project))
  )

  it.effect("requires its verifier, its redirect URI and its project", () =>
    Effect.gen(function* () {
      const own = yield* signIn()
      const code = codeOf(yield* authorize(as(own)))
      const foreign = { client_id: OTHER_PROJECT_ID, client_secret: otherKeys.publishableClientKey }
      for (const fields of [
        { code_verifier: `${VERIFIER}x` },
        { code_verifier: challengeOf(VERIFIER) },
        { code_verifier: "" },
        foreign
      ]) {
        assert.deepStrictEqual(outcome(yield* exchange(code, fields)), INVALID, JSON.stringify(fields))
      }
      const elsewhere = yield* exchange(code, { redirect_uri: `${CALLBACK}/` })
      assert.strictEqual(elsewhere.code, "REDIRECT_URL_NOT_WHITELISTED")
      assert.deepStrictEqual(outcome(yield* exchange(code)), INVALID, "it was used up")
      assert.lengthOf(yield* sessionsOf, 1)
    }).pipe(Effect.provide(project))
  )

  const ends = [
    ["was signed out", (own: Tokens) => send("DELETE", "/api/v1/auth/sessions/current", { headers: as(own) })],
    ["was revoked", (_: Tokens, id: string) => send("DELETE", `/api/v1/auth/sessions/${id}`, { headers: asServer })],
    [
      "ended by a new password",
      () => send("PATCH", `/api/v1/users/${USER_ID}`, { headers: asServer, json: { password: "another horse" } })
    ]
  ] as const
  it.effect.each(ends)("is void once the session %s", ([, end]) =>
    Effect.gen(function* () {
      const own = yield* signIn()
      const code = codeOf(yield* authorize(as(own)))
      const [session] = yield* sessionsOf
      assert.strictEqual((yield* end(own, session?.id ?? "")).status, 200)
      assert.deepStrictEqual(outcome(yield* exchange(code)), INVALID)
      assert.deepStrictEqual(yield* sessionsOf, [])
    }).pipe(Effect.provide(project))
  )

  it.effect("is void once its user was deleted", () =>
    Effect.gen(function* () {
      const code = codeOf(yield* authorize(as(yield* signIn())))
      yield* send("DELETE", `/api/v1/users/${USER_ID}`, { headers: asServer })
      assert.deepStrictEqual(outcome(yield* exchange(code)), INVALID)
    }).pipe(Effect.provide(project))
  )
})

describe("such a code at a process of an earlier release on the same database", () => {
  it.effect("is not found, as it would be exchanged without the checks of its session", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const database = path("keystile.db")
      yield* Effect.gen(function* () {
        const own = yield* signIn()
        const code = codeOf(yield* authorize(as(own)))
        const file = yield* Effect.acquireRelease(
          Effect.sync(() => new DatabaseSync(database, { readOnly: true })),
          (opened) => Effect.sync(() => opened.close())
        )
        // The lookup of releases that do not have `session_id`.
        const lookup = file.prepare("SELECT * FROM oauth_authorization_codes WHERE code_hash = ?")
        assert.isUndefined(lookup.get(hash("sha256", code, "base64url")))
        assert.deepInclude(
          { ...file.prepare("SELECT session_id FROM oauth_authorization_codes").get() },
          {
            session_id: (yield* sessionsOf)[0]?.id ?? ""
          }
        )
        assert.strictEqual((yield* exchange(code)).status, 200)
      }).pipe(Effect.provide(oauthService({}, {}, { database })))
    })
  )
})

describe("the request for such a code", () => {
  it.effect("is refused without a user", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signIn()
      for (const tier of [asClient, asServer, asAdmin]) {
        const response = yield* authorize({ ...tier, "x-stack-refresh-token": refresh_token })
        assert.deepStrictEqual(outcome(response), [401, "USER_AUTHENTICATION_REQUIRED"])
      }
    }).pipe(Effect.provide(project))
  )

  it.effect("is refused without the refresh token of the access token's session", () =>
    Effect.gen(function* () {
      const own = yield* signIn()
      const other = yield* signIn()
      const eve = yield* Effect.flatMap(signUp("eve@example.com"), ({ json }) => readSession(json))
      const inOtherProject = yield* signIn(ada, {
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": otherKeys.publishableClientKey
      })
      const missing = yield* authorize(withToken(own.access_token))
      assert.deepStrictEqual(outcome(missing), [400, "SCHEMA_ERROR"])
      for (const { refresh_token } of [other, eve, inOtherProject, { refresh_token: "guessed" }]) {
        const response = yield* authorize(as({ ...own, refresh_token }))
        assert.deepStrictEqual(outcome(response), [401, undefined])
        assert.match(response.text, /^The refresh token is not the one/)
      }
      yield* send("DELETE", "/api/v1/auth/sessions/current", { headers: as(own) })
      assert.deepStrictEqual(outcome(yield* authorize(as(own))), [401, undefined], "the session has ended")
    }).pipe(Effect.provide(project))
  )

  it.effect("is refused for a redirect to an untrusted URL", () =>
    Effect.gen(function* () {
      yield* trustDomain
      const headers = as(yield* signIn())
      for (const url of [
        "https://evil.example.com/handler/oauth-callback",
        "http://shop.example.com/handler/oauth-callback",
        `${DOMAIN}.evil.example/`,
        `${DOMAIN}:8443/`,
        `${DOMAIN}@evil.example/`,
        `https://evil.example/?${DOMAIN}/`,
        "javascript:alert(1)"
      ]) {
        for (const changes of [{ redirect_uri: url }, { after_callback_redirect_url: url }]) {
          const response = yield* authorize(headers, changes)
          assert.deepStrictEqual(outcome(response), [400, "REDIRECT_URL_NOT_WHITELISTED"], JSON.stringify(changes))
        }
      }
    }).pipe(Effect.provide(project))
  )

  it.effect("is refused without PKCE by S256, and without a state", () =>
    Effect.gen(function* () {
      const headers = as(yield* signIn())
      for (const changes of [
        { code_challenge_method: "plain" },
        { code_challenge_method: "s256" },
        { code_challenge: undefined },
        { code_challenge: "" },
        { code_challenge: "x".repeat(42) },
        { code_challenge: "x".repeat(129) },
        { code_challenge: `${"x".repeat(43)}=` },
        { code_challenge: `${"x".repeat(43)}\n` },
        { state: undefined },
        { state: "" },
        { state: "x".repeat(513) },
        { redirect_uri: undefined },
        { redirect_uri: "/handler/oauth-callback" },
        { after_callback_redirect_url: "/basket" }
      ]) {
        assert.deepStrictEqual(
          outcome(yield* authorize(headers, changes)),
          [400, "SCHEMA_ERROR"],
          JSON.stringify(changes)
        )
      }
      const longest = { state: "x".repeat(512), code_challenge_method: undefined }
      const code = codeOf(yield* authorize(headers, longest))
      assert.strictEqual((yield* exchange(code)).status, 200)
      assert.strictEqual((yield* authorize(headers, { code_challenge: "x".repeat(128) })).status, 200)
    }).pipe(Effect.provide(project))
  )
})
