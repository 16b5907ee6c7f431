/** Files that are damaged, incomplete or made by an attacker. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { MAX_RECORD_BYTES } from "../../../service/transfer/read-lines.ts"
import { ADA_ID, BOB_ID, EVE_ID } from "../team-fixture.ts"
import { OTHER_PROJECT_ID } from "../fixture.ts"
import {
  end,
  exportFrom,
  header,
  importContent,
  newDatabase,
  userIdOf,
  userRecord,
  usersFile
} from "./transfer-fixture.ts"

const TEAM_ID = "77777777-7777-4777-8777-777777777777"
const line = (json: unknown) => JSON.stringify(json)
const ada = userRecord(ADA_ID, "ada@example.com")
const hash = "$2b$04$vWkqOio8rwIollpY4xTTVuAOmUDuhKfWi4hYbydOULq0M/b7DP6e2"

const team = {
  type: "team",
  id: TEAM_ID,
  display_name: "Crew",
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: null,
  created_at_millis: 0
}
const permission = {
  type: "permission",
  id: "staff",
  description: null,
  is_creator_default: false,
  is_member_default: false,
  contained_permission_ids: []
}
const membership = {
  type: "membership",
  team_id: TEAM_ID,
  user_id: ADA_ID,
  is_selected: false,
  display_name: null,
  profile_image_url: null,
  permission_ids: [],
  created_at_millis: 0
}

const idsIn = (lines: ReadonlyArray<string>) =>
  lines.flatMap((text) => /^\{"type":"user","id":"([^"]+)"/.exec(text)?.[1] ?? [])

/** Imports lines behind a header into a new database. Returns the problems and the users. */
const importLines = Effect.fnUntraced(function* (...lines: ReadonlyArray<string | Uint8Array>) {
  const database = yield* newDatabase()
  const content = Buffer.concat([header, ...lines].flatMap((each) => [Buffer.from(each), Buffer.from("\n")]))
  const { problems } = yield* importContent(database, content)
  return { problems, users: idsIn(yield* exportFrom(database)) }
})

