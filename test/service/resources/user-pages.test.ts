/** Pages of filtered users in a large project. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { StoredUserPage } from "../../../service/resources/users/user-page.ts"
import type { UserFilter, UserSelection } from "../../../service/resources/users/user-filters.ts"
import * as UserStore from "../../../service/resources/users/user-store.ts"
import * as Database from "../../../service/sql/database.ts"

/**
 * The users, and the oldest ones of them that are named: more than a page with a search and a filter reads of either.
 */
const countsOf = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    // The search takes a text for a frequent one if a sample of the users has it.
    pg: () => ({ all: 14_000, named: 5000 }),
    orElse: () => ({ all: 27_000, named: 21_000 })
  })

const oldest = "user00001"

/**
 * Inserts many users. PostgreSQL's statistics of an emptied database would make it check each reference to a user by
 * reading all users.
 */
const withIndexes = (insert: Effect.Effect<unknown, SqlError.SqlError>) =>
  SqlClient.SqlClient.use((sql) =>
    sql.onDialectOrElse({
      pg: () =>
        Effect.andThen(
          sql.withTransaction(Effect.andThen(sql`SET LOCAL enable_seqscan = off`, insert)),
          sql`ANALYZE users, user_search`
        ),
      orElse: () => insert
    })
  )

/** Inserts users of whom the oldest one alone has a password, a passkey and an account at a provider. */
const insertUsers = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    yield* sql`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
      VALUES ('project', 'Test', '', 0, 0)`
    yield* withIndexes(sql`
      WITH RECURSIVE numbers (i) AS (
        SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < CAST(${countsOf(sql).all} AS BIGINT)
      )
      INSERT INTO users (
        id, project_id, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled,
        signed_up_at, last_active_at
      )
      SELECT 'user' || substr(CAST(100000 + i AS TEXT), 2), 'project', 'null', 'null', 'null',
        CASE WHEN i = 1 THEN 1 ELSE 0 END, i, i
      FROM numbers`)
    yield* sql`INSERT INTO passwords (user_id, hash, changed_at) VALUES (${oldest}, 'hash', 0)`
    yield* sql`
      INSERT INTO passkeys (user_id, id, project_id, name, credential_id, public_key, counter, registered_at)
      VALUES (${oldest}, 'passkey', 'project', 'Passkey', 'credential', 'key', 0, 0)`
    yield* sql`
      INSERT INTO oauth_accounts (id, project_id, provider_id, account_id, user_id, email, created_at)
      VALUES ('account', 'project', 'github', 'account', ${oldest}, NULL, 0)`
  })
)

/**
 * Names the oldest users. All others have a password, and so has the oldest one: a search with that filter finds it.
 */
const insertNames = SqlClient.SqlClient.use((sql) =>
  Effect.andThen(
    sql`UPDATE users SET display_name = 'Ada' WHERE signed_up_at <= CAST(${countsOf(sql).named} AS BIGINT)`,
    sql`
      INSERT INTO passwords (user_id, hash, changed_at)
      SELECT id, 'hash', 0 FROM users WHERE signed_up_at > CAST(${countsOf(sql).named} AS BIGINT)`
  )
)

const listPage = (page: Partial<StoredUserPage & { readonly limit: number }>) =>
  Effect.map(
    UserStore.UserStore.use((store) =>
      store.page("project", { teamId: null, text: null, from: null, newestFirst: true, limit: 10, ...page })
    ),
    ({ next, users }) => ({ ids: users.map(({ id }) => id), next })
  )

const pageOf = (filter: UserFilter, from: StoredUserPage["from"] = null, text: string | null = null) =>
  listPage({ text, from, filter })

/** Reads all pages. */
const listAll = Effect.fnUntraced(function* (page: Partial<StoredUserPage & { readonly limit: number }>) {
  const found: Array<string> = []
  let from: StoredUserPage["from"] = null
  let pages = 0
  do {
    const { ids, next }: { ids: ReadonlyArray<string>; next: StoredUserPage["from"] } = yield* listPage({
      ...page,
      from
    })
    found.push(...ids)
    from = next
    pages++
  } while (from !== null)
  return { found, pages }
})

const database = Layer.provideMerge(UserStore.layer, Database.layer(Database.MEMORY))

const VARIED = 240

