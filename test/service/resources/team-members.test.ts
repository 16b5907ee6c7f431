/** Memberships and member profiles of teams. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ada, GIF, me, signIn, updateMe, withToken, asClient, asServer } from "../fixture.ts"
import {
  ADA_ID,
  bob,
  BOB_ID,
  eve,
  EVE_ID,
  grant,
  join,
  makeTeam,
  NO_ID,
  permissionsOf,
  withUsers
} from "../team-fixture.ts"
import { asUser, del, get, patch, post } from "../requests.ts"
import { pluck, readItems, refusal } from "../responses.ts"

describe("joining a team", () => {
  it.effect("is done by the server, once", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam()
      const joined = yield* join(id, BOB_ID.toUpperCase())
      assert.deepStrictEqual([joined.status, joined.json], [201, { team_id: id, user_id: BOB_ID }])
      assert.deepStrictEqual(refusal(yield* join(id, BOB_ID)), [409, "TEAM_MEMBERSHIP_ALREADY_EXISTS"])
      assert.deepStrictEqual(yield* permissionsOf(id, BOB_ID), ["member"])
      const { access_token } = yield* signIn(ada)
      const own = yield* post(`/team-memberships/${id}/me`, withToken(access_token, asServer), {})
      assert.deepStrictEqual(own.json, { team_id: id, user_id: ADA_ID })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("requires a user, a team, a body and a server key", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      assert.deepStrictEqual(refusal(yield* join(id, NO_ID)), [404, "USER_NOT_FOUND"])
      assert.deepStrictEqual(refusal(yield* join(NO_ID, NO_ID)), [404, "USER_NOT_FOUND"])
      const team = yield* join(NO_ID, BOB_ID)
      assert.deepStrictEqual([...refusal(team), team.details], [404, "TEAM_NOT_FOUND", { team_id: NO_ID }])
      assert.deepStrictEqual(refusal(yield* join(id, "me")), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      assert.strictEqual((yield* post(`/team-memberships/${id}/${BOB_ID}`, asServer)).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* post(`/team-memberships/${id}/${BOB_ID}`, asServer, { role: 1 })).code, "SCHEMA_ERROR")
      const byUser = yield* post(`/team-memberships/${id}/me`, yield* asUser(bob), {})
      assert.deepStrictEqual(refusal(byUser), [401, "INSUFFICIENT_ACCESS_TYPE"])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("happens once when many requests are concurrent", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam()
      const responses = yield* Effect.all(
        Array.from({ length: 8 }, () => join(id, BOB_ID)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(responses.map(({ status }) => status).sort(), [
        201,
        ...Array.from({ length: 7 }, () => 409)
      ])
    }).pipe(Effect.provide(withUsers))
  )
})

describe("leaving a team", () => {
  it.effect("deletes the profile, the permissions and the selection", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* join(id, BOB_ID)
      const headers = yield* asUser(bob)
      yield* updateMe(headers, { selected_team_id: id })
      yield* patch(`/team-member-profiles/${id}/me`, headers, { display_name: "Bobby" })
      yield* grant(id, BOB_ID, "$update_team")
      assert.deepStrictEqual((yield* del(`/team-memberships/${id}/me`, headers, {})).json, { success: true })
      assert.deepInclude((yield* me(headers)).json, { selected_team_id: null, selected_team: null })
      const again = yield* del(`/team-memberships/${id}/me`, headers)
      assert.deepStrictEqual(
        [...refusal(again), again.details],
        [
          404,
          "TEAM_MEMBERSHIP_NOT_FOUND",
          {
            team_id: id,
            user_id: BOB_ID
          }
        ]
      )
      yield* join(id, BOB_ID)
      assert.deepStrictEqual(yield* permissionsOf(id, BOB_ID), ["member"])
      const profile = yield* get(`/team-member-profiles/${id}/me`, headers)
      assert.propertyVal(profile.json, "display_name", "Bob")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("on behalf of another member requires a permission, except in the server tier", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      for (const user of [BOB_ID, EVE_ID]) yield* join(id, user)
      const path = (user: string) => `/team-memberships/${id}/${user}`
      const refused = yield* del(path(EVE_ID), yield* asUser(bob))
      assert.deepStrictEqual(
        [...refusal(refused), refused.details],
        [
          401,
          "TEAM_PERMISSION_REQUIRED",
          {
            team_id: id,
            user_id: BOB_ID,
            permission_id: "$remove_members"
          }
        ]
      )
      assert.strictEqual((yield* del(path(BOB_ID), yield* asUser(ada))).status, 200)
      assert.deepStrictEqual(refusal(yield* del(path(EVE_ID), yield* asUser(bob))), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
      assert.deepStrictEqual(refusal(yield* del(path(NO_ID), yield* asUser(ada))), [404, "USER_NOT_FOUND"])
      assert.deepStrictEqual(refusal(yield* del(path("me"), asClient)), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      assert.deepStrictEqual(refusal(yield* del(path(EVE_ID), asClient)), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
      assert.strictEqual((yield* del(path(EVE_ID), asServer)).status, 200)
      assert.deepStrictEqual(refusal(yield* del(path(EVE_ID), asServer)), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
      assert.deepStrictEqual(refusal(yield* del(path(NO_ID), asServer)), [404, "USER_NOT_FOUND"])
    }).pipe(Effect.provide(withUsers))
  )
})

describe("a member profile", () => {
  it.effect("has the user's name and image until it has its own", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      const headers = yield* asUser(ada)
      yield* updateMe(headers, { profile_image_url: GIF })
      const own = { team_id: id, user_id: ADA_ID, display_name: "Ada", profile_image_url: GIF }
      assert.deepStrictEqual((yield* get(`/team-member-profiles/${id}/me`, headers)).json, own)
      // Any image URL is accepted here, in contrast to other endpoints.
      const url = "https://example.com/ada.png"
      const changed = yield* patch(`/team-member-profiles/${id}/${ADA_ID}`, headers, {
        display_name: "Countess",
        profile_image_url: url
      })
      assert.deepStrictEqual(changed.json, { ...own, display_name: "Countess", profile_image_url: url })
      assert.propertyVal((yield* me(headers)).json, "display_name", "Ada")
      const cleared = yield* patch(`/team-member-profiles/${id}/me`, headers, { profile_image_url: null })
      assert.deepStrictEqual(cleared.json, { ...own, display_name: "Countess" })
      assert.strictEqual(
        (yield* patch(`/team-member-profiles/${id}/me`, headers, { display_name: null })).code,
        "SCHEMA_ERROR"
      )
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("includes the user in the server tier", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* patch(`/users/${ADA_ID}`, asServer, { selected_team_id: id })
      const user = (yield* get(`/users/${ADA_ID}`, asServer)).json
      const profile = yield* get(`/team-member-profiles/${id}/${ADA_ID}`, asServer)
      const expected = { team_id: id, user_id: ADA_ID, display_name: "Ada", profile_image_url: null, user }
      assert.deepStrictEqual(profile.json, expected)
      const list = yield* get(`/team-member-profiles?user_id=${ADA_ID}`, asServer)
      assert.deepStrictEqual(list.json, { items: [expected], is_paginated: false })
      const changed = yield* patch(`/team-member-profiles/${id}/${ADA_ID}`, asServer, { display_name: "" })
      assert.deepStrictEqual(changed.json, { ...expected, display_name: "" })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect(
    "of another member is shown with the permission to read members, and changed by its user and the server only",
    () =>
      Effect.gen(function* () {
        const id = yield* makeTeam(ADA_ID)
        yield* join(id, BOB_ID)
        const path = (user: string) => `/team-member-profiles/${id}/${user}`
        const member = yield* asUser(bob)
        assert.propertyVal((yield* get(path(ADA_ID), member)).json, "display_name", "Ada")
        yield* del(`/team-permissions/${id}/${BOB_ID}/member`, asServer)
        const refused = yield* get(path(ADA_ID), member)
        assert.deepStrictEqual(
          [...refusal(refused), refused.details],
          [
            401,
            "TEAM_PERMISSION_REQUIRED",
            {
              team_id: id,
              user_id: BOB_ID,
              permission_id: "$read_members"
            }
          ]
        )
        assert.strictEqual((yield* get(path("me"), member)).status, 200)
        assert.deepStrictEqual(refusal(yield* get(path(ADA_ID), yield* asUser(eve))), [
          404,
          "TEAM_MEMBERSHIP_NOT_FOUND"
        ])
        assert.deepStrictEqual(refusal(yield* get(path("me"), yield* asUser(eve))), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
        const change = { display_name: "Mallory" }
        assert.deepStrictEqual(refusal(yield* patch(path(BOB_ID), yield* asUser(ada), change)), [403, undefined])
        const outside = yield* patch(path("me"), yield* asUser(eve), change)
        assert.deepStrictEqual(refusal(outside), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
        for (const [headers, user, ...expected] of [
          [asClient, "me", 400, "CANNOT_GET_OWN_USER_WITHOUT_USER"],
          [asClient, ADA_ID, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER"],
          [asServer, "me", 400, "CANNOT_GET_OWN_USER_WITHOUT_USER"],
          [asServer, NO_ID, 404, "USER_NOT_FOUND"],
          [asServer, EVE_ID, 404, "TEAM_MEMBERSHIP_NOT_FOUND"]
        ] as const) {
          assert.deepStrictEqual(refusal(yield* get(path(user), headers)), [...expected], user)
          assert.deepStrictEqual(refusal(yield* patch(path(user), headers, change)), [...expected], user)
        }
        const gone = yield* get(path(NO_ID), yield* asUser(ada))
        assert.deepStrictEqual(refusal(gone), [404, "USER_NOT_FOUND"])
      }).pipe(Effect.provide(withUsers))
  )
})

describe("the list of member profiles", () => {
  it.effect("starts with the oldest membership", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(EVE_ID)
      const other = yield* makeTeam(BOB_ID)
      for (const user of [BOB_ID, ADA_ID]) {
        yield* TestClock.adjust(1)
        yield* join(id, user)
      }
      const ofTeam = yield* get(`/team-member-profiles?team_id=${id}`, asServer)
      assert.deepStrictEqual(yield* pluck(ofTeam.json, "user_id"), [EVE_ID, BOB_ID, ADA_ID])
      const ofUser = yield* get(`/team-member-profiles?user_id=${BOB_ID}`, asServer)
      assert.deepStrictEqual(yield* pluck(ofUser.json, "team_id"), [other, id])
      const all = yield* get("/team-member-profiles", asServer)
      assert.deepStrictEqual(yield* pluck(all.json, "user_id"), [EVE_ID, BOB_ID, BOB_ID, ADA_ID])
      const seen = yield* get(`/team-member-profiles?team_id=${id}`, yield* asUser(ada))
      assert.deepStrictEqual((yield* readItems(seen.json))[0], {
        team_id: id,
        user_id: EVE_ID,
        display_name: null,
        profile_image_url: null
      })
      const one = yield* get(`/team-member-profiles?team_id=${id}&user_id=${BOB_ID}`, yield* asUser(ada))
      assert.deepStrictEqual(yield* pluck(one.json, "user_id"), [BOB_ID])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("shows users the profiles of one of their teams as their permissions allow", () =>
    Effect.gen(function* () {
      const id = yield* makeTeam(ADA_ID)
      yield* join(id, BOB_ID)
      yield* del(`/team-permissions/${id}/${BOB_ID}/member`, asServer)
      const member = yield* asUser(bob)
      const list = (query: string, headers = member) => get(`/team-member-profiles${query}`, headers)
      assert.deepStrictEqual(yield* pluck((yield* list(`?team_id=${id}&user_id=me`)).json, "user_id"), [BOB_ID])
      const others = yield* list(`?team_id=${id}`)
      assert.deepStrictEqual(
        [...refusal(others), others.details],
        [
          401,
          "TEAM_PERMISSION_REQUIRED",
          {
            team_id: id,
            user_id: BOB_ID,
            permission_id: "$read_members"
          }
        ]
      )
      assert.strictEqual((yield* list(`?team_id=${id}&user_id=${ADA_ID}`)).code, "TEAM_PERMISSION_REQUIRED")
      assert.deepStrictEqual(refusal(yield* list("")), [400, undefined])
      assert.deepStrictEqual(refusal(yield* list("?user_id=me")), [400, undefined])
      for (const query of [`?team_id=${id}`, `?team_id=${id}&user_id=me`]) {
        const outside = yield* list(query, yield* asUser(eve))
        assert.deepStrictEqual(refusal(outside), [404, "TEAM_MEMBERSHIP_NOT_FOUND"], query)
        assert.deepStrictEqual(refusal(yield* list(query, asClient)), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"], query)
      }
      assert.deepStrictEqual(refusal(yield* list(`?team_id=${NO_ID}`, asServer)), [404, "TEAM_NOT_FOUND"])
      assert.deepStrictEqual(refusal(yield* list(`?user_id=${NO_ID}`, asServer)), [404, "USER_NOT_FOUND"])
      assert.deepStrictEqual(refusal(yield* list("?user_id=me", asServer)), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
    }).pipe(Effect.provide(withUsers))
  )
})

describe("the selected team", () => {
  it.effect("is a team of the user, shown in the form of the tier", () =>
    Effect.gen(function* () {
      const first = yield* makeTeam(ADA_ID, "First")
      const second = yield* makeTeam(ADA_ID, "Second")
      yield* patch(`/teams/${second}`, asServer, { server_metadata: { s: 1 }, client_read_only_metadata: 2 })
      const headers = yield* asUser(ada)
      yield* updateMe(headers, { selected_team_id: first })
      const team = {
        id: second,
        display_name: "Second",
        profile_image_url: null,
        client_metadata: null,
        client_read_only_metadata: 2
      }
      const selected = yield* updateMe(headers, { selected_team_id: second.toUpperCase() })
      assert.deepInclude(selected.json, { selected_team_id: second, selected_team: team })
      assert.deepInclude((yield* get(`/users/${ADA_ID}`, asServer)).json, {
        selected_team_id: second,
        selected_team: { ...team, created_at_millis: 2, server_metadata: { s: 1 } }
      })
      assert.deepInclude((yield* updateMe(headers, { display_name: "A" })).json, { selected_team_id: second })
      assert.deepInclude((yield* updateMe(headers, { selected_team_id: null })).json, {
        selected_team_id: null,
        selected_team: null
      })
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("is unchanged when another one is rejected", () =>
    Effect.gen(function* () {
      const mine = yield* makeTeam(ADA_ID)
      const theirs = yield* makeTeam(BOB_ID)
      const headers = yield* asUser(ada)
      yield* updateMe(headers, { selected_team_id: mine })
      for (const team of [theirs, NO_ID]) {
        const response = yield* updateMe(headers, { selected_team_id: team, display_name: "Eve" })
        assert.deepStrictEqual(
          [...refusal(response), response.details],
          [
            404,
            "TEAM_MEMBERSHIP_NOT_FOUND",
            {
              team_id: team,
              user_id: ADA_ID
            }
          ]
        )
        const byServer = yield* patch(`/users/${ADA_ID}`, asServer, { selected_team_id: team })
        assert.deepStrictEqual(refusal(byServer), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
      }
      assert.deepInclude((yield* me(headers)).json, { selected_team_id: mine, display_name: "Ada" })
    }).pipe(Effect.provide(withUsers))
  )
})