describe("an import of a damaged file", () => {
  it.effect.each([
    ["a line that is no JSON", '{"type":"user",', /^2: It is not JSON/],
    ["a line of an unknown type", line({ type: "session" }), /^2: It has no known type of record/],
    ["a list", "[1, 2]", /^2: It has no known type of record/],
    ["a type that every object inherits", line({ type: "constructor" }), /^2: It has no known type of record/],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), /^2: It is not UTF-8/],
    ["a line that is too long", "x".repeat(MAX_RECORD_BYTES + 1), /^2: It is longer than 8 MiB/],
    ["a record with the wrong types", line({ ...ada, id: 1, otp_auth_enabled: "yes" }), /^2: id: .*otp_auth_enabled: /],
    ["a record without an id", line({ ...ada, id: undefined }), /^2: id: Missing/],
    ["an unknown property", line({ ...ada, is_admin: true }), /^2: is_admin: Unknown property/],
    ["a prototype", line(ada).replace('"type"', '"__proto__":{"is_admin":true},"type"'), /^2: __proto__: Unknown/],
    ["a time beyond the calendar", line({ ...ada, signed_up_at_millis: 1e300 }), /^2: signed_up_at_millis: /],
    ["a name with U+0000", line({ ...ada, display_name: "a\0b" }), /^2: display_name: Expected a text without U/],
    [
      "metadata that is nested too deeply",
      line({ ...ada, client_metadata: 0 }).replace(
        '"client_metadata":0',
        `"client_metadata":${"[".repeat(1e6)}${"]".repeat(1e6)}`
      ),
      /^2: client_metadata: /
    ],
    [
      "two primary addresses",
      line({
        ...ada,
        contact_channels: [1, 2].map((n) => ({ ...ada.contact_channels[0], value: `${n}@example.com` }))
      }),
      /^2: contact_channels: Expected at most one primary address/
    ],
    [
      "a permission whose id the project has for teams",
      line({ ...permission, id: "admin", scope: "project" }),
      /^2: The project has a team permission with its id/
    ],
    [
      "a project permission that contains one of teams",
      line({ ...permission, scope: "project", contained_permission_ids: ["member"] }),
      /^2: It contains a permission that is not defined/
    ],
    ["a member of a team that does not exist", line(membership), /^2: Its team does not exist/]
  ] as const)("reports %s with its number, and does the rest", ([, damaged, problem]) =>
    Effect.gen(function* () {
      const { problems, users } = yield* importLines(
        damaged,
        line(userRecord(BOB_ID, "bob@example.com")),
        line(userRecord(EVE_ID, "eve@example.com")),
        end({ user: 2 })
      )
      assert.match(problems[0] ?? "", problem)
      assert.isAtMost(problems[0]?.length ?? 0, 300)
      assert.deepStrictEqual(users, [BOB_ID, EVE_ID])
    }).pipe(Effect.scoped)
  )

  it.effect("leaves out a user with a project permission that is not defined, or is one of teams", () =>
    Effect.gen(function* () {
      const bob = userRecord(BOB_ID, "bob@example.com")
      const { problems, users } = yield* importLines(
        line({ ...ada, permission_ids: ["nowhere"] }),
        line({ ...bob, permission_ids: ["member"] }),
        line({ ...userRecord(EVE_ID, "eve@example.com"), permission_ids: [] }),
        end({ user: 3 })
      )
      assert.deepStrictEqual(problems, [
        "2: Its permission nowhere does not exist.",
        "3: Its permission member does not exist."
      ])
      assert.deepStrictEqual(users, [EVE_ID])
    }).pipe(Effect.scoped)
  )

  it.effect("reports no secret", () =>
    Effect.gen(function* () {
      const secret = "cretsecretsecretsecretsecretsecret"
      const { problems } = yield* importLines(
        line({ ...ada, password: { hash: `$md5$${secret}`, changed_at_millis: 0 } }),
        line({ ...ada, password: secret, totp_secret: `!${secret}` }),
        `{"type":"user","password":"${secret}"`
      )
      assert.lengthOf(problems, 4)
      assert.match(problems[0] ?? "", /^2: password.hash: Expected a hash of bcrypt/)
      assert.notInclude(problems.join("\n"), secret.slice(0, 10))
    }).pipe(Effect.scoped)
  )

  it.effect("imports one of two users with the same address or id, and reports the other address", () =>
    Effect.gen(function* () {
      const { problems, users } = yield* importLines(
        line(ada),
        line(userRecord(BOB_ID, "ada@EXAMPLE.com")),
        line({ ...ada, display_name: "Another Ada" }),
        line(userRecord(EVE_ID, "eve@example.com")),
        end({ user: 4 })
      )
      assert.deepStrictEqual(problems, ["3: Another user signs in with one of its addresses."])
      assert.deepStrictEqual(users, [ADA_ID, EVE_ID])
    }).pipe(Effect.scoped)
  )

  it.effect("imports all users but those whose accounts, passkeys or ids belong to another one", () =>
    Effect.gen(function* () {
      const account = { provider_id: "github", account_id: "1", email: null, created_at_millis: 0 }
      const passkey = {
        id: TEAM_ID,
        name: "Key",
        credential_id: "AAAA",
        public_key: "AAAA",
        counter: 0,
        is_backup_eligible: null,
        is_backed_up: null,
        created_at_millis: 0,
        last_used_at_millis: null
      }
      const without = { contact_channels: [] }
      const { problems, users } = yield* importLines(
        line({ ...ada, connected_accounts: [account], passkeys: [passkey] }),
        line(userRecord(userIdOf(1), "", { ...without, connected_accounts: [account] })),
        line(userRecord(userIdOf(2), "", { ...without, passkeys: [{ ...passkey, id: BOB_ID }] })),
        line(
          userRecord(userIdOf(3), "", { contact_channels: [{ ...ada.contact_channels[0], value: "x@example.com" }] })
        ),
        line(userRecord(userIdOf(4), "", without)),
        end({ user: 5 })
      )
      assert.deepStrictEqual(problems, [
        "3: One of its connected accounts belongs to another user.",
        "4: One of its passkeys belongs to another user.",
        "5: It has an id, an address, an account or a code twice, or one that belongs to another user."
      ])
      assert.deepStrictEqual(users, [userIdOf(4), ADA_ID])
    }).pipe(Effect.scoped)
  )

  it.effect("refuses memberships of unknown users and permissions, and two selected teams", () =>
    Effect.gen(function* () {
      const other = { ...team, id: BOB_ID }
      const { problems } = yield* importLines(
        line(team),
        line(other),
        line(ada),
        line({ ...membership, user_id: EVE_ID }),
        line({ ...membership, permission_ids: ["fly"] }),
        line({ ...membership, is_selected: true }),
        line({ ...membership, team_id: BOB_ID, is_selected: true }),
        end({ team: 2, user: 1, membership: 4 })
      )
      assert.deepStrictEqual(problems, [
        "5: Its user does not exist.",
        "6: Its permission fly does not exist.",
        "8: Its user has selected another team."
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("leaves users and teams of other projects alone", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase({ users: [{ id: ADA_ID, email: "ada@example.com", passwordHash: hash }] })
      const before = yield* exportFrom(database)
      const content = [header, line({ ...ada, display_name: "Taken over" }), end({ user: 1 })].join("\n")
      const foreign = yield* importContent(database, content, "keystile", OTHER_PROJECT_ID)
      assert.deepStrictEqual(foreign.problems, ["2: Its id belongs to another project of this installation."])
      const own = yield* importContent(database, content)
      assert.deepInclude(own, { problems: [], existing: { permission: 0, team: 0, user: 1, membership: 0 } })
      assert.deepStrictEqual((yield* exportFrom(database)).slice(1), before.slice(1))
    }).pipe(Effect.scoped)
  )
})

describe("an import of a part of a file", () => {
  it.effect("imports what there is, and says that the file is incomplete", () =>
    Effect.gen(function* () {
      const whole = usersFile(10)
      for (const [content, problem, users] of [
        ["", "1: The file is empty.", 0],
        [whole.slice(0, -40), "12: It is not JSON. If it is the last line, the file may be cut off.", 10],
        [whole.slice(0, whole.lastIndexOf("\n")), "12: The end of the export is missing: it is incomplete.", 10],
        [
          whole.split("\n").toSpliced(3, 1).join("\n"),
          "11: The file is incomplete: it has 10 of type user, and 9 were found.",
          9
        ],
        [`${whole}\n${whole.split("\n")[1]}`, "13: It is behind the end of the export.", 10],
        [
          whole.replace('"version":1', '"version":2'),
          "1: The file has version 2 of the format, and this version reads version 1. Install a newer keystile.",
          0
        ],
        [
          whole.split("\n").slice(1).join("\n"),
          "1: It is not the header of an export of Keystile. Name another format with --from.",
          0
        ]
      ] as const) {
        const imported = yield* importContent(yield* newDatabase(), content)
        assert.include(imported.problems, problem)
        assert.strictEqual(imported.imported.user, users, problem)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is continued by an import of the whole file", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase()
      const whole = usersFile(450)
      yield* importContent(database, whole.slice(0, whole.length / 2))
      const rest = yield* importContent(database, whole)
      assert.deepStrictEqual(rest.problems, [])
      assert.strictEqual(rest.imported.user + rest.existing.user, 450)
      assert.isAbove(rest.existing.user, 100)
      assert.lengthOf(idsIn(yield* exportFrom(database)), 450)
    }).pipe(Effect.scoped)
  )
})