/** The properties of the user with a number. */
const propertiesOf = (i: number) => ({
  id: `user${String(i).padStart(3, "0")}`,
  signedUpAt: i % 100,
  lastActiveAt: (i * 37) % VARIED,
  isAnonymous: i % 11 === 0,
  isRestricted: i % 7 === 0,
  isVerified: i % 5 !== 0,
  methods: [
    ...(i % 2 === 0 ? ["password"] : []),
    ...(i % 3 === 0 ? ["otp"] : []),
    ...(i % 13 === 0 ? ["passkey"] : []),
    ...(i % 17 === 0 ? ["oauth"] : [])
  ]
})

const varied = Array.from({ length: VARIED }, (_, index) => propertiesOf(index + 1))

const insertVaried = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    yield* sql`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
      VALUES ('project', 'Test', '', 0, 0)`
    for (const user of varied) {
      const { id, methods } = user
      yield* sql`
        INSERT INTO users (
          id, project_id, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled,
          is_anonymous, restricted_by_admin, signed_up_at, last_active_at
        ) VALUES (
          ${id}, 'project', 'null', 'null', 'null', ${methods.includes("otp")}, ${user.isAnonymous},
          ${user.isRestricted}, ${user.signedUpAt}, ${user.lastActiveAt}
        )`
      yield* sql`
        INSERT INTO contact_channels (
          id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at
        ) VALUES (${id}, 'project', ${id}, 'email', ${`${id}@example.com`}, 1, ${user.isVerified}, 0, 0)`
      if (methods.includes("password")) {
        yield* sql`INSERT INTO passwords (user_id, hash, changed_at) VALUES (${id}, 'hash', 0)`
      }
      if (methods.includes("passkey")) {
        yield* sql`
          INSERT INTO passkeys (user_id, id, project_id, name, credential_id, public_key, counter, registered_at)
          VALUES (${id}, ${id}, 'project', 'Passkey', ${id}, 'key', 0, 0)`
      }
      if (methods.includes("oauth")) {
        yield* sql`
          INSERT INTO oauth_accounts (id, project_id, provider_id, account_id, user_id, email, created_at)
          VALUES (${id}, 'project', 'github', ${id}, ${id}, NULL, 0)`
      }
    }
  })
)

/** Selections that are combined with each other. */
const parts: ReadonlyArray<ReadonlyArray<UserSelection>> = [
  [{}, { anonymous: "all" }, { anonymous: "only" }],
  [
    {},
    { restricted: { isRestricted: true, requireEmailVerification: false } },
    { restricted: { isRestricted: false, requireEmailVerification: true } },
    { restricted: { isRestricted: true, requireEmailVerification: true } }
  ],
  [{}, { filter: { primaryEmailVerified: true } }, { filter: { primaryEmailVerified: false } }],
  [{}, { filter: { signInMethod: "password" } }, { filter: { signInMethod: "passkey" } }],
  [{}, { filter: { activeSince: 50 } }, { filter: { activeSince: 20, activeUntil: 120 } }]
]

const selections = parts.reduce<ReadonlyArray<UserSelection>>(
  (all, part) =>
    all.flatMap((selection) =>
      part.map((more) => ({ ...selection, ...more, filter: { ...selection.filter, ...more.filter } }))
    ),
  [{}]
)

const isSelected = ({ anonymous, filter = {}, restricted }: UserSelection) => {
  const { activeSince = 0, activeUntil = Infinity, primaryEmailVerified, signInMethod } = filter
  return (user: ReturnType<typeof propertiesOf>) => {
    const isRestricted = user.isRestricted || (restricted?.requireEmailVerification === true && !user.isVerified)
    return (
      (anonymous === "all" || user.isAnonymous === (anonymous === "only")) &&
      (restricted === undefined || isRestricted === restricted.isRestricted) &&
      (primaryEmailVerified === undefined || user.isVerified === primaryEmailVerified) &&
      (signInMethod === undefined || user.methods.includes(signInMethod)) &&
      user.lastActiveAt >= activeSince &&
      user.lastActiveAt < activeUntil
    )
  }
}

const orders = [
  { orderBy: "signed_up_at", newestFirst: true, field: "signedUpAt" },
  { orderBy: "signed_up_at", newestFirst: false, field: "signedUpAt" },
  { orderBy: "last_active_at", newestFirst: true, field: "lastActiveAt" },
  { orderBy: "last_active_at", newestFirst: false, field: "lastActiveAt" }
] as const

