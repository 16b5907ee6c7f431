/** An export that is imported into another database. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { stepAt, totpCode } from "../../../service/crypto/totp.ts"
import { makeAuthenticator } from "../authenticator.ts"
import { send, signIn, updateMe, withToken, asClient, asServer } from "../fixture.ts"
import { anonymous } from "../resources/anonymous-fixture.ts"
import { register, signInBy } from "../resources/passkey-fixture.ts"
import {
  ADA_ID,
  BOB_ID,
  bob,
  define,
  defineForProject,
  grant,
  grantInProject,
  join,
  makeTeam,
  permissionsOf,
  projectPermissionsOf,
  setUserDefaults,
  users
} from "../team-fixture.ts"
import { get, patch, post } from "../requests.ts"
import { pluck, readId, readSession, readAttempt, readRecoveryCodes } from "../responses.ts"
import { end, exportFrom, header, importContent, newDatabase, serviceOn, userRecord } from "./transfer-fixture.ts"

/** The most permissions of a project. */
const MAX_PERMISSIONS = 500

const TOTP_SECRET = Buffer.alloc(20, 7).toString("base64")
const config = { passkeyEnabled: true, oauthProviders: [{ type: "shared", id: "github" }] } as const
const source = {
  users: users.map((user) => (user.id === BOB_ID ? { ...user, totpSecret: TOTP_SECRET } : user)),
  config
}

/** Finishes Bob's sign-in with a second factor. */
const finish = Effect.fnUntraced(function* (factor: object) {
  const { details } = yield* post("/auth/password/sign-in", asClient, bob)
  const { attempt_code } = yield* readAttempt(details)
  const path = "recovery_code" in factor ? "/auth/mfa/recovery-codes/sign-in" : "/auth/mfa/sign-in"
  return yield* post(path, asClient, { code: attempt_code, ...factor })
})

const totpNow = Effect.gen(function* () {
  yield* TestClock.adjust("30 seconds")
  return { type: "totp", totp: totpCode(Redacted.make(TOTP_SECRET), stepAt(yield* Clock.currentTimeMillis)) }
})

/** Everything that an export has, in a service. */
const fill = Effect.gen(function* () {
  yield* TestClock.setTime(Date.UTC(2026, 0, 31))
  const key = makeAuthenticator()
  const ada = withToken((yield* signIn()).access_token)
  assert.strictEqual((yield* register(ada, key)).status, 200)
  yield* updateMe(ada, { client_metadata: { theme: "dark", "": ["é", null, 0.5] } })
  yield* patch(`/users/${ADA_ID}`, asServer, {
    server_metadata: JSON.parse('{"__proto__": {"plan": "free"}}'),
    client_read_only_metadata: "text",
    profile_image_url: "https://example.com/ada.png"
  })
  const channel = { user_id: ADA_ID, type: "email", value: "second@example.com", used_for_auth: false }
  assert.strictEqual((yield* post("/contact-channels", asServer, channel)).status, 201)

  const { json } = yield* finish(yield* totpNow)
  const signedIn = withToken((yield* readSession(json)).access_token)
  const generated = yield* send("POST", "/api/v1/auth/mfa/recovery-codes", { headers: signedIn, json: {} })
  const { codes } = yield* readRecoveryCodes(generated.json)
  assert.strictEqual((yield* finish({ recovery_code: codes[0] })).status, 200)

  const carol = yield* post("/users", asServer, {
    display_name: "Carol",
    oauth_providers: [
      { id: "github", account_id: "1234", email: "carol@example.com" },
      { id: "github", account_id: "5678" }
    ]
  })
  assert.strictEqual(carol.status, 201)
  const account = { user_id: ADA_ID, provider_config_id: "github", account_id: "9", allow_connected_accounts: false }
  assert.strictEqual((yield* post("/oauth-providers", asServer, { ...account, allow_sign_in: false })).status, 201)

  assert.strictEqual((yield* define("pay", "$read_members")).status, 201)
  assert.strictEqual((yield* define("bill", "pay")).status, 201)
  assert.strictEqual((yield* defineForProject("staff")).status, 201)
  assert.strictEqual((yield* defineForProject("boss", "staff")).status, 201)
  assert.strictEqual((yield* grantInProject(ADA_ID, "boss")).status, 201)
  assert.strictEqual((yield* setUserDefaults("staff")).status, 200)
  const team = yield* makeTeam(BOB_ID, "Crew")
  yield* patch(`/teams/${team}`, asServer, { server_metadata: { seats: 3 } })
  yield* join(team, ADA_ID)
  yield* grant(team, ADA_ID, "bill")
  yield* patch(`/team-member-profiles/${team}/${ADA_ID}`, asServer, { display_name: "Ada of the crew" })
  yield* patch(`/users/${ADA_ID}`, asServer, { selected_team_id: team })
  return { key, team, codes }
})

/** Returns the users as the server tier sees them, without the time of their last activity. */
const listed = Effect.map(get("/users", asServer), ({ text }) => text)

