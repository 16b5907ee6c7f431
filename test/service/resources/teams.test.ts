/** Teams: created, listed, changed and deleted, by users and by the server. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ada, GIF, service, signIn, withToken, asAdmin, asClient, asServer } from "../fixture.ts"
import {
  ADA_ID,
  bob,
  BOB_ID,
  eve,
  grant,
  idInCursor,
  join,
  makeTeam,
  NO_ID,
  permissionsOf,
  users
} from "../team-fixture.ts"
import { asUser, del, get, patch, post } from "../requests.ts"
import { pluck, readId, refusal } from "../responses.ts"

const open = service({ users, config: { clientTeamCreationEnabled: true } })
const closed = service({ users })

const readPagination = Schema.decodeUnknownEffect(
  Schema.Struct({
    pagination: Schema.optionalKey(Schema.Struct({ next_cursor: Schema.NullOr(Schema.String) }))
  })
)

/** Returns the ids of a list for a server, and the cursor of the next page. */
const list = Effect.fnUntraced(function* (query: string) {
  const { json } = yield* get(`/teams?${query}`, asServer)
  const { pagination } = yield* Effect.orDie(readPagination(json))
  return { ids: yield* pluck(json, "id"), next: pagination?.next_cursor }
})

describe("a user who creates a team", () => {
  it.effect("becomes its creator and does not select it", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      const made = yield* post("/teams", headers, { display_name: "Crew", client_metadata: { a: 1 } })
      const id = yield* readId(made.json)
      const team = {
        id,
        display_name: "Crew",
        profile_image_url: null,
        client_metadata: { a: 1 },
        client_read_only_metadata: null
      }
      assert.deepStrictEqual([made.status, made.json], [201, team])
      assert.deepStrictEqual(yield* permissionsOf(id, ADA_ID), ["admin"])
      assert.deepStrictEqual((yield* get("/teams?user_id=me", headers)).json, { items: [team], is_paginated: false })
      assert.deepInclude((yield* get("/users/me", headers)).json, { selected_team_id: null, selected_team: null })
    }).pipe(Effect.provide(open))
  )

  it.effect("may be named by path or body, and not by both", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      const requests = [
        ["/teams", { display_name: "A", creator_user_id: "me" }],
        ["/teams", { display_name: "B", creator_user_id: ADA_ID.toUpperCase() }],
        ["/teams?add_current_user=true", { display_name: "C" }],
        ["/teams?add_current_user=false", { display_name: "D" }]
      ] as const
      for (const [path, body] of requests) assert.strictEqual((yield* post(path, headers, body)).status, 201, path)
      const both = yield* post("/teams?add_current_user=true", headers, { display_name: "E", creator_user_id: "me" })
      assert.deepStrictEqual(refusal(both), [400, undefined])
      assert.lengthOf(yield* pluck((yield* get(`/teams?user_id=${ADA_ID}`, headers)).json, "id"), 4)
    }).pipe(Effect.provide(open))
  )

  it.effect("has to be signed in, may only be the creator themself, and may set an image", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      const body = { display_name: "Crew" }
      assert.deepStrictEqual(refusal(yield* post("/teams", asClient, body)), [401, "USER_AUTHENTICATION_REQUIRED"])
      const anonymous = yield* post("/teams", asClient, { ...body, creator_user_id: "me" })
      assert.deepStrictEqual(refusal(anonymous), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      const other = yield* post("/teams", headers, { ...body, creator_user_id: BOB_ID })
      assert.deepStrictEqual(refusal(other), [403, undefined])
      const linked = yield* post("/teams", headers, { ...body, profile_image_url: "https://evil.example/x.png" })
      assert.deepStrictEqual(refusal(linked), [400, undefined])
      for (const field of ["server_metadata", "client_read_only_metadata", "id", "created_at_millis"]) {
        assert.strictEqual((yield* post("/teams", headers, { ...body, [field]: 1 })).code, "SCHEMA_ERROR", field)
      }
      assert.strictEqual((yield* post("/teams", headers, { ...body, profile_image_url: GIF })).status, 201)
      assert.lengthOf(yield* pluck((yield* get("/teams", asServer)).json, "id"), 1)
    }).pipe(Effect.provide(open))
  )

  it.effect("is a member of fewer than 100 teams", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      for (let number = 0; number < 99; number++) yield* makeTeam(ADA_ID)
      const create = post("/teams", headers, { display_name: "Crew", creator_user_id: "me" })
      const last = yield* create
      assert.strictEqual(last.status, 201)
      const refused = yield* create
      assert.deepStrictEqual([...refusal(refused), refused.details], [400, "LIMIT_REACHED", { maximum: 100 }])
      yield* makeTeam(ADA_ID)
      assert.lengthOf(yield* pluck((yield* get("/teams?user_id=me", headers)).json, "id"), 101, "a server adds more")
      assert.strictEqual((yield* post("/teams", yield* asUser(bob), { display_name: "Crew" })).status, 201)
    }).pipe(Effect.provide(open))
  )

  it.effect("is rejected when the project does not allow it", () =>
    Effect.gen(function* () {
      const response = yield* post("/teams", yield* asUser(ada), { display_name: "Crew" })
      assert.deepStrictEqual(refusal(response), [403, undefined])
    }).pipe(Effect.provide(closed))
  )
})

