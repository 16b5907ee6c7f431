/** The list of users: pagination, order and search. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { service, withToken, asOtherServer, asServer } from "../fixture.ts"
import { idInCursor, join, makeTeam, NO_ID } from "../team-fixture.ts"
import { del, get, post } from "../requests.ts"
import { pluck, readId, refusal, readTokens } from "../responses.ts"

const empty = service({ users: [] })

const Page = Schema.Struct({
  items: Schema.Array(Schema.Struct({ id: Schema.String })),
  is_paginated: Schema.Literal(true),
  pagination: Schema.Struct({ next_cursor: Schema.NullOr(Schema.String) })
})
const decodePage = Schema.decodeUnknownEffect(Page)

/** Returns the ids of a page and the cursor of the next one. */
const list = Effect.fnUntraced(function* (query = "", headers = asServer) {
  const response = yield* get(`/users${query}`, headers)
  const { items, pagination } = yield* Effect.orDie(decodePage(response.json))
  return { ids: items.map(({ id }) => id), next: pagination.next_cursor }
})

const search = (text: string) => Effect.map(list(`?query=${encodeURIComponent(text)}`), ({ ids }) => ids)

const create = (fields: object, headers = asServer) =>
  Effect.flatMap(post("/users", headers, fields), ({ json }) => readId(json))

/** Creates this number of users; two sign up in each millisecond. */
const crowd = Effect.fnUntraced(function* (size: number) {
  const made: Array<string> = []
  for (let index = 0; index < size; index++) {
    if (index % 2 === 0) yield* TestClock.adjust(1)
    made.push(yield* create({ display_name: `User ${index}` }))
  }
  return made
})

/** Makes a request as a user. */
const beActive = Effect.fnUntraced(function* (id: string) {
  const { json } = yield* post("/auth/sessions", asServer, { user_id: id })
  const { access_token } = yield* readTokens(json)
  yield* get("/users/me", withToken(access_token))
})