describe("an export", () => {
  it.effect("has everything: imported elsewhere, users sign in with all their methods", () =>
    Effect.gen(function* () {
      const from = yield* newDatabase(source)
      const { accounts, codes, key, seen, team } = yield* Effect.provide(
        Effect.gen(function* () {
          const filled = yield* fill
          return { ...filled, seen: yield* listed, accounts: (yield* get("/oauth-providers", asServer)).text }
        }),
        serviceOn(from, source)
      )
      const [header, ...lines] = yield* exportFrom(from)
      assert.include(header, '"type":"header"')
      const types = lines.map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(Type))(line).type)
      assert.deepStrictEqual([...new Set(types)], ["permission", "team", "user", "membership", "end"])

      const to = yield* newDatabase({ config })
      const content = [header, ...lines].join("\n")
      const imported = yield* importContent(to, content)
      assert.deepStrictEqual(imported.problems, [])
      assert.deepInclude(imported.imported, { user: 4, team: 1, membership: 2, permission: 4 })
      assert.deepStrictEqual((yield* exportFrom(to)).slice(1), lines)

      const again = yield* importContent(to, content)
      assert.deepInclude(again, { problems: [], imported: { user: 0, team: 0, membership: 0, permission: 0 } })
      assert.deepStrictEqual((yield* exportFrom(to)).slice(1), lines)

      yield* Effect.gen(function* () {
        assert.strictEqual(yield* listed, seen)
        assert.strictEqual((yield* get("/oauth-providers", asServer)).text, accounts)
        yield* signIn()
        assert.strictEqual((yield* signInBy(key)).status, 200)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual((yield* finish(yield* totpNow)).status, 200)
        assert.strictEqual((yield* finish({ recovery_code: codes[0] })).code, "INVALID_RECOVERY_CODE")
        assert.strictEqual((yield* finish({ recovery_code: codes[1] })).status, 200)
        assert.include(yield* permissionsOf(team, ADA_ID), "bill")
        assert.include(yield* permissionsOf(team, ADA_ID, true), "pay")
        assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID, true), ["boss", "staff"])
        assert.deepStrictEqual(yield* projectPermissionsOf(BOB_ID), [], "it has no default of a new user")
        const dan = yield* readId((yield* post("/users", asServer, { display_name: "Dan" })).json)
        assert.deepStrictEqual(yield* projectPermissionsOf(dan), ["staff"])
      }).pipe(Effect.provide(serviceOn(to, { config })))
    }).pipe(Effect.scoped)
  )

  it.effect("of an earlier version has no uses of accounts: the first one at a provider is for sign-in", () =>
    Effect.gen(function* () {
      const account = (account_id: string, more: object = {}) => ({
        provider_id: "github",
        account_id,
        email: null,
        created_at_millis: 0,
        ...more
      })
      const fileOf = (...connected_accounts: ReadonlyArray<object>) =>
        [header, JSON.stringify(userRecord(ADA_ID, "ada@example.com", { connected_accounts })), end({ user: 1 })].join(
          "\n"
        )
      const to = yield* newDatabase({ config })
      const both = fileOf(account("1", { allow_sign_in: true }), account("2", { allow_sign_in: true }))
      const refused = yield* importContent(to, both)
      assert.deepInclude(refused.imported, { user: 0 })
      assert.include(JSON.stringify(refused.problems), "at most one account to sign in with at each provider")
      const { problems } = yield* importContent(to, fileOf(account("1"), account("2")))
      assert.deepStrictEqual(problems, [])
      const { json } = yield* Effect.provide(get("/oauth-providers", asServer), serviceOn(to, { config }))
      assert.deepStrictEqual(yield* pluck(json, "account_id"), ["1", "2"])
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Uses)(json), {
        items: [{ allow_sign_in: true }, { allow_sign_in: false }]
      })
    }).pipe(Effect.scoped)
  )

  it.effect("is imported with as many permissions as a project may have, also if one contains a later one", () =>
    Effect.gen(function* () {
      const permission = (number: number, ...contained: ReadonlyArray<number>) =>
        JSON.stringify({
          type: "permission",
          id: `permission_${number}`,
          description: null,
          is_creator_default: false,
          is_member_default: false,
          contained_permission_ids: contained.map((other) => `permission_${other}`)
        })
      const last = MAX_PERMISSIONS - 1
      const all = Array.from({ length: last }, (_, index) => permission(index + 1))
      const file = [header, permission(0, last), ...all, end({ permission: MAX_PERMISSIONS })].join("\n")
      const { imported, problems } = yield* importContent(yield* newDatabase(), file)
      assert.deepStrictEqual([problems, imported.permission], [[], MAX_PERMISSIONS])
    }).pipe(Effect.scoped)
  )

  it.effect("has the personal team of an anonymous user, which is named after them when they sign up", () =>
    Effect.gen(function* () {
      const from = yield* newDatabase()
      const to = yield* newDatabase()
      const { user_id } = yield* Effect.provide(anonymous(), serviceOn(from, { config: { createTeamOnSignUp: true } }))
      const { problems } = yield* importContent(to, (yield* exportFrom(from)).join("\n"))
      assert.deepStrictEqual(problems, [])
      yield* Effect.gen(function* () {
        const signedUp = { is_anonymous: false, primary_email: "new@example.com" }
        assert.strictEqual((yield* patch(`/users/${user_id}`, asServer, signedUp)).status, 200)
        const { json } = yield* get(`/teams?user_id=${user_id}`, asServer)
        assert.deepStrictEqual(yield* pluck(json, "display_name"), ["new@example.com's Team"])
      }).pipe(Effect.provide(serviceOn(to)))
    }).pipe(Effect.scoped)
  )

  it.effect("has only the users of its project", () =>
    Effect.gen(function* () {
      const from = yield* newDatabase(source)
      const lines = yield* exportFrom(from)
      assert.strictEqual(lines.filter((line) => line.startsWith('{"type":"user"')).length, users.length)
      assert.notInclude(lines.slice(1).join("\n"), "22222222-2222-4222-8222-222222222222")
    }).pipe(Effect.scoped)
  )
})

const Uses = Schema.Struct({ items: Schema.Array(Schema.Struct({ allow_sign_in: Schema.Boolean })) })
const Type = Schema.Struct({ type: Schema.String })
