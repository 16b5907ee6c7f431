/** Imports of systems whose files have users, accounts and teams in several lists. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { makeAuthenticator } from "../authenticator.ts"
import { signIn, withToken, asAdmin, asClient, asServer } from "../fixture.ts"
import { passkeysOf, register, signInBy } from "../resources/passkey-fixture.ts"
import {
  ADA_ID,
  BOB_ID,
  define,
  defineForProject,
  grant,
  grantInProject,
  join,
  makeTeam,
  permissionsOf,
  projectPermissionsOf,
  users
} from "../team-fixture.ts"
import { get, patch, post } from "../requests.ts"
import { pluck, readItems } from "../responses.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { exportFrom, importContent, newDatabase, serviceOn } from "./transfer-fixture.ts"

/** Hashes of `correct horse` and of `ﬁne horse`, with a ligature, by `hashPassword` of better-auth 1.7.25. */
const hashes = [
  "133ada68428ede2e20b96dfd097772f8:cbbec8063a6449c8aad454abf7ed30ddf7a2b0bec59b761b4596dfbb4eb52ba0" +
    "aa3149c338faed0350f8bc7a78b28cbf32ffa5b40cc3902953b199876d63b87f",
  "65be8f3b52cadc78c8d574c806c024f9:a4a75cc656aa927be2f5f785fa7556816acfc38631c613fd5a3c9a023db94788" +
    "6119b24d8fa301d924552e7cf66b22b4c03418c5260cb20cff9eaa11c95cabd2"
] as const

const AT = "2023-11-14T22:13:20.000Z"

const tables = {
  user: [
    { id: "uA", name: "Ada", email: "ada@example.com", emailVerified: 1, image: null, createdAt: AT },
    { id: "uB", name: "Bob", email: "bob@example.com", emailVerified: 0, image: null, createdAt: AT }
  ],
  account: [
    { id: "1", accountId: "uA", providerId: "credential", userId: "uA", password: hashes[0] },
    { id: "2", accountId: "108", providerId: "google", userId: "uA", password: null },
    { id: "3", accountId: "uB", providerId: "credential", userId: "uB", password: hashes[1] }
  ],
  organization: [{ id: "oA", name: "Crew", slug: "crew", logo: null, metadata: '{"seats":3}', createdAt: AT }],
  member: [
    { id: "1", organizationId: "oA", userId: "uA", role: "owner", createdAt: AT },
    { id: "2", organizationId: "oA", userId: "uB", role: "member", createdAt: AT }
  ]
}

/** Writes the tables into a SQLite database, as better-auth has them. */
const sqliteOf = Effect.fnUntraced(function* (data: Readonly<Record<string, ReadonlyArray<object>>>) {
  const { path } = yield* temporaryFolder
  const database = new DatabaseSync(path("auth.db"))
  for (const [table, rows] of Object.entries(data)) {
    const columns = Object.keys(rows[0] ?? { id: "" })
    database.exec(`CREATE TABLE "${table}" (${columns.map((name) => `"${name}"`).join(", ")})`)
    const insert = database.prepare(`INSERT INTO "${table}" VALUES (${columns.map(() => "?").join(", ")})`)
    for (const row of rows) insert.run(...Object.values(row))
  }
  database.close()
  return readFileSync(path("auth.db"))
})

const signInAs = (email: string, password: string) =>
  Effect.map(post("/auth/password/sign-in", asClient, { email, password }), ({ code, status }) => code ?? status)

const Team = Schema.Struct({ id: Schema.String })

