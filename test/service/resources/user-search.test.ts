/** The search for users: its index follows every change, and finds the same users as a comparison of all texts. */
import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { StoredUserPage } from "../../../service/resources/users/user-page.ts"
import * as UserStore from "../../../service/resources/users/user-store.ts"
import { groupsOf } from "../../../service/sql/search/groups.ts"
import * as Database from "../../../service/sql/database.ts"
import { service, asServer } from "../fixture.ts"
import { get, patch, post, del } from "../requests.ts"
import { pluck, readId } from "../responses.ts"

const empty = service({ users: [] })

const create = (fields: object) => Effect.flatMap(post("/users", asServer, fields), ({ json }) => readId(json))

const search = (text: string) =>
  Effect.flatMap(get(`/users?query=${encodeURIComponent(text)}`, asServer), ({ json }) => pluck(json, "id"))

/** Checks which of some texts find a user. */
const assertFound = Effect.fnUntraced(function* (id: string, found: ReadonlyArray<string>, not: ReadonlyArray<string>) {
  for (const text of found) assert.deepStrictEqual(yield* search(text), [id], text)
  for (const text of not) assert.deepStrictEqual(yield* search(text), [], text)
})

describe("the index of the search for users", () => {
  it.effect("follows names and addresses", () =>
    Effect.gen(function* () {
      const ada = yield* create({ display_name: "Ada Byron", primary_email: "ada@first.example" })
      yield* assertFound(ada, ["byron", "ada@first.example", "by", "N", "."], ["lovelace", "second"])
      yield* patch(`/users/${ada}`, asServer, { display_name: "Ada Lovelace" })
      yield* assertFound(ada, ["lovelace", "first.example"], ["byron", "by"])
      yield* patch(`/users/${ada}`, asServer, { primary_email: "ada@second.example" })
      yield* assertFound(ada, ["lovelace", "second.example"], ["byron"])
      const added = yield* post("/contact-channels", asServer, {
        user_id: ada,
        type: "email",
        value: "countess@third.example",
        used_for_auth: false
      })
      yield* assertFound(ada, ["countess", "third.example", "second.example"], ["ess@third.examples"])
      const channel = yield* readId(added.json)
      yield* patch(`/contact-channels/${ada}/${channel}`, asServer, { value: "Lady@Fourth.example" })
      yield* assertFound(ada, ["lady@fourth.example"], ["countess", "third"])
      yield* del(`/contact-channels/${ada}/${channel}`, asServer)
      yield* assertFound(ada, ["second.example"], ["fourth", "lady"])
      yield* patch(`/users/${ada}`, asServer, { display_name: null })
      yield* assertFound(ada, ["ada@"], ["lovelace"])
      yield* del(`/users/${ada}`, asServer)
      for (const text of ["ada", "second.example", "@", ada]) assert.deepStrictEqual(yield* search(text), [], text)
      // Nothing of a deleted user is found in the next one.
      const next = yield* create({ display_name: "Next" })
      yield* assertFound(next, ["next"], ["ada", "second.example"])
    }).pipe(Effect.provide(empty))
  )

  it.effect("separates the name and the addresses of a user", () =>
    Effect.gen(function* () {
      const user = yield* create({ display_name: "one", primary_email: "two@a.example" })
      yield* assertFound(user, ["one", "two", "e"], ["onetwo", "e\u001f", "\u001ft", "e\u001f\u001ft", "\u001f"])
      const odd = yield* create({ display_name: "a\u001fb" })
      yield* assertFound(odd, ["a\u001fb", "\u001f", "\u001fb"], ["b\u001f"])
    }).pipe(Effect.provide(empty))
  )
})

it("splits a text into groups of three characters, of a long text into sixteen", () => {
  assert.deepStrictEqual(groupsOf("abc"), ["abc"])
  assert.deepStrictEqual(groupsOf("a🙂cd"), ["a🙂c", "🙂cd"])
  const letters = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("")
  const groups = groupsOf(letters)
  assert.lengthOf(groups, 16)
  assert.deepStrictEqual([groups[0], groups[15]], [letters.slice(0, 3), letters.slice(-3)])
})

const PROJECT = "11111111-0000-4000-8000-000000000000"
const OTHER = "22222222-0000-4000-8000-000000000000"
const TEAM = "33333333-0000-4000-8000-000000000000"

/** More than are read in order, and more than are read by the index. */
const USERS = 9000
const IMPORTED = 8500

const stores = UserStore.layer.pipe(Layer.provideMerge(Database.layer(Database.MEMORY)))

interface SearchedUser {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly signed_up_at: number
  readonly last_active_at: number
}

