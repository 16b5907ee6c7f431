/** Team members with addresses and roles, an extension of the wire. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ada, type Headers, service, asAdmin, asClient, asServer } from "../fixture.ts"
import {
  ADA_ID,
  bob,
  BOB_ID,
  define,
  eve,
  EVE_ID,
  grant,
  join,
  makeTeam,
  NO_ID,
  permissionsOf,
  users
} from "../team-fixture.ts"
import { asUser, del, get, patch } from "../requests.ts"
import { readItems, refusal } from "../responses.ts"

const withUsers = service({ users })

const Member = Schema.Struct({
  user_id: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  primary_email: Schema.NullOr(Schema.String),
  primary_email_verified: Schema.Boolean,
  role: Schema.String,
  additional_permission_ids: Schema.Array(Schema.String),
  assignable_roles: Schema.Array(Schema.Struct({ role: Schema.String }))
})
const readMember = (json: unknown) => Effect.orDie(Schema.decodeUnknownEffect(Member)(json))

const list = (team: string, headers: Headers) => get(`/team-members?team_id=${team}`, headers)

/** Returns the members that a user reads, by id. */
const membersFor = Effect.fnUntraced(function* (team: string, headers: Headers) {
  const members = yield* Effect.forEach(yield* readItems((yield* list(team, headers)).json), readMember)
  return new Map(members.map((member) => [member.user_id, member]))
})

const change = (team: string, user: string, role: string, headers: Headers) =>
  patch(`/team-members/${team}/${user}`, headers, { role })

/** Creates a team of Ada, its admin, with Bob as a member. */
const teamOfTwo = Effect.gen(function* () {
  const team = yield* makeTeam(ADA_ID)
  yield* join(team, BOB_ID)
  return { team, asAda: yield* asUser(ada), asBob: yield* asUser(bob) }
})

const rolesIn = (team: string, headers: Headers) =>
  Effect.map(membersFor(team, headers), (members) => [...members].map(([id, { role }]) => [id, role]))