describe("an import of better-auth", () => {
  it.effect.each(["its SQLite database", "its tables as JSON", "tables with names in snake_case and numbers as ids"])(
    "reads %s: users sign in with their passwords, and are members of their organizations",
    (kind) =>
      Effect.gen(function* () {
        const content =
          kind === "its SQLite database"
            ? yield* sqliteOf(tables)
            : kind === "its tables as JSON"
              ? JSON.stringify(tables, null, 2)
              : JSON.stringify(tables)
                  .replaceAll(/[A-Z](?=[a-z]+":)/g, (letter) => `_${letter.toLowerCase()}`)
                  .replaceAll('"uA"', "1")
                  .replaceAll('"uB"', "2")
                  .replaceAll('"oA"', "1")
        const database = yield* newDatabase()
        const imported = yield* importContent(database, content, "better-auth")
        assert.deepStrictEqual(imported.problems, [])
        assert.deepInclude(imported.imported, { user: 2, team: 1, membership: 2 })
        const before = yield* exportFrom(database)
        assert.deepInclude(yield* importContent(database, content, "better-auth"), {
          problems: [],
          imported: { permission: 0, user: 0, team: 0, membership: 0 }
        })
        assert.deepStrictEqual((yield* exportFrom(database)).slice(1), before.slice(1))

        yield* Effect.gen(function* () {
          const found = yield* readItems((yield* get("/users", asServer)).json)
          const ada = found.find((user) => user["display_name"] === "Ada") ?? assert.fail("Ada")
          assert.deepInclude(ada, { primary_email_verified: true, signed_up_at_millis: Date.parse(AT) })
          assert.deepInclude(ada["oauth_providers"], { id: "google", account_id: "108", email: null })
          const [team] = yield* readItems((yield* get("/teams", asServer)).json)
          const { id } = Schema.decodeUnknownSync(Team)(team)
          assert.deepNestedInclude(team, {
            display_name: "Crew",
            "server_metadata.slug": "crew",
            "server_metadata.metadata.seats": 3
          })
          assert.deepStrictEqual(yield* permissionsOf(id, String(ada["id"])), ["admin"])
          for (const [email, password] of [
            ["ada@example.com", "correct horse"],
            ["bob@example.com", "ﬁne horse"]
          ] as const) {
            assert.strictEqual(yield* signInAs(email, "a wrong one"), "EMAIL_PASSWORD_MISMATCH")
            for (const _ of [1, 2]) assert.strictEqual(yield* signInAs(email, password), 200)
          }
        }).pipe(Effect.provide(serviceOn(database)))
      }).pipe(Effect.scoped)
  )

  it.effect("keeps the passkeys of its users", () =>
    Effect.gen(function* () {
      const config = { passkeyEnabled: true }
      const key = makeAuthenticator()
      const from = yield* newDatabase({ users, config })
      const registered = Effect.flatMap(signIn(), ({ access_token }) => register(withToken(access_token), key))
      yield* Effect.provide(registered, serviceOn(from, { users, config }))
      const Passkeys = Schema.fromJsonString(
        Schema.Struct({
          passkeys: Schema.Array(Schema.Struct({ credential_id: Schema.String, public_key: Schema.String }))
        })
      )
      const line = (yield* exportFrom(from)).find((text) => text.includes(`"user","id":"${ADA_ID}"`))
      const [exported] = Schema.decodeUnknownSync(Passkeys)(line).passkeys
      const passkey = {
        id: "1",
        name: "Laptop",
        userId: ADA_ID,
        credentialID: exported?.credential_id,
        publicKey: Buffer.from(exported?.public_key ?? "", "base64url").toString("base64"),
        counter: 0,
        deviceType: "singleDevice",
        backedUp: false,
        createdAt: AT
      }
      const to = yield* newDatabase({ config })
      const user = [{ ...tables.user[0], id: ADA_ID }]
      const account = [{ ...tables.account[0], userId: ADA_ID }]
      const { problems } = yield* importContent(
        to,
        JSON.stringify({ user, account, passkey: [passkey] }),
        "better-auth"
      )
      assert.deepStrictEqual(problems, [])
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* signInBy(key)).status, 200)
        const headers = withToken((yield* signIn()).access_token)
        assert.deepStrictEqual(
          (yield* passkeysOf(headers)).map(({ name }) => name),
          ["Laptop"]
        )
      }).pipe(Effect.provide(serviceOn(to, { config })))
    }).pipe(Effect.scoped)
  )

  it.effect("leaves out banned users, and reports members without a user or a permission", () =>
    Effect.gen(function* () {
      const [ada, bob] = tables.user
      const data = {
        ...tables,
        user: [
          { ...ada, banned: 1, banExpires: null },
          { ...bob, banned: 1, banExpires: "2020-01-01T00:00:00Z" }
        ],
        member: tables.member.map((member) => (member.role === "member" ? { ...member, role: "pilot" } : member))
      }
      const { imported, problems } = yield* importContent(yield* newDatabase(), yield* sqliteOf(data), "better-auth")
      assert.deepStrictEqual(problems, [
        "1: The user is disabled in the source, and is left out.",
        "1: Its user does not exist.",
        "2: Its permission pilot does not exist."
      ])
      assert.deepInclude(imported, { user: 1, team: 1, membership: 0 })
    }).pipe(Effect.scoped)
  )

  it.effect("reports a database that is damaged or has no users", () =>
    Effect.gen(function* () {
      const content = yield* sqliteOf({ session: [] })
      const { problems } = yield* importContent(yield* newDatabase(), content, "better-auth")
      assert.deepStrictEqual(problems, ["1: The database has no table user."])
      const broken = Buffer.concat([content.subarray(0, 100), Buffer.alloc(8000, 1)])
      const failure = yield* Effect.flip(importContent(yield* newDatabase(), broken, "better-auth"))
      assert.match(failure.message, /^The file cannot be read: /)
    }).pipe(Effect.scoped)
  )
})