describe("the list of a user's teams", () => {
  it.effect("is refused beyond 32 MB of images and metadata", () =>
    Effect.gen(function* () {
      const headers = yield* asUser(ada)
      const large = { creator_user_id: ADA_ID, profile_image_url: `data:image/gif;base64,${"A".repeat(999_000)}` }
      for (let number = 0; number < 32; number++) {
        yield* post("/teams", asServer, { display_name: "Crew", ...large, server_metadata: "é" })
      }
      const list = get("/teams?user_id=me", headers)
      assert.strictEqual((yield* list).status, 200)
      yield* post("/teams", asServer, { display_name: "Crew", ...large })
      assert.deepStrictEqual(refusal(yield* list), [400, undefined])
      assert.strictEqual((yield* get("/teams?user_id=me", yield* asUser(bob))).status, 200)
      assert.strictEqual((yield* get(`/teams?user_id=${ADA_ID}&limit=1000`, asServer)).status, 200)
      assert.strictEqual((yield* get(`/teams?user_id=${ADA_ID}`, asServer)).status, 400)
    }).pipe(Effect.provide(open))
  )
})

describe("a server that creates a team", () => {
  it.effect("adds no member unless it names a creator", () =>
    Effect.gen(function* () {
      const empty = yield* post("/teams", asServer, { display_name: "", server_metadata: { s: 1 } })
      assert.deepInclude(empty.json, { display_name: "", server_metadata: { s: 1 }, created_at_millis: 0 })
      const id = yield* readId(empty.json)
      const members = yield* get(`/team-member-profiles?team_id=${id}`, asServer)
      assert.deepStrictEqual(members.json, { items: [], is_paginated: false })
      const full = yield* makeTeam(BOB_ID)
      assert.deepStrictEqual(yield* permissionsOf(full, BOB_ID), ["admin"])
      const { access_token } = yield* signIn(ada)
      const mine = yield* post("/teams?add_current_user=true", withToken(access_token, asServer), { display_name: "A" })
      assert.deepStrictEqual(yield* permissionsOf(yield* readId(mine.json), ADA_ID), ["admin"])
    }).pipe(Effect.provide(closed))
  )

  it.effect("has to name an existing creator", () =>
    Effect.gen(function* () {
      const body = { display_name: "Crew" }
      const unknown = yield* post("/teams", asServer, { ...body, creator_user_id: NO_ID })
      assert.deepStrictEqual(refusal(unknown), [404, "USER_NOT_FOUND"])
      const me = yield* post("/teams", asServer, { ...body, creator_user_id: "me" })
      assert.deepStrictEqual(refusal(me), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      assert.deepStrictEqual(refusal(yield* post("/teams?add_current_user=true", asServer, body)), [401, undefined])
      assert.deepStrictEqual(yield* pluck((yield* get("/teams", asServer)).json, "id"), [], "no team was created")
    }).pipe(Effect.provide(closed))
  )
})

describe("the list of teams", () => {
  it.effect("starts with the oldest team, and may be filtered by user", () =>
    Effect.gen(function* () {
      const first = yield* makeTeam(ADA_ID, "Z")
      const second = yield* makeTeam(BOB_ID, "M")
      const third = yield* makeTeam(ADA_ID, "A")
      yield* join(second, ADA_ID)
      for (const tier of [asServer, asAdmin]) {
        assert.deepStrictEqual(yield* pluck((yield* get("/teams", tier)).json, "id"), [first, second, third])
        assert.deepStrictEqual(yield* pluck((yield* get(`/teams?user_id=${BOB_ID}`, tier)).json, "id"), [second])
        assert.deepStrictEqual(yield* pluck((yield* get(`/teams?user_id=${NO_ID}`, tier)).json, "id"), [])
      }
      const mine = yield* get("/teams?user_id=me", yield* asUser(ada))
      assert.deepStrictEqual(yield* pluck(mine.json, "id"), [first, second, third])
    }).pipe(Effect.provide(closed))
  )

  it.effect("is ordered, searched and paginated for a server", () =>
    Effect.gen(function* () {
      const crew = yield* makeTeam(ADA_ID, "Crew")
      const band = yield* makeTeam(BOB_ID, "100% Band")
      const choir = yield* makeTeam(ADA_ID, "Choir")
      assert.deepStrictEqual(yield* list("order_by=created_at"), { ids: [crew, band, choir], next: undefined })
      assert.deepStrictEqual((yield* list("desc=true")).ids, [choir, band, crew])
      const page = yield* list("limit=2")
      assert.deepStrictEqual([page.ids, idInCursor(page.next)], [[crew, band], choir])
      assert.deepStrictEqual(yield* list(`limit=2&cursor=${page.next}`), { ids: [choir], next: null })
      assert.deepStrictEqual(yield* list(`limit=2&cursor=${choir}`), { ids: [choir], next: null })
      const newest = yield* list(`limit=1&desc=true&cursor=${band}`)
      assert.deepStrictEqual([newest.ids, idInCursor(newest.next)], [[band], crew])
      assert.deepStrictEqual((yield* list(`cursor=${band}`)).ids, [band, choir])
      for (const query of ["", "&limit=1"]) {
        const refused = yield* get(`/teams?cursor=${NO_ID}${query}`, asServer)
        assert.deepStrictEqual(refusal(refused), [400, undefined])
        assert.include(refused.text, "next_cursor")
      }
      assert.deepStrictEqual((yield* list("query=C")).ids, [crew, choir])
      assert.deepStrictEqual((yield* list(`query=${encodeURIComponent("0% b")}`)).ids, [band])
      assert.deepStrictEqual((yield* list(`query=${band.toUpperCase()}`)).ids, [band])
      assert.deepStrictEqual((yield* list("query=")).ids, [crew, band, choir])
      assert.deepStrictEqual((yield* list(`user_id=${ADA_ID}&desc=true&query=c`)).ids, [choir, crew])
      assert.strictEqual((yield* get("/teams?order_by=name", asServer)).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* get("/teams?user_id=me&limit=1", yield* asUser(ada))).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(open))
  )

  it.effect("loses no team if the one at the cursor is deleted between two pages, in each order", () =>
    Effect.gen(function* () {
      for (let index = 0; index < 12; index++) yield* makeTeam(ADA_ID, `Crew ${index}`)
      for (const desc of [false, true]) {
        for (const filter of ["", "&query=crew", `&user_id=${ADA_ID}`]) {
          const query = `desc=${desc}${filter}`
          const all = (yield* list(query)).ids
          const first = yield* list(`${query}&limit=2`)
          assert.strictEqual(idInCursor(first.next), all[2])
          yield* del(`/teams/${all[2]}`, asServer)
          const rest = yield* list(`${query}&limit=100&cursor=${first.next}`)
          assert.deepStrictEqual([...first.ids, ...rest.ids], all.toSpliced(2, 1), query)
          assert.isNull(rest.next)
        }
      }
    }).pipe(Effect.provide(open))
  )

  it.effect("shows users their own teams only", () =>
    Effect.gen(function* () {
      yield* makeTeam(BOB_ID)
      const headers = yield* asUser(ada)
      for (const path of ["/teams", `/teams?user_id=${BOB_ID}`]) {
        assert.deepStrictEqual(refusal(yield* get(path, headers)), [403, undefined], path)
        assert.deepStrictEqual(refusal(yield* get(path, asClient)), [403, undefined], path)
      }
      for (const tier of [asClient, asServer]) {
        const response = yield* get("/teams?user_id=me", tier)
        assert.deepStrictEqual(refusal(response), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      }
    }).pipe(Effect.provide(closed))
  )
})

describe("a team", () => {
  it.effect("is shown to its members and to the server", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      const path = `/teams/${id.toUpperCase()}`
      assert.hasAllKeys((yield* get(path, yield* asUser(ada))).json, [
        "id",
        "display_name",
        "profile_image_url",
        "client_metadata",
        "client_read_only_metadata"
      ])
      assert.deepInclude((yield* get(path, asServer)).json, { id, created_at_millis: 1, server_metadata: null })
      assert.deepStrictEqual(refusal(yield* get(path, asClient)), [401, "USER_AUTHENTICATION_REQUIRED"])
      const outside = yield* get(path, yield* asUser(bob))
      assert.deepStrictEqual(
        [...refusal(outside), outside.details],
        [
          404,
          "TEAM_MEMBERSHIP_NOT_FOUND",
          {
            team_id: id,
            user_id: BOB_ID
          }
        ]
      )
      const missing = yield* get(`/teams/${NO_ID}`, asServer)
      assert.deepStrictEqual([...refusal(missing), missing.details], [404, "TEAM_NOT_FOUND", { team_id: NO_ID }])
      assert.strictEqual((yield* get("/teams/no-uuid", asServer)).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(closed))
  )

  it.effect("does not reveal to users which teams exist", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      const headers = yield* asUser(bob)
      const seen = yield* Effect.forEach([id, NO_ID], (team) =>
        Effect.map(get(`/teams/${team}`, headers), (response) => [
          ...refusal(response),
          response.error.replace(team, "…")
        ])
      )
      assert.deepStrictEqual(seen[0], seen[1])
    }).pipe(Effect.provide(closed))
  )

  it.effect("is changed by members with the permission, and keeps omitted fields", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* join(id, BOB_ID)
      const path = `/teams/${id}`
      yield* patch(path, asServer, { client_metadata: { a: 1 }, client_read_only_metadata: 2, server_metadata: 3 })
      const changed = yield* patch(path, yield* asUser(ada), { display_name: "", profile_image_url: GIF })
      assert.deepStrictEqual(changed.json, {
        id,
        display_name: "",
        profile_image_url: GIF,
        client_metadata: { a: 1 },
        client_read_only_metadata: 2
      })
      const cleared = yield* patch(path, asServer, { profile_image_url: null, client_metadata: null })
      assert.deepInclude(cleared.json, { profile_image_url: null, client_metadata: null, server_metadata: 3 })

      const member = yield* asUser(bob)
      const refused = yield* patch(path, member, { display_name: "Mine" })
      assert.deepStrictEqual(
        [...refusal(refused), refused.details],
        [
          401,
          "TEAM_PERMISSION_REQUIRED",
          {
            team_id: id,
            user_id: BOB_ID,
            permission_id: "$update_team"
          }
        ]
      )
      yield* grant(id, BOB_ID, "$update_team")
      assert.strictEqual((yield* patch(path, member, { display_name: "Ours" })).status, 200)
    }).pipe(Effect.provide(closed))
  )

  it.effect("is not changed by others, and server metadata not by users", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      const path = `/teams/${id}`
      const member = yield* asUser(ada)
      assert.deepStrictEqual(refusal(yield* patch(path, asClient, {})), [401, "USER_AUTHENTICATION_REQUIRED"])
      assert.deepStrictEqual(refusal(yield* patch(path, yield* asUser(eve), {})), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
      assert.deepStrictEqual(refusal(yield* patch(`/teams/${NO_ID}`, asServer, {})), [404, "TEAM_NOT_FOUND"])
      const linked = yield* patch(path, member, { profile_image_url: "https://evil.example/x.png" })
      assert.deepStrictEqual(refusal(linked), [400, undefined])
      for (const field of ["server_metadata", "client_read_only_metadata", "creator_user_id", "id"]) {
        assert.strictEqual((yield* patch(path, member, { [field]: 1 })).code, "SCHEMA_ERROR", field)
      }
      assert.deepInclude((yield* get(path, asServer)).json, { display_name: "Crew", server_metadata: null })
    }).pipe(Effect.provide(closed))
  )

  it.effect("is deleted with all its data by members with the permission", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* join(id, BOB_ID)
      const path = `/teams/${id}`
      yield* patch(`/users/${BOB_ID}`, asServer, { selected_team_id: id })
      assert.deepStrictEqual(refusal(yield* del(path, asClient)), [401, "USER_AUTHENTICATION_REQUIRED"])
      assert.deepStrictEqual(refusal(yield* del(path, yield* asUser(eve))), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
      const refused = yield* del(path, yield* asUser(bob))
      assert.deepStrictEqual(
        [...refusal(refused), refused.details],
        [
          401,
          "TEAM_PERMISSION_REQUIRED",
          {
            team_id: id,
            user_id: BOB_ID,
            permission_id: "$delete_team"
          }
        ]
      )
      assert.deepStrictEqual((yield* del(path, yield* asUser(ada))).json, { success: true })
      assert.deepStrictEqual(refusal(yield* del(path, asServer)), [404, "TEAM_NOT_FOUND"])
      const left = yield* get(`/users/${BOB_ID}`, asServer)
      assert.deepInclude(left.json, { selected_team_id: null, selected_team: null })
      assert.deepStrictEqual(yield* pluck((yield* get("/team-permissions", asServer)).json, "id"), [])
    }).pipe(Effect.provide(closed))
  )
})