describe("a page of filtered users", () => {
  it.effect.each(orders)(
    "has the users whom the filters select, in each combination: $orderBy, newest first: $newestFirst",
    ({ field, ...order }) =>
      Effect.gen(function* () {
        yield* insertVaried
        for (const selection of selections) {
          const expected = varied
            .filter(isSelected(selection))
            .toSorted((a, b) => a[field] - b[field] || (a.id < b.id ? -1 : 1))
            .map(({ id }) => id)
          const { found } = yield* listAll({ ...selection, ...order, limit: 40 })
          const wanted = order.newestFirst ? expected.toReversed() : expected
          assert.deepStrictEqual(found, wanted, JSON.stringify({ selection, order }))
        }
      }).pipe(Effect.provide(database)),
    60_000
  )

  it.effect(
    "is full or the last one, however many others are newer",
    () =>
      Effect.gen(function* () {
        yield* insertUsers
        for (const filter of [
          { signInMethod: "password" },
          { signInMethod: "passkey" },
          { signInMethod: "oauth" },
          { signInMethod: "otp" },
          { activeUntil: 2 },
          { signInMethod: "passkey", activeUntil: 2, primaryEmailVerified: false }
        ] as const) {
          assert.deepStrictEqual(yield* pageOf(filter), { ids: [oldest], next: null }, JSON.stringify(filter))
        }
        const none = yield* pageOf({ signInMethod: "passkey", primaryEmailVerified: true })
        assert.deepStrictEqual(none, { ids: [], next: null })
      }).pipe(Effect.provide(database)),
    60_000
  )

  it.effect(
    "ends early in a search that finds many, and the next pages have the others",
    () =>
      Effect.gen(function* () {
        yield* insertUsers
        yield* insertNames
        const search = { text: "ada", filter: { signInMethod: "password" } } as const
        const first = yield* listPage(search)
        assert.deepStrictEqual(first.ids, [])
        assert.isNotNull(first.next)
        const { found, pages } = yield* listAll(search)
        assert.deepStrictEqual(found, [oldest])
        assert.isAbove(pages, 1)
      }).pipe(Effect.provide(database)),
    60_000
  )

  it.effect(
    "has no gap and no user twice where a page ends early",
    () =>
      Effect.gen(function* () {
        yield* insertUsers
        yield* insertNames
        const sql = yield* SqlClient.SqlClient
        // Of the named users, one of 1,000 has a password.
        yield* sql`
        INSERT INTO passwords (user_id, hash, changed_at)
        SELECT id, 'hash', 0 FROM users
        WHERE id LIKE 'user__000' AND id <> ${oldest} AND signed_up_at <= CAST(${countsOf(sql).named} AS BIGINT)`
        const expected = yield* sql<{ id: string }>`
        SELECT id FROM users WHERE display_name = 'Ada' AND id IN (SELECT user_id FROM passwords) ORDER BY id DESC`
        const { found } = yield* listAll({ text: "ada", filter: { signInMethod: "password" } })
        assert.deepStrictEqual(
          found,
          expected.map(({ id }) => id)
        )
        assert.strictEqual(found.length, countsOf(sql).named / 1000 + 1)
      }).pipe(Effect.provide(database)),
    60_000
  )

  it.effect(
    "has the users whom a search finds among the oldest",
    () =>
      Effect.gen(function* () {
        yield* insertUsers
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE users SET display_name = 'Grace' WHERE signed_up_at BETWEEN 101 AND 12000`
        for (const newestFirst of [true, false]) {
          const first = newestFirst ? 12_000 : 101
          const numbers = Array.from({ length: 10 }, (_, index) => (newestFirst ? first - index : first + index))
          assert.deepStrictEqual(
            (yield* listPage({ text: "grace", newestFirst })).ids,
            numbers.map((number) => `user${String(number).padStart(5, "0")}`)
          )
        }
        const none = yield* listPage({ text: "grace", filter: { signInMethod: "password" } })
        assert.deepStrictEqual(none, { ids: [], next: null })
        const byId = yield* listPage({ text: oldest })
        assert.deepStrictEqual(byId, { ids: [oldest], next: null })
      }).pipe(Effect.provide(database)),
    60_000
  )

  it.effect(
    "is not ended early by a search alone",
    () =>
      Effect.gen(function* () {
        yield* insertUsers
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE users SET display_name = 'Ada' WHERE id = ${oldest}`
        assert.deepStrictEqual(yield* pageOf({}, null, "ada"), { ids: [oldest], next: null })
      }).pipe(Effect.provide(database)),
    60_000
  )
})
