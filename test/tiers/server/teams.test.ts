/** Teams of a project with the server tier. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Testing from "../../../testing/index.ts"
import * as Admin from "../../../tiers/admin.ts"
import * as Server from "../../../tiers/server.ts"
import { CALLBACK, NO_ID } from "./every-call.ts"
import { ada, bob, failureOf, find, withTiers } from "./fixture.ts"

describe("a team", () => {
  it.effect("is created, read, changed and deleted by id", () =>
    Effect.gen(function* () {
      const { allTeams, ofUser } = yield* Server.Server
      const { id } = yield* find(ada)
      const empty = yield* allTeams.create({ displayName: "Empty" })
      const team = yield* allTeams.create({ displayName: "Crew", creatorUserId: id, clientReadOnlyMetadata: { a: 1 } })
      assert.sameMembers(
        (yield* allTeams.list()).map((each) => each.id),
        [empty.id, team.id]
      )
      assert.deepStrictEqual(
        (yield* ofUser(id).teams.list()).map((each) => each.id),
        [team.id]
      )
      assert.isNull(yield* ofUser(id).teams.get(empty.id))
      const changed = yield* allTeams.update(team.id, { displayName: "The crew", serverMetadata: { b: 2 } })
      assert.deepInclude(changed, {
        displayName: "The crew",
        clientReadOnlyMetadata: { a: 1 },
        serverMetadata: { b: 2 }
      })
      assert.deepStrictEqual(yield* allTeams.get(team.id), changed)
      yield* allTeams.remove(team.id)
      const calls = [allTeams.get(team.id), allTeams.update(team.id, {}), allTeams.remove(team.id)]
      for (const call of calls) {
        const failure = yield* Effect.flip<unknown, { readonly _tag: string }, never>(call)
        assert.strictEqual(failure._tag, "TeamNotFound")
      }
      assert.strictEqual(yield* failureOf(allTeams.create({ displayName: "X", creatorUserId: NO_ID })), "UserNotFound")
    }).pipe(withTiers())
  )

  it.effect("is found page by page, and by a part of its name", () =>
    Effect.gen(function* () {
      const { allTeams } = yield* Server.Server
      const made: Array<string> = []
      for (const displayName of ["Crew", "Band", "Choir"]) {
        yield* TestClock.adjust(1)
        made.push((yield* allTeams.create({ displayName })).id)
      }
      const idsOf = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) => items.map(({ id }) => id)
      const first = yield* allTeams.page({ limit: 2 })
      assert.deepStrictEqual(idsOf(first), made.slice(0, 2))
      const second = yield* allTeams.page({ limit: 2, ...(first.nextCursor !== null && { cursor: first.nextCursor }) })
      assert.deepStrictEqual([idsOf(second), second.nextCursor], [made.slice(2), null])
      assert.deepStrictEqual(idsOf(yield* allTeams.page({ desc: true })), made.toReversed())
      assert.deepStrictEqual(idsOf(yield* allTeams.page({ query: "CHO" })), made.slice(2))
      const { id: userId } = yield* find(ada)
      for (const id of made.slice(0, 2)) yield* allTeams.addUser(id, userId)
      assert.deepStrictEqual(idsOf(yield* allTeams.page({ userId })), made.slice(0, 2))
      const ofUser = yield* allTeams.page({ userId, limit: 1 })
      assert.deepStrictEqual(idsOf(ofUser), made.slice(0, 1))
      assert.isNotNull(ofUser.nextCursor)
    }).pipe(withTiers())
  )

  it.effect("has members with a profile each", () =>
    Effect.gen(function* () {
      const { allTeams, ofUser } = yield* Server.Server
      const [one, other] = [yield* find(ada), yield* find(bob)]
      const { id } = yield* allTeams.create({ displayName: "Crew", creatorUserId: one.id })
      yield* allTeams.addUser(id, other.id)
      assert.strictEqual(yield* failureOf(allTeams.addUser(id, other.id)), "TeamMembershipAlreadyExists")
      assert.strictEqual(yield* failureOf(allTeams.addUser(id, NO_ID)), "UserNotFound")
      assert.strictEqual(yield* failureOf(allTeams.addUser(NO_ID, one.id)), "TeamNotFound")
      yield* ofUser(other.id).teams.updateProfile(id, { displayName: "Bobby" })
      assert.strictEqual((yield* ofUser(other.id).teams.getProfile(id)).displayName, "Bobby")
      const members = yield* allTeams.listUsers(id)
      assert.sameDeepMembers(
        members.map(({ primaryEmail, teamProfile }) => [primaryEmail, teamProfile.displayName]),
        [
          [ada.email, null],
          [bob.email, "Bobby"]
        ]
      )
      assert.strictEqual(yield* failureOf(allTeams.listUsers(NO_ID)), "TeamNotFound")
      yield* allTeams.removeUser(id, other.id)
      assert.strictEqual(yield* failureOf(allTeams.removeUser(id, other.id)), "TeamMembershipNotFound")
      assert.strictEqual(yield* failureOf(allTeams.removeUser(id, NO_ID)), "UserNotFound")
      assert.strictEqual(yield* failureOf(ofUser(other.id).teams.getProfile(id)), "TeamMembershipNotFound")
      assert.strictEqual(yield* failureOf(ofUser(other.id).teams.leave(id)), "TeamMembershipNotFound")
      assert.strictEqual(yield* failureOf(ofUser(NO_ID).teams.updateProfile(id, {})), "UserNotFound")
    }).pipe(withTiers())
  )

  it.effect("invites by mail, and revokes the invitation", () =>
    Effect.gen(function* () {
      const { allTeams } = yield* Server.Server
      const { id } = yield* allTeams.create({ displayName: "Crew" })
      const email = "guest@example.com"
      const invitation = yield* allTeams.inviteUser(id, { email, callbackUrl: CALLBACK })
      assert.deepStrictEqual(
        (yield* (yield* Testing.Mailbox).list()).map(({ to }) => to),
        [email]
      )
      assert.deepStrictEqual(
        (yield* allTeams.listInvitations(id)).map((each) => each.id),
        [invitation.id]
      )
      yield* allTeams.revokeInvitation(id, invitation.id)
      assert.lengthOf(yield* allTeams.listInvitations(id), 0)
      const failure = yield* Effect.flip(allTeams.inviteUser(id, { email }))
      assert.include(
        failure.message,
        "Cannot invite user without a callback URL from the server or without a redirect method"
      )
      const elsewhere = { email, callbackUrl: "https://evil.example" }
      assert.strictEqual(yield* failureOf(allTeams.inviteUser(id, elsewhere)), "RedirectUrlNotWhitelisted")
      assert.strictEqual(yield* failureOf(allTeams.listInvitations(NO_ID)), "TeamNotFound")
      assert.strictEqual(yield* failureOf(allTeams.revokeInvitation(NO_ID, invitation.id)), "TeamNotFound")
    }).pipe(withTiers())
  )

  it.effect("grants and revokes permissions of the project", () =>
    Effect.gen(function* () {
      const { ofUser, users } = yield* Server.Server
      const { projectPermissionDefinitions } = yield* Admin.Admin
      yield* projectPermissionDefinitions.create({ id: "reader" })
      yield* projectPermissionDefinitions.create({ id: "staff", containedPermissionIds: ["reader"] })
      const user = yield* users.create({ displayName: "Kay" })
      const { permissions, projectPermissions } = ofUser(user.id)
      assert.deepStrictEqual(yield* projectPermissions.grant("staff"), { id: "staff", userId: user.id })
      assert.isTrue(yield* projectPermissions.has("reader"))
      assert.deepStrictEqual(yield* projectPermissions.get("reader"), { id: "reader", userId: user.id })
      assert.deepStrictEqual(
        (yield* projectPermissions.list({ recursive: false })).map(({ id }) => id),
        ["staff"]
      )
      assert.deepStrictEqual(yield* permissions.list(), [], "in no team")
      assert.strictEqual(yield* failureOf(projectPermissions.revoke("reader")), "PermissionNotFound")
      yield* projectPermissions.revoke("staff")
      assert.isNull(yield* projectPermissions.get("reader"))
      assert.strictEqual(yield* failureOf(projectPermissions.grant("no_such")), "PermissionNotFound")
      assert.strictEqual(yield* failureOf(projectPermissions.grant("member")), "WrongPermissionScope")
      const nobody = ofUser(NO_ID).projectPermissions
      assert.strictEqual(yield* failureOf(nobody.grant("staff")), "UserNotFound")
      assert.strictEqual(yield* failureOf(nobody.revoke("staff")), "UserNotFound")
    }).pipe(withTiers())
  )

  it.effect("lists and accepts the invitations that a user received", () =>
    Effect.gen(function* () {
      const { allTeams, ofUser, users } = yield* Server.Server
      const { id: userId } = yield* find(bob)
      yield* users.update(userId, { primaryEmailVerified: true })
      const { id: teamId } = yield* allTeams.create({ displayName: "Crew" })
      const { id } = yield* allTeams.inviteUser(teamId, { email: bob.email, callbackUrl: CALLBACK })
      const { teams } = ofUser(userId)
      assert.deepStrictEqual(
        (yield* teams.listReceivedInvitations()).map((invitation) => [invitation.id, invitation.teamDisplayName]),
        [[id, "Crew"]]
      )
      yield* teams.acceptInvitation(id)
      assert.deepStrictEqual(
        (yield* teams.list()).map((team) => team.id),
        [teamId]
      )
      assert.strictEqual(yield* failureOf(teams.acceptInvitation(id)), "VerificationCodeNotFound")
    }).pipe(withTiers())
  )

  it.effect("grants and revokes permissions", () =>
    Effect.gen(function* () {
      const { allTeams, ofUser } = yield* Server.Server
      const [one, other] = [yield* find(ada), yield* find(bob)]
      const { id: teamId } = yield* allTeams.create({ displayName: "Crew", creatorUserId: one.id })
      const { permissions } = ofUser(one.id)
      assert.deepStrictEqual(
        (yield* permissions.list({ teamId, recursive: false })).map(({ id }) => id),
        ["admin"]
      )
      assert.isTrue(yield* permissions.has({ teamId, permissionId: "$delete_team" }))
      assert.isNull(yield* permissions.get({ teamId, permissionId: "member" }))
      assert.deepInclude(yield* permissions.grant({ teamId, permissionId: "member" }), { id: "member", userId: one.id })
      assert.isAbove((yield* permissions.list()).length, 2)
      yield* permissions.revoke({ teamId, permissionId: "member" })
      const member = { teamId, permissionId: "member" }
      assert.strictEqual(yield* failureOf(permissions.revoke(member)), "TeamPermissionNotFound")
      assert.strictEqual(yield* failureOf(permissions.grant({ teamId, permissionId: "no_such" })), "PermissionNotFound")
      assert.strictEqual(yield* failureOf(ofUser(other.id).permissions.grant(member)), "TeamMembershipNotFound")
      assert.strictEqual(yield* failureOf(ofUser(other.id).permissions.revoke(member)), "TeamMembershipNotFound")
      assert.strictEqual(yield* failureOf(ofUser(NO_ID).permissions.grant(member)), "UserNotFound")
      assert.strictEqual(yield* failureOf(ofUser(NO_ID).permissions.revoke(member)), "UserNotFound")
    }).pipe(withTiers())
  )
})

describe("a connected account of any user", () => {
  it.effect("is not found if none is connected, and needs a provider with the project's own keys", () =>
    Effect.gen(function* () {
      const { ofUser } = yield* Server.Server
      const { connectedAccounts } = ofUser((yield* find(ada)).id)
      assert.isNull(yield* connectedAccounts.get("github"))
      assert.isNull(yield* connectedAccounts.getAccessToken("github", { scopes: ["repo"] }))
      assert.strictEqual(
        yield* failureOf(connectedAccounts.get("google")),
        "OAuthAccessTokenNotAvailableWithSharedOAuthKeys"
      )
      assert.strictEqual(yield* failureOf(connectedAccounts.get("spotify")), "OAuthProviderNotFoundOrNotEnabled")
    }).pipe(
      withTiers({
        config: {
          oauthProviders: [
            { id: "google", type: "shared", enabled: true },
            { id: "github", type: "standard", clientId: "id", clientSecret: "secret", enabled: true }
          ]
        }
      })
    )
  )
})