describe("an import of Stack Auth", () => {
  it.effect("reads what the API lists, as a service of the same wire sends it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 0, 31))
      const from = yield* newDatabase({ users })
      const { file, seen, team } = yield* Effect.gen(function* () {
        assert.strictEqual((yield* define("pay", "$read_members")).status, 201)
        const crew = yield* makeTeam(BOB_ID, "Crew")
        yield* join(crew, ADA_ID)
        yield* grant(crew, ADA_ID, "pay")
        assert.strictEqual((yield* defineForProject("staff")).status, 201)
        yield* grantInProject(ADA_ID, "staff")
        const channel = { user_id: ADA_ID, type: "email", value: "second@example.com", used_for_auth: true }
        assert.strictEqual((yield* post("/contact-channels", asServer, channel)).status, 201)
        const list = (path: string, headers = asServer) =>
          Effect.flatMap(get(path, headers), ({ json }) => readItems(json))
        const lists = {
          users: yield* list("/users"),
          contact_channels: yield* list("/contact-channels"),
          team_permission_definitions: yield* list("/team-permission-definitions", asAdmin),
          project_permission_definitions: yield* list("/project-permission-definitions", asAdmin),
          project_permissions: yield* list("/project-permissions"),
          teams: yield* list("/teams"),
          team_member_profiles: yield* list(`/team-member-profiles?team_id=${crew}`),
          team_permissions: yield* list(`/team-permissions?team_id=${crew}`)
        }
        return { file: JSON.stringify(lists), seen: lists, team: crew }
      }).pipe(Effect.provide(serviceOn(from, { users })))

      const to = yield* newDatabase()
      const { imported, problems } = yield* importContent(to, file, "stack-auth")
      assert.deepStrictEqual(problems, [])
      assert.deepInclude(imported, { user: 3, team: 1, membership: 2, permission: 2 })
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(
          yield* pluck((yield* get("/users", asServer)).json, "id"),
          seen.users.map(({ id }) => id)
        )
        assert.deepStrictEqual(yield* readItems((yield* get("/teams", asServer)).json), seen.teams)
        assert.include(yield* permissionsOf(team, ADA_ID), "pay")
        assert.deepStrictEqual(yield* projectPermissionsOf(ADA_ID), ["staff"])
        assert.deepStrictEqual(yield* projectPermissionsOf(BOB_ID), [])
        const channels = yield* readItems((yield* get(`/contact-channels?user_id=${ADA_ID}`, asServer)).json)
        assert.deepStrictEqual(
          channels.map((channel) => [channel["value"], channel["used_for_auth"], channel["is_primary"]]),
          [
            ["ada@example.com", true, true],
            ["second@example.com", true, false]
          ]
        )
      }).pipe(Effect.provide(serviceOn(to)))
    }).pipe(Effect.scoped)
  )

  it.effect("keeps restrictions by administrators, anonymous users, and the own profiles of members", () =>
    Effect.gen(function* () {
      const from = yield* newDatabase({ users })
      const restriction = {
        restricted_by_admin: true,
        restricted_by_admin_reason: "Unpaid",
        restricted_by_admin_private_details: "Case 17"
      }
      const profilesOf = (team: string) =>
        Effect.flatMap(get(`/team-member-profiles?team_id=${team}`, asServer), ({ json }) => readItems(json))
      const allUsers = Effect.flatMap(get("/users?include_anonymous=true", asServer), ({ json }) => readItems(json))
      const { profiles, seen, team, teams } = yield* Effect.gen(function* () {
        assert.strictEqual((yield* patch(`/users/${BOB_ID}`, asServer, restriction)).status, 200)
        assert.strictEqual((yield* post("/auth/anonymous/sign-up", asClient)).status, 200)
        const crew = yield* makeTeam(BOB_ID, "Crew")
        yield* join(crew, ADA_ID)
        const named = yield* patch(`/team-member-profiles/${crew}/${ADA_ID}`, asServer, { display_name: "Captain" })
        assert.strictEqual(named.status, 200, named.text)
        const listed = yield* readItems((yield* get("/teams", asServer)).json)
        return { profiles: yield* profilesOf(crew), seen: yield* allUsers, team: crew, teams: listed }
      }).pipe(Effect.provide(serviceOn(from, { users })))

      const to = yield* newDatabase()
      const content = JSON.stringify({ users: seen, teams, team_member_profiles: profiles })
      assert.deepStrictEqual((yield* importContent(to, content, "stack-auth")).problems, [])
      yield* Effect.gen(function* () {
        const fields = (user: Record<string, unknown>) => ({
          id: user["id"],
          is_anonymous: user["is_anonymous"],
          ...Object.fromEntries(Object.keys(restriction).map((name) => [name, user[name]]))
        })
        const imported = (yield* allUsers).map(fields)
        assert.sameDeepMembers(imported, seen.map(fields))
        assert.deepInclude(imported, { id: BOB_ID, is_anonymous: false, ...restriction })
        assert.lengthOf(
          imported.filter((user) => user.is_anonymous === true),
          1
        )
        const names = (yield* profilesOf(team)).map((profile) => [profile["user_id"], profile["display_name"]])
        assert.sameDeepMembers(names, [
          [ADA_ID, "Captain"],
          [BOB_ID, "Bob"]
        ])
        yield* patch(`/users/${BOB_ID}`, asServer, { display_name: "Robert" })
        const renamed = (yield* profilesOf(team)).find((profile) => profile["user_id"] === BOB_ID)
        assert.strictEqual(renamed?.["display_name"], "Robert", "the user's own name")
      }).pipe(Effect.provide(serviceOn(to)))
    }).pipe(Effect.scoped)
  )

  it.effect("reads the response of the list of users alone", () =>
    Effect.gen(function* () {
      const from = yield* newDatabase({ users })
      const { text } = yield* Effect.provide(get("/users", asServer), serviceOn(from, { users }))
      const project = { projectPermissions: { definitions: [{ id: "staff" }], userDefaults: ["staff"] } }
      const to = yield* newDatabase(project)
      const { imported, problems } = yield* importContent(to, text, "stack-auth")
      assert.deepStrictEqual([problems, imported.user], [[], 3])
      const held = yield* Effect.provide(projectPermissionsOf(ADA_ID), serviceOn(to, project))
      assert.deepStrictEqual(held, ["staff"], "the default of new users, because the file has none")
    }).pipe(Effect.scoped)
  )
})
