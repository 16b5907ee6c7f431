/** The teams of signed-in users: members, profiles and permissions. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as MembershipsApi from "../../../core/api/team-memberships.ts"
import * as TeamsApi from "../../../core/api/teams.ts"
import { call } from "../../../core/call/call.ts"
import {
  ada,
  withoutSession,
  as,
  asServer,
  bob,
  eve,
  failureOf,
  grant,
  idOf,
  NO_ID,
  revoke,
  withUsers
} from "./fixture.ts"

const join = (teamId: string, userId: string) =>
  asServer(call(MembershipsApi.add, { params: { team_id: teamId, user_id: userId }, body: {} }))

/** Ada's team, with Bob in it. */
const crew = Effect.gen(function* () {
  const [owner, member] = yield* Effect.all([as(ada), as(bob)])
  const team = yield* owner.teams.create({ displayName: "Crew" })
  yield* TestClock.adjust("1 second")
  yield* join(team.id, yield* idOf(member))
  return { owner, member, team }
})

describe("teams", () => {
  it.effect("are created, found, changed, left and deleted", () =>
    Effect.gen(function* () {
      const { teams } = yield* as(ada)
      assert.deepStrictEqual(yield* teams.list(), [])
      const team = yield* teams.create({ displayName: "Crew", clientMetadata: { plan: "free" } })
      yield* TestClock.adjust("1 second")
      const other = yield* teams.create({ displayName: "Others", profileImageUrl: undefined })
      assert.deepStrictEqual(
        (yield* teams.list()).map(({ id }) => id),
        [team.id, other.id]
      )
      const changed = yield* teams.update(team.id, { displayName: "Crew & Co", clientMetadata: undefined })
      assert.deepStrictEqual([changed.displayName, changed.clientMetadata], ["Crew & Co", { plan: "free" }])
      assert.deepStrictEqual(yield* teams.get(team.id), changed)
      yield* teams.leave(other.id)
      yield* teams.remove(team.id)
      assert.deepStrictEqual(yield* teams.list(), [])
    }).pipe(withUsers())
  )

  it.effect("are found only by their members", () =>
    Effect.gen(function* () {
      const { team } = yield* crew
      const { teams } = yield* as(eve)
      assert.isNull(yield* teams.get(team.id))
      assert.isNull(yield* teams.get(NO_ID))
      const results = yield* Effect.all([
        failureOf(teams.update(team.id, { displayName: "Eve's" })),
        failureOf(teams.remove(team.id)),
        failureOf(teams.leave(team.id)),
        failureOf(teams.getProfile(team.id)),
        failureOf(teams.updateProfile(team.id, { displayName: "Eve" })),
        failureOf(teams.listUsers(team.id)),
        failureOf(teams.listInvitations(team.id)),
        failureOf(teams.revokeInvitation(team.id, NO_ID))
      ])
      assert.deepStrictEqual(results, Array(8).fill("TeamMembershipNotFound"))
    }).pipe(withUsers())
  )

  it.effect("need a user", () =>
    Effect.gen(function* () {
      const { permissions, teams } = yield* withoutSession
      const own = yield* Effect.all([
        failureOf(teams.list()),
        failureOf(teams.get(NO_ID)),
        failureOf(teams.create({ displayName: "Crew" })),
        failureOf(teams.leave(NO_ID)),
        failureOf(teams.getProfile(NO_ID)),
        failureOf(teams.updateProfile(NO_ID, {})),
        failureOf(teams.listInvitations(NO_ID)),
        failureOf(teams.revokeInvitation(NO_ID, NO_ID)),
        failureOf(permissions.list({ teamId: NO_ID })),
        failureOf(permissions.get({ teamId: NO_ID, permissionId: "admin" })),
        failureOf(permissions.has({ teamId: NO_ID, permissionId: "admin" }))
      ])
      assert.deepStrictEqual(own, Array(11).fill("CannotGetOwnUserWithoutUser"))
      const required = yield* Effect.all([failureOf(teams.update(NO_ID, {})), failureOf(teams.remove(NO_ID))])
      assert.deepStrictEqual(required, Array(2).fill("UserAuthenticationRequired"))
    }).pipe(withUsers())
  )

  it.effect("need permissions", () =>
    Effect.gen(function* () {
      const { member, team } = yield* crew
      const changing = yield* Effect.flip(member.teams.update(team.id, { displayName: "Bob's" }))
      assert.deepInclude(changing, { _tag: "TeamPermissionRequired", permissionId: "$update_team", teamId: team.id })
      const deleting = yield* Effect.flip(member.teams.remove(team.id))
      assert.deepInclude(deleting, { _tag: "TeamPermissionRequired", permissionId: "$delete_team" })
      yield* grant(team.id, yield* idOf(member), "$update_team")
      yield* member.teams.update(team.id, { displayName: "Bob's" })
    }).pipe(withUsers())
  )

  it.effect("lose a member whom another removes with $remove_members", () =>
    Effect.gen(function* () {
      const { member, owner, team } = yield* crew
      const [ownerId, memberId] = yield* Effect.all([idOf(owner), idOf(member)])
      const refused = yield* Effect.flip(member.teams.removeUser(team.id, ownerId))
      assert.deepInclude(refused, { _tag: "TeamPermissionRequired", permissionId: "$remove_members" })
      const stranger = yield* as(eve)
      assert.strictEqual(yield* failureOf(stranger.teams.removeUser(team.id, memberId)), "TeamMembershipNotFound")
      yield* owner.teams.removeUser(team.id, memberId)
      assert.deepStrictEqual(
        (yield* owner.teams.listUsers(team.id)).map(({ id }) => id),
        [ownerId]
      )
    }).pipe(withUsers())
  )

  it.effect("are created only if the project allows it", () =>
    Effect.gen(function* () {
      const { teams } = yield* as(ada)
      assert.strictEqual(yield* failureOf(teams.create({ displayName: "Crew" })), "RequestError UnexpectedStatus")
    }).pipe(withUsers({ clientTeamCreationEnabled: false }))
  )

  it.effect("are not found by any member after their deletion", () =>
    Effect.gen(function* () {
      const { member, team } = yield* crew
      yield* member.updateUser({ selectedTeamId: team.id })
      yield* asServer(call(TeamsApi.remove, { params: { team_id: team.id } }))
      assert.isNull(yield* member.teams.get(team.id))
      assert.isNull((yield* member.getUser)?.selectedTeam)
    }).pipe(withUsers())
  )
})

