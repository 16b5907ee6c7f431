/** Imports of the files of other systems: users sign in with the passwords that they had there. */
import { assert, describe, it } from "@effect/vitest"
import { hashSync } from "bcryptjs"
import { Effect, Schema } from "effect"
import type { SourceName } from "../../../service/transfer/source-name.ts"
import { MAX_RECORD_BYTES } from "../../../service/transfer/read-lines.ts"
import { asClient, asServer } from "../fixture.ts"
import { get, post } from "../requests.ts"
import { exportFrom, importContent, newDatabase, serviceOn } from "./transfer-fixture.ts"

const SUPABASE_ID = "0f5b6c1e-8f7a-4c4d-9a3b-2d1e0c9b8a77"
const hash = hashSync("correct horse", 4)

/** The parameters and a user of https://github.com/firebase/scrypt. */
const firebaseConfig = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`
const firebaseUser = {
  localId: "Ab3dE6gH9jK2mN5pQ8sT",
  email: "ada@example.com",
  emailVerified: true,
  passwordHash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  salt: "42xEC+ixf3L2lw==",
  displayName: "Ada",
  photoUrl: "https://example.com/ada.png",
  lastSignedInAt: "1769817600000",
  createdAt: "1700000000000",
  customAttributes: '{"role":"editor"}',
  providerUserInfo: [
    { providerId: "google.com", rawId: "108", email: "ada@gmail.example", displayName: "Ada" },
    { providerId: "password", rawId: "ada@example.com" }
  ]
}

const auth0User = {
  _id: { $oid: "60425dc43519d90068f82973" },
  email_verified: true,
  email: "ada@example.com",
  passwordHash: hash,
  password_set_date: { $date: "2021-03-05T16:35:16.775Z" },
  tenant: "dev",
  connection: "Username-Password-Authentication",
  _tmp_is_unique: true
}

const supabaseRow = {
  id: SUPABASE_ID,
  email: "ada@example.com",
  encrypted_password: hash,
  email_confirmed_at: "2023-11-14 22:13:20.123456+00",
  banned_until: "",
  created_at: "2023-11-14 22:13:20+00",
  last_sign_in_at: "2026-01-31T00:00:00Z",
  raw_app_meta_data: '{"provider": "email"}',
  raw_user_meta_data: '{"full_name": "Ada ""of the crew""", "theme": "dark"}'.replaceAll('""', '\\"'),
  deleted_at: ""
}
const csv = (rows: ReadonlyArray<Readonly<Record<string, string>>>) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((fields) =>
      fields.map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",")
    )
    .join("\r\n")

const clerkRow = {
  id: "user_2NNEqL2nrIRdJ194ndJqAHwEfxC",
  first_name: "Ada",
  last_name: "",
  username: "",
  primary_email_address: "ada@example.com",
  primary_phone_number: "",
  verified_email_addresses: "ada@example.com",
  unverified_email_addresses: "ada@second.example",
  verified_phone_numbers: "",
  unverified_phone_numbers: "",
  totp_secret: "",
  password_digest: hash,
  password_hasher: "bcrypt"
}

const clerkJson = {
  id: "user_2NNEqL2nrIRdJ194ndJqAHwEfxC",
  first_name: "Ada",
  last_name: "Lovelace",
  primary_email_address_id: "b",
  email_addresses: [
    { id: "a", email_address: "ada@second.example", verification: { status: "unverified" } },
    { id: "b", email_address: "ada@example.com", verification: { status: "verified" } }
  ],
  external_accounts: [{ provider: "oauth_google", provider_user_id: "108", email_address: "ada@gmail.example" }],
  password_digest: hash,
  public_metadata: { role: "editor" },
  private_metadata: { customer: 7 },
  unsafe_metadata: {},
  created_at: 1_700_000_000_000,
  banned: false
}

interface Source {
  readonly title: string
  readonly name: SourceName
  readonly content: string
  readonly config?: string
  readonly password?: string
  /** Some fields of the user as the server tier reads them. */
  readonly user: Readonly<Record<string, unknown>>
  readonly accounts?: ReadonlyArray<{ readonly id: string; readonly account_id: string }>
}

const sources: ReadonlyArray<Source> = [
  {
    title: "Firebase",
    name: "firebase",
    content: JSON.stringify({ users: [firebaseUser] }),
    config: firebaseConfig,
    password: "user1password",
    user: {
      display_name: "Ada",
      profile_image_url: "https://example.com/ada.png",
      client_read_only_metadata: { role: "editor" },
      server_metadata: { imported_id: "Ab3dE6gH9jK2mN5pQ8sT" },
      signed_up_at_millis: 1_700_000_000_000
    },
    accounts: [{ id: "google", account_id: "108" }]
  },
  {
    title: "Auth0's password hashes",
    name: "auth0",
    content: JSON.stringify(auth0User),
    user: {
      server_metadata: { imported_id: "auth0|60425dc43519d90068f82973" },
      signed_up_at_millis: Date.UTC(2021, 2, 5, 16, 35, 16, 775)
    }
  },
  {
    title: "Auth0's import format",
    name: "auth0",
    content: `\uFEFF${JSON.stringify({
      user_id: "60425dc43519d90068f82973",
      email: "ada@example.com",
      email_verified: true,
      name: "Ada",
      custom_password_hash: { algorithm: "bcrypt", hash: { value: hash } },
      user_metadata: { theme: "dark" },
      app_metadata: { plan: "free" },
      identities: [{ provider: "google-oauth2", user_id: "108", connection: "google-oauth2", isSocial: true }]
    })}\n`,
    user: {
      display_name: "Ada",
      client_metadata: { theme: "dark" },
      server_metadata: { plan: "free", imported_id: "auth0|60425dc43519d90068f82973" }
    },
    accounts: [{ id: "google", account_id: "108" }]
  },
  {
    title: "Supabase's table as CSV",
    name: "supabase",
    content: csv([supabaseRow]),
    user: {
      id: SUPABASE_ID,
      display_name: 'Ada "of the crew"',
      client_metadata: { full_name: 'Ada "of the crew"', theme: "dark" },
      client_read_only_metadata: { provider: "email" },
      server_metadata: null,
      signed_up_at_millis: 1_700_000_000_000
    }
  },
  {
    title: "Supabase's table as JSON, with a hash that came from Firebase",
    name: "supabase",
    content: JSON.stringify(
      [
        {
          ...supabaseRow,
          encrypted_password:
            "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==," +
            "sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==" +
            `$${firebaseUser.salt}$${firebaseUser.passwordHash}`,
          raw_app_meta_data: {},
          banned_until: null,
          deleted_at: null,
          identities: [
            { provider: "email", provider_id: SUPABASE_ID, identity_data: { sub: SUPABASE_ID } },
            { provider: "azure", provider_id: "108", identity_data: { sub: "108", email: "ada@outlook.example" } }
          ]
        }
      ],
      null,
      2
    ),
    password: "user1password",
    user: { id: SUPABASE_ID },
    accounts: [{ id: "microsoft", account_id: "108" }]
  },
  {
    title: "Clerk's CSV",
    name: "clerk",
    content: csv([clerkRow]),
    user: { display_name: "Ada", server_metadata: { imported_id: clerkRow.id } }
  },
  {
    title: "Clerk's JSON",
    name: "clerk",
    content: JSON.stringify([clerkJson]),
    user: {
      display_name: "Ada Lovelace",
      client_read_only_metadata: { role: "editor" },
      server_metadata: { customer: 7, imported_id: clerkRow.id }
    },
    accounts: [{ id: "google", account_id: "108" }]
  }
]

const Users = Schema.Struct({ items: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
const readUsers = Schema.decodeUnknownEffect(Users)

const signInAs = (email: string, password: string) =>
  Effect.map(post("/auth/password/sign-in", asClient, { email, password }), ({ code, status }) => code ?? status)

describe("an import from another system", () => {
  it.effect.each(sources)("reads $title, and its users sign in with their passwords", (source) =>
    Effect.gen(function* () {
      const { accounts = [], config, password = "correct horse" } = source
      const database = yield* newDatabase()
      const imported = yield* importContent(database, source.content, source.name, undefined, config)
      assert.deepStrictEqual([imported.problems, imported.imported.user], [[], 1])
      const before = yield* exportFrom(database)
      const again = yield* importContent(database, source.content, source.name, undefined, config)
      assert.deepStrictEqual([again.problems, again.imported.user, again.existing.user], [[], 0, 1])
      assert.deepStrictEqual((yield* exportFrom(database)).slice(1), before.slice(1))

      yield* Effect.gen(function* () {
        const { items } = yield* readUsers((yield* get("/users", asServer)).json)
        const found = items[0] ?? assert.fail("There is no user")
        assert.deepInclude(found, { primary_email: "ada@example.com", primary_email_verified: true, ...source.user })
        assert.deepStrictEqual(
          Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String, account_id: Schema.String })))(
            found["oauth_providers"]
          ),
          accounts
        )
        assert.strictEqual(yield* signInAs("ada@example.com", "a wrong one"), "EMAIL_PASSWORD_MISMATCH")
        // The first sign-in replaces the hash.
        for (const _ of [1, 2]) assert.strictEqual(yield* signInAs("ada@example.com", password), 200)
      }).pipe(Effect.provide(serviceOn(database)))
      assert.notInclude((yield* exportFrom(database)).join("\n"), hash)
    }).pipe(Effect.scoped)
  )

  it.effect("leaves out users whom the other system does not let in, and reports them", () =>
    Effect.gen(function* () {
      for (const [name, content, config] of [
        ["firebase", JSON.stringify({ users: [{ ...firebaseUser, disabled: true }] }), firebaseConfig],
        ["auth0", JSON.stringify({ ...auth0User, blocked: true }), undefined],
        ["supabase", csv([{ ...supabaseRow, banned_until: "2999-01-01 00:00:00+00" }]), undefined],
        ["supabase", csv([{ ...supabaseRow, deleted_at: "2024-01-01 00:00:00+00" }]), undefined],
        ["clerk", JSON.stringify([{ ...clerkJson, banned: true }]), undefined]
      ] as const) {
        const imported = yield* importContent(yield* newDatabase(), content, name, undefined, config)
        assert.lengthOf(imported.problems, 1, name)
        assert.match(imported.problems[0] ?? "", /The user is disabled in the source, and is left out\./)
        assert.strictEqual(imported.imported.user, 0)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("imports users of Clerk who are locked for a time after failed attempts", () =>
    Effect.gen(function* () {
      const users = [{ ...clerkJson, banned: false, locked: true, lockout_expires_in_seconds: 3600 }]
      const { imported, problems } = yield* importContent(yield* newDatabase(), JSON.stringify(users), "clerk")
      assert.deepStrictEqual([problems, imported.user], [[], 1])
    }).pipe(Effect.scoped)
  )

  it.effect("imports anonymous users of Supabase as such", () =>
    Effect.gen(function* () {
      const rows = [{ ...supabaseRow, email: "", encrypted_password: "", email_confirmed_at: "", is_anonymous: "t" }]
      const database = yield* newDatabase()
      assert.deepStrictEqual((yield* importContent(database, csv(rows), "supabase")).problems, [])
      const { json } = yield* Effect.provide(get(`/users/${SUPABASE_ID}`, asServer), serviceOn(database))
      assert.deepInclude(json, { id: SUPABASE_ID, is_anonymous: true })
    }).pipe(Effect.scoped)
  )

  it.effect("reports accounts of Auth0 whose id is a number that JavaScript rounds", () =>
    Effect.gen(function* () {
      const user = { ...auth0User, identities: [{ provider: "facebook", user_id: 0 }] }
      const content = JSON.stringify(user).replace('"user_id":0', '"user_id":10157512345678901234')
      const database = yield* newDatabase()
      const { imported, problems } = yield* importContent(database, content, "auth0")
      assert.deepStrictEqual(problems, [
        "1: The account at facebook is left out: its id is not exact as a number. Write it as a text."
      ])
      assert.strictEqual(imported.user, 1)
      assert.notInclude((yield* exportFrom(database)).join("\n"), "account_id")
    }).pipe(Effect.scoped)
  )

  it.effect("reports accounts at providers that Keystile does not have, and imports their users", () =>
    Effect.gen(function* () {
      const user = { ...auth0User, identities: [{ provider: "okta", user_id: "1" }] }
      const { imported, problems } = yield* importContent(yield* newDatabase(), JSON.stringify(user), "auth0")
      assert.deepStrictEqual(problems, ["1: The account at okta is left out: Keystile has no such provider."])
      assert.strictEqual(imported.user, 1)
    }).pipe(Effect.scoped)
  )
})

describe("a damaged file of another system", () => {
  const long = "x".repeat(MAX_RECORD_BYTES)
  const user = (number: number, fields: object = {}) =>
    JSON.stringify({
      ...firebaseUser,
      localId: `user ${number}`,
      email: `${number}@example.com`,
      providerUserInfo: [],
      ...fields
    })
  const row = (number: number, fields: object = {}) => ({
    ...supabaseRow,
    id: `user ${number}`,
    email: `${number}@example.com`,
    ...fields
  })
  it.effect.each([
    [
      "an element that is no JSON",
      "firebase",
      `{"users": [\n${user(1)},\n{"localId": oops},\n${user(2)}\n]}`,
      /^3: It is not JSON/
    ],
    [
      "an element of another type",
      "firebase",
      `{"users": [\n${user(1)},\n[1, "]"],\n${user(2)}]}`,
      /^3: It is not a user/
    ],
    ["an element that is too long", "firebase", `[${user(1)},\n"${long}",${user(2)}]`, /^2: It is longer than 8 MiB/],
    [
      "a file that is cut off",
      "firebase",
      `{"users":[${user(1)},\n${user(2)},\n{"localId": "3`,
      /^3: The file is cut off here/
    ],
    [
      "a user without an id",
      "firebase",
      `[${user(1)},${user(3, { localId: 7 })},${user(2)}]`,
      /^1: The user has no id/
    ],
    [
      "an invalid address",
      "firebase",
      `[${user(1)},${user(3, { email: "nobody" })},${user(2)}]`,
      /contact_channels.0.value/
    ],
    [
      "a hash that is too expensive",
      "auth0",
      [1, 2, 3]
        .map((n) =>
          JSON.stringify({
            ...auth0User,
            _id: `${n}`,
            email: `${n}@example.com`,
            ...(n === 3 && { passwordHash: hash.replace("$04$", "$31$") })
          })
        )
        .join("\n"),
      /^3: password.hash: Expected a hash/
    ],
    [
      "a line with the wrong number of fields",
      "supabase",
      `${csv([row(1), row(2)])}\r\na,b`,
      /^4: It has 2 fields, and the first line has 10/
    ],
    [
      "a field in quotes that does not end",
      "supabase",
      `${csv([row(1), row(2)])}\r\n"a,b`,
      /^4: A field in quotes does not end/
    ],
    [
      "a field with a line break",
      "supabase",
      `${csv([row(1, { raw_app_meta_data: "a\nb" }), row(2)])}\r\na`,
      /^5: It has 1 fields/
    ],
    [
      "the prototype of objects",
      "supabase",
      csv([row(1), row(2), row(3, { email: "x" })]).replaceAll("deleted_at", "__proto__"),
      /^4: contact_channels/
    ],
    [
      "a user with the address of another one",
      "clerk",
      JSON.stringify(
        ["1", "2", "1"].map((n, index) => ({
          ...clerkJson,
          id: `user_${index}`,
          external_accounts: [],
          email_addresses: [{ id: "b", email_address: `${n}@example.com` }]
        }))
      ),
      /^1: Another user signs in with one of its addresses/
    ]
  ] as const)("reports %s, and does the rest", ([, name, content, problem]) =>
    Effect.gen(function* () {
      const config = name === "firebase" ? firebaseConfig : undefined
      const database = yield* newDatabase()
      const { imported, problems } = yield* importContent(database, content, name, undefined, config)
      assert.lengthOf(problems, 1)
      assert.match(problems[0] ?? "", problem)
      assert.strictEqual(imported.user, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("is refused as a whole if it has another format", () =>
    Effect.gen(function* () {
      for (const content of ["", "hello", "7", "{}"]) {
        const config = firebaseConfig
        const { imported, problems } = yield* importContent(
          yield* newDatabase(),
          content,
          "firebase",
          undefined,
          config
        )
        assert.deepStrictEqual(problems, ["1: The file is not JSON with a list, or an object of lists."])
        assert.strictEqual(imported.user, 0)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("says which parameters Firebase needs", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase()
      for (const [config, message] of [
        [undefined, "--from firebase needs --hash-config FILE"],
        ["rounds: 8", "needs base64_signer_key, base64_salt_separator, rounds and mem_cost"],
        ["algorithm: BCRYPT", "has another algorithm than SCRYPT"]
      ] as const) {
        const failure = yield* Effect.flip(importContent(database, "[]", "firebase", undefined, config))
        assert.include(failure.message, message)
      }
    }).pipe(Effect.scoped)
  )
})