const insertProject = (id: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
      VALUES (${id}, 'Test', '', 0, 0)`
  )

/** Inserts users of whom most were imported before the others signed up, two in each millisecond. */
const insertUsers = Effect.fnUntraced(function* (projectId: string, count: number) {
  const sql = yield* SqlClient.SqlClient
  const all = Array.from({ length: count }, (_, index): SearchedUser => {
    const start = `${projectId.slice(0, 1)}${String(((index + 1) * 7919) % 1_000_003).padStart(7, "0")}`
    return {
      id: `${start}-0000-4000-8000-${String(index).padStart(12, "0")}`,
      name: index < IMPORTED ? `Imported ${index}` : `Person ${index}`,
      address: `${index % 1000 === 7 ? "needle" : "u"}${index}@${index % 2 === 0 ? "even" : "odd"}.example`,
      signed_up_at: Math.floor(index / 2),
      last_active_at: (index * 31) % 5000
    }
  })
  // The index is written for each row. On a busy machine, one statement for all rows reaches the time limit.
  for (const chunk of Arr.chunksOf(all, 1000)) {
    const json = JSON.stringify(chunk)
    const rows = sql.onDialectOrElse({
      pg: () => sql`
        json_to_recordset(${json}::json)
        AS given (id text, name text, address text, signed_up_at bigint, last_active_at bigint)`,
      orElse: () => sql`(
        SELECT value ->> 'id' AS id, value ->> 'name' AS name, value ->> 'address' AS address,
          value ->> 'signed_up_at' AS signed_up_at, value ->> 'last_active_at' AS last_active_at
        FROM json_each(${json})
      ) AS given`
    })
    yield* sql`
      INSERT INTO users (
        id, project_id, display_name, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled,
        signed_up_at, last_active_at
      )
      SELECT id, ${projectId}, name, 'null', 'null', 'null', 0, signed_up_at, last_active_at FROM ${rows}`
    yield* sql`
      INSERT INTO contact_channels (
        id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at
      )
      SELECT 'c' || id, ${projectId}, id, 'email', address, 1, 0, 1, 0 FROM ${rows}`
  }
  // A server in use has run autovacuum.
  yield* sql.onDialectOrElse({ pg: () => sql`ANALYZE`, orElse: () => Effect.void })
  return all
})

const sortUsers = (all: ReadonlyArray<SearchedUser>, { newestFirst, orderBy = "signed_up_at" }: StoredUserPage) => {
  const ascending = all.toSorted((a, b) => a[orderBy] - b[orderBy] || (a.id < b.id ? -1 : 1))
  return newestFirst ? ascending.toReversed() : ascending
}

const page: StoredUserPage = { teamId: null, text: null, from: null, newestFirst: true, limit: 51 }

const orders = (["signed_up_at", "last_active_at"] as const).flatMap((orderBy) =>
  [true, false].map((newestFirst) => ({ orderBy, newestFirst }))
)

describe("a page of a search among many users", () => {
  it.effect(
    "has the same users as a comparison of all texts, in each order and from each cursor",
    () =>
      Effect.gen(function* () {
        yield* insertProject(PROJECT)
        yield* insertProject(OTHER)
        const all = yield* insertUsers(PROJECT, USERS)
        const others = yield* insertUsers(OTHER, 600)
        const store = yield* UserStore.UserStore
        const texts = ["person", "imported", "IMPORTED 99", "needle", "n 87", "even.ex", "ee", "p", "zq", "absent", "@"]
        for (const text of [...texts, all[5]?.id ?? "", "needle7@odd.example", "even.example", others[0]?.id ?? ""]) {
          const isFound = ({ address, id, name }: SearchedUser) =>
            [name, address].some((value) => value.toLowerCase().includes(text.toLowerCase())) || id === text
          for (const order of orders) {
            const found = sortUsers(all.filter(isFound), { ...page, ...order }).map(({ id }) => id)
            const from = found.length > 200 ? found[found.length - 100] : undefined
            for (const start of from === undefined ? [null] : [null, from]) {
              const position = start === null ? null : yield* store.positionOf(PROJECT, start, order.orderBy)
              const listed = yield* store.page(PROJECT, { ...page, ...order, text, from: position })
              const first = start === null ? 0 : found.indexOf(start)
              assert.deepStrictEqual(
                listed.users.map(({ id }) => id),
                found.slice(first, first + 51),
                `${text} ${JSON.stringify(order)} ${start}`
              )
            }
          }
        }
      }).pipe(Effect.provide(stores)),
    180_000
  )

  it.effect(
    "may be limited to a team and by other filters",
    () =>
      Effect.gen(function* () {
        yield* insertProject(PROJECT)
        const all = yield* insertUsers(PROJECT, USERS)
        const store = yield* UserStore.UserStore
        const sql = yield* SqlClient.SqlClient
        const lists = (more: Partial<StoredUserPage>) =>
          Effect.map(store.page(PROJECT, { ...page, ...more }), ({ users }) => users.map(({ id }) => id))
        yield* sql`
          UPDATE contact_channels SET is_verified = 1
          WHERE value LIKE 'needle%' AND created_at = 0 AND project_id = ${PROJECT}`
        const verified = sortUsers(
          all.filter(({ address }) => address.startsWith("needle")),
          page
        ).map(({ id }) => id)
        assert.deepStrictEqual(yield* lists({ filter: { primaryEmailVerified: true } }), verified)
        assert.deepStrictEqual(yield* lists({ filter: { primaryEmailVerified: true }, text: "even.example" }), [])
        const odd = yield* lists({
          filter: { primaryEmailVerified: true },
          text: "odd.example",
          orderBy: "last_active_at"
        })
        assert.sameMembers(odd, verified)
        assert.deepStrictEqual(
          yield* lists({ restricted: { isRestricted: false, requireEmailVerification: true } }),
          verified
        )
        yield* sql`
          INSERT INTO teams (
            id, project_id, display_name, client_metadata, client_read_only_metadata, server_metadata, created_at
          )
          VALUES (${TEAM}, ${PROJECT}, 'Team', 'null', 'null', 'null', 0)`
        const join = (until: number) => sql`
          INSERT INTO team_memberships (project_id, team_id, user_id, is_selected, created_at)
          SELECT project_id, ${TEAM}, id, 0, 0 FROM users
          WHERE signed_up_at < ${until} AND NOT EXISTS (
            SELECT 1 FROM team_memberships AS known WHERE known.user_id = users.id
          )`
        for (const until of [1000, USERS / 4]) {
          yield* join(until)
          const members = sortUsers(
            all.filter((user) => user.signed_up_at < until),
            page
          )
          assert.deepStrictEqual(
            yield* lists({ teamId: TEAM }),
            members.slice(0, 51).map(({ id }) => id)
          )
          const needles = members.filter(({ address }) => address.startsWith("needle")).map(({ id }) => id)
          assert.deepStrictEqual(yield* lists({ teamId: TEAM, text: "needle" }), needles)
          assert.deepStrictEqual(yield* lists({ teamId: TEAM, text: "person" }), [])
        }
      }).pipe(Effect.provide(stores)),
    180_000
  )
})

/** Characters with a meaning in LIKE, FTS5, tsquery or JSON, of several bytes, or with a longer lower case. */
const ALPHABET = [..."ab %_!\\\"'*():&|-^{}<>+,;\n\t", "İ", "ß", "Σ", "é", "🙂", "語", "\u{10ffff}", "AND", "\ud800"]

/** Returns pseudo-random texts of up to `length` characters of this alphabet. */
const textsOf = (count: number, length: number, seed: number) => {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(length) }, () => ALPHABET[next(ALPHABET.length)] ?? "").join("")
  )
}

it.effect("the search for users treats every character of names and texts literally", () =>
  Effect.gen(function* () {
    yield* insertProject(PROJECT)
    const sql = yield* SqlClient.SqlClient
    const store = yield* UserStore.UserStore
    const names = textsOf(150, 12, 1)
    for (const [index, name] of names.entries()) {
      yield* sql`
        INSERT INTO users (
          id, project_id, display_name, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled,
          signed_up_at, last_active_at
        )
        VALUES (${String(index)}, ${PROJECT}, ${name}, 'null', 'null', 'null', 0, 0, 0)`
    }
    // As the databases store them, and as they write them in lower case.
    const stored = yield* sql<{ id: string; text: string }>`SELECT user_id AS id, text FROM user_search`
    assert.lengthOf(stored, names.length)
    for (const text of [...textsOf(300, 4, 2), ...names.map((name) => name.slice(1, 6))].filter(
      (each) => each !== ""
    )) {
      const lowered = text.toLowerCase().replaceAll(/\p{Surrogate}/gu, "\ufffd")
      const expected = stored.filter((row) => row.text.includes(lowered)).map(({ id }) => id)
      const { users } = yield* store.page(PROJECT, { ...page, text, limit: 1000 })
      assert.sameMembers(
        users.map(({ id }) => id),
        expected,
        JSON.stringify(text)
      )
    }
  }).pipe(Effect.provide(stores))
)