describe("the members of a team", () => {
  it.effect("have a role by the default permissions, and an address for those who may remove members", () =>
    Effect.gen(function* () {
      const { asAda, asBob, team } = yield* teamOfTwo
      const seen = yield* readItems((yield* list(team.toUpperCase(), asAda)).json)
      const shared = { team_id: team, profile_image_url: null, primary_email_verified: false }
      assert.deepStrictEqual(seen, [
        {
          ...shared,
          user_id: ADA_ID,
          display_name: "Ada",
          primary_email: ada.email,
          role: "admin",
          additional_permission_ids: [],
          assignable_roles: []
        },
        {
          ...shared,
          user_id: BOB_ID,
          display_name: "Bob",
          primary_email: bob.email,
          role: "member",
          additional_permission_ids: [],
          assignable_roles: [{ role: "admin", granted_permission_ids: ["admin"], revoked_permission_ids: [] }]
        }
      ])
      const forBob = yield* membersFor(team, asBob)
      assert.strictEqual(forBob.get(ADA_ID)?.primary_email, null)
      assert.strictEqual(forBob.get(BOB_ID)?.primary_email, bob.email, "a user sees the own address")
      for (const [, member] of forBob) assert.deepStrictEqual(member.assignable_roles, [])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("have a verified address only where it was verified", () =>
    Effect.gen(function* () {
      const { asAda, team } = yield* teamOfTwo
      yield* patch(`/users/${BOB_ID}`, asServer, { primary_email_verified: true })
      const members = yield* membersFor(team, asAda)
      assert.isTrue(members.get(BOB_ID)?.primary_email_verified)
      assert.isFalse(members.get(ADA_ID)?.primary_email_verified)
      yield* patch(`/users/${BOB_ID}`, asServer, { primary_email: null })
      assert.strictEqual((yield* membersFor(team, asAda)).get(BOB_ID)?.primary_email, null)
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("with other permissions show them beside the role, or have a custom role", () =>
    Effect.gen(function* () {
      const { asAda, team } = yield* teamOfTwo
      const bobIn = Effect.map(membersFor(team, asAda), (members) => {
        const { additional_permission_ids, role } = members.get(BOB_ID) ?? assert.fail("Bob is no member")
        return [role, additional_permission_ids]
      })
      yield* define("billing")
      yield* grant(team, BOB_ID, "billing")
      yield* grant(team, BOB_ID, "$read_members")
      assert.deepStrictEqual(yield* bobIn, ["member", ["billing"]], "members may read members anyway")
      yield* grant(team, BOB_ID, "$update_team")
      assert.deepStrictEqual(yield* bobIn, ["member", ["$update_team", "billing"]])
      yield* grant(team, BOB_ID, "admin")
      assert.deepStrictEqual(yield* bobIn, ["admin", ["billing"]], "admins may update the team anyway")
      yield* del(`/team-permissions/${team}/${BOB_ID}/admin`, asServer)
      yield* del(`/team-permissions/${team}/${BOB_ID}/member`, asServer)
      assert.deepStrictEqual(yield* bobIn, ["custom", ["$read_members", "$update_team", "billing"]])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("are listed for members with $read_members only", () =>
    Effect.gen(function* () {
      const { asBob, team } = yield* teamOfTwo
      yield* del(`/team-permissions/${team}/${BOB_ID}/member`, asServer)
      const refused = yield* list(team, asBob)
      assert.deepStrictEqual(refusal(refused), [401, "TEAM_PERMISSION_REQUIRED"])
      assert.deepInclude(refused.details, { permission_id: "$read_members", user_id: BOB_ID })
      assert.deepStrictEqual(refusal(yield* list(team, yield* asUser(eve))), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
      assert.deepStrictEqual(refusal(yield* list(NO_ID, asBob)), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
      assert.strictEqual((yield* list(team, asClient)).code, "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(withUsers))
  )
})

describe("a change of the role", () => {
  it.effect("grants the permissions of an admin, and revokes them again", () =>
    Effect.gen(function* () {
      const { asAda, asBob, team } = yield* teamOfTwo
      const promoted = yield* change(team.toUpperCase(), BOB_ID.toUpperCase(), "admin", asAda)
      assert.strictEqual(promoted.status, 200)
      assert.deepInclude(yield* readMember(promoted.json), { user_id: BOB_ID, role: "admin" })
      assert.deepStrictEqual(yield* permissionsOf(team, BOB_ID), ["admin", "member"])
      assert.strictEqual((yield* change(team, BOB_ID, "admin", asAda)).status, 200, "repeated")
      const demoted = yield* change(team, "me", "member", asBob)
      assert.deepInclude(yield* readMember(demoted.json), { role: "member", assignable_roles: [] })
      assert.deepStrictEqual(yield* permissionsOf(team, BOB_ID), ["member"])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("turns the creator into a member with the permissions of members", () =>
    Effect.gen(function* () {
      const { asAda, asBob, team } = yield* teamOfTwo
      yield* change(team, BOB_ID, "admin", asAda)
      assert.strictEqual((yield* change(team, ADA_ID, "member", asBob)).status, 200)
      assert.deepStrictEqual(yield* permissionsOf(team, ADA_ID), ["member"])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("keeps the permissions that are part of no role", () =>
    Effect.gen(function* () {
      const { asAda, team } = yield* teamOfTwo
      yield* define("billing")
      yield* define("archive", "$update_team")
      for (const id of ["billing", "archive", "$delete_team"]) yield* grant(team, BOB_ID, id)
      yield* change(team, BOB_ID, "admin", asAda)
      const demotion = (yield* membersFor(team, asAda)).get(BOB_ID)?.assignable_roles
      assert.deepEqual(demotion, [{ role: "member" }])
      assert.strictEqual((yield* change(team, BOB_ID, "member", asAda)).status, 200)
      assert.deepStrictEqual(yield* permissionsOf(team, BOB_ID), ["archive", "billing", "member"])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("completes a custom role", () =>
    Effect.gen(function* () {
      const { asAda, team } = yield* teamOfTwo
      yield* del(`/team-permissions/${team}/${BOB_ID}/member`, asServer)
      yield* grant(team, BOB_ID, "$remove_members")
      const [, seen] = yield* readItems((yield* list(team, asAda)).json)
      assert.deepStrictEqual(seen?.["assignable_roles"], [
        { role: "admin", granted_permission_ids: ["admin"], revoked_permission_ids: [] },
        { role: "member", granted_permission_ids: ["member"], revoked_permission_ids: ["$remove_members"] }
      ])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("needs $remove_members and a member", () =>
    Effect.gen(function* () {
      const { asAda, asBob, team } = yield* teamOfTwo
      const refused = yield* change(team, ADA_ID, "member", asBob)
      assert.deepStrictEqual(refusal(refused), [401, "TEAM_PERMISSION_REQUIRED"])
      assert.deepInclude(refused.details, { permission_id: "$remove_members", user_id: BOB_ID })
      assert.strictEqual((yield* change(team, "me", "admin", asBob)).code, "TEAM_PERMISSION_REQUIRED")
      const attempts = [
        [team, EVE_ID, asAda, 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
        [team, NO_ID, asAda, 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
        [NO_ID, BOB_ID, asAda, 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
        [team, BOB_ID, yield* asUser(eve), 404, "TEAM_MEMBERSHIP_NOT_FOUND"],
        [team, BOB_ID, asClient, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]
      ] as const
      for (const [teamId, userId, headers, ...expected] of attempts) {
        assert.deepStrictEqual(refusal(yield* change(teamId, userId, "admin", headers)), expected)
      }
      assert.deepStrictEqual(yield* rolesIn(team, asAda), [
        [ADA_ID, "admin"],
        [BOB_ID, "member"]
      ])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("grants and revokes nothing that the caller does not have", () =>
    Effect.gen(function* () {
      const { asAda, asBob, team } = yield* teamOfTwo
      yield* join(team, EVE_ID)
      yield* grant(team, BOB_ID, "$remove_members")
      const before = yield* Effect.forEach([ADA_ID, BOB_ID, EVE_ID], (id) => permissionsOf(team, id))
      const attacks = [
        ["me", "admin"],
        [BOB_ID, "admin"],
        [EVE_ID, "admin"],
        [ADA_ID, "member"]
      ] as const
      for (const [userId, role] of attacks) {
        const refused = yield* change(team, userId, role, asBob)
        assert.deepStrictEqual(refusal(refused), [401, "TEAM_PERMISSION_REQUIRED"], `${userId} ${role}`)
        assert.deepInclude(refused.details, { permission_id: "admin", user_id: BOB_ID })
      }
      // A permission that contains `admin` ends with the role, so an admin cannot take it from its holder.
      yield* define("owner", "admin")
      yield* grant(team, EVE_ID, "owner")
      const refused = yield* change(team, EVE_ID, "member", asAda)
      assert.deepInclude(refused.details, { permission_id: "owner", user_id: ADA_ID })
      yield* del(`/team-permissions/${team}/${EVE_ID}/owner`, asServer)
      assert.deepStrictEqual(yield* Effect.forEach([ADA_ID, BOB_ID, EVE_ID], (id) => permissionsOf(team, id)), before)
      for (const [, { assignable_roles }] of yield* membersFor(team, asBob)) assert.deepEqual(assignable_roles, [])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("needs no permission in the server tier", () =>
    Effect.gen(function* () {
      const { team } = yield* teamOfTwo
      yield* define("owner", "admin")
      for (const [headers, role] of [
        [asServer, "admin"],
        [asAdmin, "member"]
      ] as const) {
        assert.strictEqual((yield* change(team, BOB_ID, role, headers)).status, 200)
        const seen = (yield* membersFor(team, headers)).get(BOB_ID)
        assert.deepInclude(seen, { primary_email: bob.email, role })
        assert.lengthOf(seen?.assignable_roles ?? [], 1)
        yield* grant(team, BOB_ID, "owner")
      }
      assert.deepStrictEqual(refusal(yield* list(NO_ID, asServer)), [404, "TEAM_NOT_FOUND"])
      assert.deepStrictEqual(refusal(yield* change(team, EVE_ID, "admin", asServer)), [
        404,
        "TEAM_MEMBERSHIP_NOT_FOUND"
      ])
      yield* change(team, BOB_ID, "member", asServer)
      assert.strictEqual((yield* change(team, ADA_ID, "member", asServer)).code, "LAST_TEAM_ADMIN")
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("leaves the last admin", () =>
    Effect.gen(function* () {
      const { asAda, asBob, team } = yield* teamOfTwo
      const refused = yield* change(team, "me", "member", asAda)
      assert.deepStrictEqual(
        [...refusal(refused), refused.details],
        [409, "LAST_TEAM_ADMIN", { team_id: team, user_id: ADA_ID }]
      )
      yield* change(team, BOB_ID, "admin", asAda)
      assert.strictEqual((yield* change(team, "me", "member", asAda)).status, 200)
      assert.strictEqual((yield* change(team, "me", "member", asBob)).code, "LAST_TEAM_ADMIN")
      assert.deepStrictEqual(yield* rolesIn(team, asBob), [
        [ADA_ID, "member"],
        [BOB_ID, "admin"]
      ])
    }).pipe(Effect.provide(withUsers))
  )

  const demotions = [
    ["each other", BOB_ID, ADA_ID, "TEAM_PERMISSION_REQUIRED"],
    ["themselves", "me", "me", "LAST_TEAM_ADMIN"]
  ] as const
  it.effect.each(demotions)("leaves an admin when two demote %s at the same time", ([, byAda, byBob, code]) =>
    Effect.gen(function* () {
      const { asAda, asBob, team } = yield* teamOfTwo
      for (let round = 0; round < 5; round++) {
        for (const id of [ADA_ID, BOB_ID]) yield* grant(team, id, "admin")
        const responses = yield* Effect.all(
          [change(team, byAda, "member", asAda), change(team, byBob, "member", asBob)],
          { concurrency: "unbounded" }
        )
        assert.sameMembers(
          responses.map((response) => response.code ?? response.status),
          [200, code]
        )
        const own = yield* Effect.forEach([ADA_ID, BOB_ID], (id) => permissionsOf(team, id))
        assert.lengthOf(
          own.filter((ids) => ids.includes("admin")),
          1
        )
      }
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("rejects other roles and properties", () =>
    Effect.gen(function* () {
      const { asAda, team } = yield* teamOfTwo
      const path = `/team-members/${team}/${BOB_ID}`
      const bodies = [
        {},
        { role: "custom" },
        { role: "owner" },
        { role: "Admin" },
        { role: null },
        { role: ["admin"] },
        { role: "admin", permission_ids: ["admin"] },
        { role: "__proto__" }
      ]
      for (const body of bodies) assert.strictEqual((yield* patch(path, asAda, body)).code, "SCHEMA_ERROR")
      for (const query of ["", "?team_id=", "?team_id=crew", `?team_id=${team}&user_id=${BOB_ID}`]) {
        assert.strictEqual((yield* get(`/team-members${query}`, asAda)).code, "SCHEMA_ERROR", query)
      }
      assert.strictEqual((yield* change(team, "not-an-id", "admin", asAda)).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* change("not-an-id", BOB_ID, "admin", asAda)).code, "SCHEMA_ERROR")
      assert.deepStrictEqual(yield* permissionsOf(team, BOB_ID), ["member"])
    }).pipe(Effect.provide(withUsers))
  )

  it.effect("fails in a project whose creators and members have the same permissions", () =>
    Effect.gen(function* () {
      const { asAda, team } = yield* teamOfTwo
      const refused = yield* change(team, BOB_ID, "admin", asAda)
      assert.deepStrictEqual(refusal(refused), [400, "TEAM_ROLES_NOT_DISTINCT"])
      for (const [, member] of yield* membersFor(team, asAda)) {
        assert.deepInclude(member, { role: "member", assignable_roles: [] })
      }
    }).pipe(
      Effect.provide(service({ users, teamPermissions: { creatorDefaults: ["admin"], memberDefaults: ["admin"] } }))
    )
  )

  it.effect("handles permissions that contain each other", () =>
    Effect.gen(function* () {
      const { asAda, team } = yield* teamOfTwo
      yield* define("left")
      yield* define("right", "left")
      yield* patch("/team-permission-definitions/left", asAdmin, { contained_permission_ids: ["right"] })
      yield* grant(team, BOB_ID, "left")
      assert.strictEqual((yield* change(team, BOB_ID, "admin", asAda)).status, 200)
      assert.deepStrictEqual(yield* permissionsOf(team, BOB_ID), ["admin", "left", "member"])
    }).pipe(Effect.provide(withUsers))
  )
})