describe("members", () => {
  it.effect("appear with their profile in the team, or else their own", () =>
    Effect.gen(function* () {
      const { member, owner, team } = yield* crew
      yield* owner.updateUser({ displayName: "Ada" })
      const image = "data:image/png;base64,iVBORw0KGgo="
      const profile = { displayName: "Bobby", profileImageUrl: image }
      assert.deepStrictEqual(yield* member.teams.updateProfile(team.id, profile), profile)
      assert.deepStrictEqual(yield* member.teams.getProfile(team.id), profile)
      assert.deepStrictEqual(yield* member.teams.listUsers(team.id), [
        { id: yield* idOf(owner), teamProfile: { displayName: "Ada", profileImageUrl: null } },
        { id: yield* idOf(member), teamProfile: profile }
      ])
      const cleared = yield* member.teams.updateProfile(team.id, { displayName: undefined, profileImageUrl: null })
      assert.deepStrictEqual(cleared, { displayName: "Bobby", profileImageUrl: null })
    }).pipe(withUsers())
  )

  it.effect("have a role, which an admin changes", () =>
    Effect.gen(function* () {
      const { member, owner, team } = yield* crew
      const memberId = yield* idOf(member)
      const seen = yield* owner.teams.listMembers(team.id)
      assert.deepStrictEqual(
        seen.map(({ assignableRoles, primaryEmail, role }) => [
          primaryEmail,
          role,
          assignableRoles.map(({ role }) => role)
        ]),
        [
          [ada.email, "admin", []],
          [bob.email, "member", ["admin"]]
        ]
      )
      assert.deepInclude(yield* owner.teams.changeRole(team.id, memberId, "admin"), { userId: memberId, role: "admin" })
      assert.isTrue(yield* member.permissions.has({ teamId: team.id, permissionId: "$update_team" }))
      yield* member.teams.changeRole(team.id, "me", "member")
      const refused = yield* Effect.flip(member.teams.changeRole(team.id, "me", "admin"))
      assert.deepInclude(refused, { _tag: "TeamPermissionRequired", permissionId: "$remove_members" })
      assert.strictEqual(yield* failureOf(owner.teams.changeRole(team.id, "me", "member")), "LastTeamAdmin")
    }).pipe(withUsers())
  )

  it.effect("are listed for members with the permission", () =>
    Effect.gen(function* () {
      const { member, team } = yield* crew
      yield* revoke(team.id, yield* idOf(member), "member")
      const failure = yield* Effect.flip(member.teams.listUsers(team.id))
      assert.deepInclude(failure, { _tag: "TeamPermissionRequired", permissionId: "$read_members" })
    }).pipe(withUsers())
  )
})

describe("permissions", () => {
  it.effect("are listed with contained ones, unless only direct ones are requested", () =>
    Effect.gen(function* () {
      const { member, owner, team } = yield* crew
      const idsOf = (items: ReadonlyArray<{ readonly id: string }>) => items.map(({ id }) => id).toSorted()
      const all = yield* owner.permissions.list({ teamId: team.id })
      assert.includeMembers(idsOf(all), ["admin", "$update_team", "$delete_team"])
      assert.deepStrictEqual(all[0], { id: all[0]?.id ?? "", userId: yield* idOf(owner), teamId: team.id })
      assert.deepStrictEqual(idsOf(yield* owner.permissions.list({ teamId: team.id, recursive: false })), ["admin"])
      const direct = yield* member.permissions.list({ teamId: team.id, recursive: false })
      assert.deepStrictEqual(idsOf(direct), ["member"])
    }).pipe(withUsers())
  )

  it.effect("are checked", () =>
    Effect.gen(function* () {
      const {
        member: { permissions },
        team
      } = yield* crew
      const ask = (permissionId: string, teamId = team.id) => permissions.has({ teamId, permissionId })
      assert.isTrue(yield* ask("$read_members"), "by the one that contains it")
      assert.isFalse(yield* ask("$update_team"))
      assert.isFalse(yield* ask("$read_members", NO_ID), "in another team")
      assert.strictEqual((yield* permissions.get({ teamId: team.id, permissionId: "member" }))?.id, "member")
      assert.isNull(yield* permissions.get({ teamId: team.id, permissionId: "admin" }))
    }).pipe(withUsers())
  )
})