describe("the list of users", () => {
  it.effect("has pages of at most 1000, with and without a limit", () =>
    Effect.gen(function* () {
      for (const query of ["", "?limit=1001", "?limit=9007199254740991"]) {
        const { ids, next } = yield* list(query)
        assert.lengthOf(new Set(ids), 1000, query)
        const rest = yield* list(`${query === "" ? "?" : `${query}&`}cursor=${next}`)
        assert.lengthOf(rest.ids, 2)
        assert.isNull(rest.next)
      }
    }).pipe(
      Effect.provide(service({ users: Array.from({ length: 1002 }, (_, n) => ({ email: `user${n}@example.com` })) }))
    )
  )

  it.effect("returns all users, oldest or newest first", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* list(), { ids: [], next: null })
      const made = yield* crowd(7)
      const { ids, next } = yield* list()
      assert.sameMembers(ids, made)
      const pair = (id: string) => Math.floor(made.indexOf(id) / 2)
      assert.deepStrictEqual(ids.map(pair), [0, 0, 1, 1, 2, 2, 3])
      assert.isNull(next)
      assert.deepStrictEqual((yield* list("?order_by=signed_up_at&desc=false")).ids, ids)
      assert.deepStrictEqual((yield* list("?desc=true")).ids, ids.toReversed())
    }).pipe(Effect.provide(empty))
  )

  it.effect("is ordered by the last activity on demand, page by page", () =>
    Effect.gen(function* () {
      const [first = "", second = "", third = ""] = yield* crowd(3)
      for (const id of [second, third, first]) {
        yield* TestClock.adjust("1 hour")
        yield* beActive(id)
      }
      const byActivity = "?order_by=last_active_at"
      assert.deepStrictEqual((yield* list(byActivity)).ids, [second, third, first])
      assert.deepStrictEqual((yield* list(`${byActivity}&desc=true`)).ids, [first, third, second])
      const page = yield* list(`${byActivity}&desc=true&limit=2`)
      assert.deepStrictEqual([page.ids, idInCursor(page.next)], [[first, third], second])
      assert.deepStrictEqual(yield* list(`${byActivity}&desc=true&cursor=${page.next}`), { ids: [second], next: null })
      assert.strictEqual((yield* get("/users?order_by=display_name", asServer)).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(empty))
  )

  it.effect("includes every user who has signed up", () =>
    Effect.gen(function* () {
      const made = yield* crowd(2)
      for (const query of ["?include_restricted=true", "?include_anonymous=true", "?only_anonymous=false"]) {
        assert.sameMembers((yield* list(query)).ids, made, query)
      }
      assert.deepStrictEqual(yield* list("?include_anonymous=true&only_anonymous=true"), { ids: [], next: null })
      const alone = yield* get("/users?only_anonymous=true", asServer)
      assert.deepStrictEqual([alone.status, alone.code], [400, undefined])
      assert.strictEqual((yield* get("/users?include_anonymous=yes", asServer)).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(empty))
  )

  it.effect("is paginated without gaps and duplicates, in both directions", () =>
    Effect.gen(function* () {
      const made = yield* crowd(7)
      for (const order of ["", "&desc=true"]) {
        const all = (yield* list(`?limit=100${order}`)).ids
        assert.sameMembers(all, made)
        for (const limit of [1, 2, 3, 6, 7]) {
          const seen: Array<string> = []
          let cursor: string | null = null
          do {
            const page: { readonly ids: ReadonlyArray<string>; readonly next: string | null } = yield* list(
              `?limit=${limit}${order}${cursor === null ? "" : `&cursor=${cursor}`}`
            )
            assert.isAtMost(page.ids.length, limit)
            seen.push(...page.ids)
            cursor = page.next
          } while (cursor !== null)
          assert.deepStrictEqual(seen, all, `limit ${limit}${order}`)
        }
      }
    }).pipe(Effect.provide(empty))
  )

  it.effect("starts with the user of the cursor, and refuses the id of no user", () =>
    Effect.gen(function* () {
      yield* crowd(5)
      const foreign = yield* create({}, asOtherServer)
      for (const order of ["order_by=signed_up_at", "order_by=last_active_at", "desc=true"]) {
        const { ids } = yield* list(`?${order}`)
        const third = ids[2] ?? ""
        assert.deepStrictEqual((yield* list(`?${order}&cursor=${third.toUpperCase()}`)).ids, ids.slice(2))
        const page = yield* list(`?${order}&cursor=${third}&limit=1`)
        assert.deepStrictEqual([page.ids, idInCursor(page.next)], [[third], ids[3]])
        for (const id of [NO_ID, foreign]) {
          const refused = yield* get(`/users?${order}&cursor=${id}&limit=1`, asServer)
          assert.deepStrictEqual(refusal(refused), [400, undefined])
          assert.include(refused.text, "next_cursor")
        }
      }
    }).pipe(Effect.provide(empty))
  )

  it.effect("loses no user if those at the cursors are deleted between two pages, in each order", () =>
    Effect.gen(function* () {
      for (const order of ["signed_up_at", "last_active_at"]) {
        for (const desc of [false, true]) {
          const team = yield* makeTeam()
          for (const id of yield* crowd(8)) yield* join(team, id)
          for (const filter of ["", `&team_id=${team}`, "&query=User", "&primary_email_verified=false"]) {
            const query = `?order_by=${order}&desc=${desc}${filter}`
            const all = (yield* list(query)).ids
            const first = yield* list(`${query}&limit=2`)
            assert.strictEqual(idInCursor(first.next), all[2])
            yield* del(`/users/${all[2]}`, asServer)
            const rest = yield* list(`${query}&cursor=${first.next}`)
            assert.deepStrictEqual([...first.ids, ...rest.ids], all.toSpliced(2, 1), query)
            assert.isNull(rest.next)
          }
        }
      }
    }).pipe(Effect.provide(empty))
  )

  it.effect("loses no user if the one at the cursor is active between two pages", () =>
    Effect.gen(function* () {
      const [first = "", second = "", third = "", fourth = ""] = yield* crowd(7)
      const byActivity = "?order_by=last_active_at"
      const page = yield* list(`${byActivity}&limit=2`)
      const { ids } = yield* list(byActivity)
      assert.sameMembers(page.ids, [first, second])
      yield* TestClock.adjust("1 hour")
      const active = ids[2] ?? ""
      assert.include([third, fourth], active)
      yield* beActive(active)
      const rest = yield* list(`${byActivity}&cursor=${page.next}`)
      assert.deepStrictEqual(rest.ids, [...ids.slice(3), active])
    }).pipe(Effect.provide(empty))
  )

  it.effect("accepts any positive limit and rejects invalid ones", () =>
    Effect.gen(function* () {
      yield* crowd(2)
      for (const limit of ["9007199254740991", "1e3"]) assert.lengthOf((yield* list(`?limit=${limit}`)).ids, 2)
      const limits = ["0", "-1", "1.5", "1e400", "x", ""].map((limit) => `limit=${limit}`)
      const cursors = ["x", "1_x", `_${NO_ID}`, `1.5_${NO_ID}`, `12345678901234567_${NO_ID}`].map(
        (cursor) => `cursor=${cursor}`
      )
      for (const query of [...limits, ...cursors, "order_by=id", "desc=1", "x=1"]) {
        assert.strictEqual((yield* get(`/users?${query}`, asServer)).code, "SCHEMA_ERROR", query)
      }
    }).pipe(Effect.provide(empty))
  )

  it.effect("may be filtered by team", () =>
    Effect.gen(function* () {
      const [first = "", second = "", third = ""] = yield* crowd(3)
      const team = yield* makeTeam(third)
      yield* join(team, first)
      assert.deepStrictEqual((yield* list(`?team_id=${team.toUpperCase()}`)).ids, [first, third])
      const page = yield* list(`?team_id=${team}&limit=1`)
      assert.deepStrictEqual([page.ids, idInCursor(page.next)], [[first], third])
      assert.deepStrictEqual((yield* list(`?team_id=${team}&cursor=${second}&desc=true`)).ids.includes(third), false)
      assert.deepStrictEqual((yield* list(`?team_id=${NO_ID}`)).ids, [])
    }).pipe(Effect.provide(empty))
  )
})

describe("a filter of the list of users", () => {
  it.effect("finds users by the verification of their primary address", () =>
    Effect.gen(function* () {
      const verified = yield* create({ primary_email: "a@a.example", primary_email_verified: true })
      const open = yield* create({ primary_email: "b@a.example" })
      const none = yield* create({})
      assert.deepStrictEqual((yield* list("?primary_email_verified=true")).ids, [verified])
      assert.sameMembers([...(yield* list("?primary_email_verified=false")).ids], [open, none])
    }).pipe(Effect.provide(empty))
  )

  it.effect("finds users by each method of signing in, also together with a search", () =>
    Effect.gen(function* () {
      const email = { primary_email_auth_enabled: true, primary_email_verified: true }
      const password = yield* create({ ...email, primary_email: "pw@a.example", password: "correct horse" })
      const otp = yield* create({ ...email, primary_email: "otp@a.example", otp_auth_enabled: true })
      const oauth = yield* create({
        ...email,
        primary_email: "gh@a.example",
        oauth_providers: [{ id: "github", account_id: "1", email: "gh@a.example" }]
      })
      const found = (method: string, more = "") =>
        Effect.map(list(`?sign_in_method=${method}${more}`), ({ ids }) => ids)
      assert.deepStrictEqual(yield* found("password"), [password])
      assert.deepStrictEqual(yield* found("otp"), [otp])
      assert.deepStrictEqual(yield* found("oauth"), [oauth])
      assert.deepStrictEqual(yield* found("passkey"), [])
      assert.deepStrictEqual(yield* found("password", "&query=PW&primary_email_verified=true"), [password])
      assert.deepStrictEqual(yield* found("password", "&query=gh"), [])
    }).pipe(
      Effect.provide(
        service({ users: [], config: { magicLinkEnabled: true, oauthProviders: [{ type: "shared", id: "github" }] } })
      )
    )
  )

  it.effect("finds users by their last activity, with the start but without the end of a time span", () =>
    Effect.gen(function* () {
      const [first = "", second = "", third = ""] = [
        yield* create({}),
        yield* Effect.andThen(TestClock.adjust(1000), create({})),
        yield* Effect.andThen(TestClock.adjust(1000), create({}))
      ]
      assert.deepStrictEqual((yield* list("?active_since_millis=1000")).ids, [second, third])
      assert.deepStrictEqual((yield* list("?active_until_millis=1000")).ids, [first])
      const span = yield* list("?active_since_millis=1000&active_until_millis=2000&order_by=last_active_at&desc=true")
      assert.deepStrictEqual(span.ids, [second])
    }).pipe(Effect.provide(empty))
  )

  it.effect("keeps its pages free of other users", () =>
    Effect.gen(function* () {
      const verified: Array<string> = []
      for (let index = 0; index < 6; index++) {
        yield* TestClock.adjust(1)
        const id = yield* create({ primary_email: `u${index}@a.example`, primary_email_verified: index % 2 === 0 })
        if (index % 2 === 0) verified.push(id)
      }
      const page = yield* list("?primary_email_verified=true&limit=2")
      assert.deepStrictEqual([page.ids, idInCursor(page.next)], [verified.slice(0, 2), verified[2]])
      const last = yield* list(`?primary_email_verified=true&limit=2&cursor=${page.next}`)
      assert.deepStrictEqual(last, { ids: verified.slice(2), next: null })
    }).pipe(Effect.provide(empty))
  )

  it.effect("is refused when it is unknown or malformed", () =>
    Effect.gen(function* () {
      const queries = [
        "primary_email_verified=1",
        "sign_in_method=sms",
        "active_since_millis=-1",
        "active_since_millis=1.5",
        "active_until_millis=8640000000000001",
        "active_until_millis=x"
      ]
      for (const query of queries)
        assert.strictEqual((yield* get(`/users?${query}`, asServer)).code, "SCHEMA_ERROR", query)
    }).pipe(Effect.provide(empty))
  )
})

describe("the search for users", () => {
  it.effect("finds parts of names and addresses in any case, and whole ids", () =>
    Effect.gen(function* () {
      const muller = yield* create({ display_name: "Jörg MÜLLER", primary_email: "j@a.example" })
      const grace = yield* create({ display_name: "Grace", primary_email: "Hopper@Navy.example" })
      assert.deepStrictEqual(yield* search("müll"), [muller])
      assert.deepStrictEqual(yield* search("jÖRG m"), [muller])
      assert.deepStrictEqual(yield* search("hopper@"), [grace])
      assert.sameMembers([...(yield* search("EXAMPLE"))], [muller, grace])
      assert.deepStrictEqual(yield* search(grace.toUpperCase()), [grace])
      assert.deepStrictEqual(yield* search(grace.slice(0, 8)), [], "only whole ids")
      assert.deepStrictEqual(yield* search("no such user"), [])
      assert.lengthOf(yield* search(""), 2)
    }).pipe(Effect.provide(empty))
  )

  it.effect("treats every character literally", () =>
    Effect.gen(function* () {
      const names = ["100%", "a_b", "axb", "a!b", "a\\b", "it's", '"quoted"', "a*b", "a?b", "[ab]", "'; DROP TABLE x"]
      for (const name of names) yield* create({ display_name: name })
      for (const name of names) {
        const response = yield* get(`/users?query=${encodeURIComponent(name)}`, asServer)
        assert.deepStrictEqual(yield* pluck(response.json, "display_name"), [name])
      }
      for (const [text, found] of [
        ["%", 1],
        ["_", 1],
        ["!", 1],
        ["\\", 1],
        ["%%", 0],
        ["a%b", 0]
      ] as const) {
        assert.lengthOf(yield* search(text), found, text)
      }
      assert.deepStrictEqual(yield* search("%".repeat(9_999)), [])
      assert.deepStrictEqual(yield* search("語".repeat(9_999)), [])
    }).pipe(Effect.provide(empty))
  )

  it.effect("is paginated within the project", () =>
    Effect.gen(function* () {
      const made: Array<string> = []
      for (const name of ["needle 1", "hay", "needle 2", "needle 3"]) {
        yield* TestClock.adjust(1)
        made.push(yield* create({ display_name: name }))
      }
      yield* create({ display_name: "needle 4" }, asOtherServer)
      const [first = "", , third = "", fourth = ""] = made
      const page = yield* list("?query=needle&limit=2")
      assert.deepStrictEqual([page.ids, idInCursor(page.next)], [[first, third], fourth])
      assert.deepStrictEqual(yield* list(`?query=needle&limit=2&cursor=${fourth}`), { ids: [fourth], next: null })
    }).pipe(Effect.provide(empty))
  )
})
