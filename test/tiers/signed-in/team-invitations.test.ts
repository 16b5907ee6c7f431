/** Team invitations, for the member who invites and the user who is invited. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { SchemaError } from "../../../core/errors/protocol.ts"
import { Refused, RequestError } from "../../../core/errors/request-error.ts"
import * as Testing from "../../../testing/index.ts"
import { receivedInvitations } from "../../../tiers/calls/received-invitations.ts"
import { WEEK } from "../../durations.ts"
import {
  ada,
  withoutSession,
  as,
  bob,
  CALLBACK,
  eve,
  failureOf,
  idOf,
  NO_ID,
  revoke,
  UNTRUSTED,
  verifyAddressOf,
  withUsers
} from "./fixture.ts"

const guest = { email: "guest@example.com", callbackUrl: CALLBACK }

/** Ada's team, and the code of an invitation into it. */
const invited = Effect.gen(function* () {
  const owner = yield* as(ada)
  const team = yield* owner.teams.create({ displayName: "Crew" })
  const { id } = yield* owner.teams.inviteUser(team.id, guest)
  const {
    codes: [code = ""]
  } = yield* (yield* Testing.Mailbox).next({ to: guest.email })
  return { owner, team, id, code }
})

describe("inviting", () => {
  it.effect("mails a code, and is listed until it is revoked", () =>
    Effect.gen(function* () {
      const { code, id, owner, team } = yield* invited
      const weekLater = new Date((yield* Clock.currentTimeMillis) + WEEK)
      assert.deepStrictEqual(yield* owner.teams.listInvitations(team.id), [
        { id, teamId: team.id, teamDisplayName: "Crew", recipientEmail: guest.email, expiresAt: weekLater }
      ])
      yield* owner.teams.revokeInvitation(team.id, id)
      assert.deepStrictEqual(yield* owner.teams.listInvitations(team.id), [])
      assert.strictEqual(yield* failureOf(owner.verifyTeamInvitationCode(code)), "VerificationCodeNotFound")
    }).pipe(withUsers())
  )

  it.effect("needs a callback URL", () =>
    Effect.gen(function* () {
      const { owner, team } = yield* invited
      const failure = yield* Effect.flip(owner.teams.inviteUser(team.id, { email: guest.email }))
      assert.strictEqual(failure._tag, "CallbackUrlMissing")
      assert.include(
        failure.message,
        "Cannot invite user without a callback URL from the server or without a redirect method"
      )
      assert.include(failure.message, "`callbackUrl`")
      const untrusted = owner.teams.inviteUser(team.id, { ...guest, callbackUrl: UNTRUSTED })
      assert.strictEqual(yield* failureOf(untrusted), "RedirectUrlNotWhitelisted")
    }).pipe(withUsers())
  )

  it.effect("needs a member with the permission", () =>
    Effect.gen(function* () {
      const { code, id, owner, team } = yield* invited
      const signedOut = yield* withoutSession
      assert.strictEqual(yield* failureOf(signedOut.teams.inviteUser(team.id, guest)), "UserAuthenticationRequired")
      const stranger = yield* as(eve)
      assert.strictEqual(yield* failureOf(stranger.teams.inviteUser(team.id, guest)), "TeamMembershipNotFound")
      yield* stranger.acceptTeamInvitation(code)
      assert.strictEqual(yield* failureOf(stranger.teams.revokeInvitation(team.id, id)), "TeamPermissionRequired")
      yield* revoke(team.id, yield* idOf(stranger), "member")
      assert.strictEqual(yield* failureOf(stranger.teams.inviteUser(team.id, guest)), "TeamPermissionRequired")
      assert.strictEqual(yield* failureOf(stranger.teams.listInvitations(team.id)), "TeamPermissionRequired")
      assert.isNotEmpty(yield* owner.teams.listUsers(team.id))
    }).pipe(withUsers())
  )
})

describe("a received invitation", () => {
  it.effect("is listed for the user who has verified the address, and accepted without its code", () =>
    Effect.gen(function* () {
      const { owner, team } = yield* invited
      const { id } = yield* owner.teams.inviteUser(team.id, { email: bob.email, callbackUrl: CALLBACK })
      const receiver = yield* as(bob)
      assert.deepStrictEqual(yield* receiver.teams.listReceivedInvitations(), [])
      assert.strictEqual(yield* failureOf(receiver.teams.acceptInvitation(id)), "VerificationCodeNotFound")
      yield* verifyAddressOf(receiver)
      const [invitation, ...others] = yield* receiver.teams.listReceivedInvitations()
      assert.deepInclude(invitation, {
        id,
        teamId: team.id,
        teamDisplayName: "Crew",
        recipientEmail: bob.email
      })
      assert.lengthOf(others, 0)
      yield* receiver.teams.acceptInvitation(id)
      assert.deepStrictEqual(yield* receiver.teams.listReceivedInvitations(), [])
      assert.deepStrictEqual(
        (yield* receiver.teams.list()).map(({ displayName }) => displayName),
        ["Crew"]
      )
      assert.strictEqual(yield* failureOf(receiver.teams.acceptInvitation(id)), "VerificationCodeNotFound")
    }).pipe(withUsers())
  )

  it.effect("is not available at a service that lists the invitations of teams only", () =>
    Effect.gen(function* () {
      const explanation = "query.team_id must be defined"
      const reason = new Refused({ error: new SchemaError({ explanation }) })
      const refused = Effect.fail(new RequestError({ endpoint: "GET /team-invitations", reason }))
      const error = yield* Effect.flip(receivedInvitations(refused))
      assert.strictEqual(error.reason._tag, "NotAvailable")
      assert.strictEqual(error.message, "GET /team-invitations: Stack Auth before 2.8 does not have this call.")
    })
  )

  it.effect("needs a user", () =>
    Effect.gen(function* () {
      const { teams } = yield* withoutSession
      assert.strictEqual(yield* failureOf(teams.listReceivedInvitations()), "CannotGetOwnUserWithoutUser")
      assert.strictEqual(yield* failureOf(teams.acceptInvitation(NO_ID)), "CannotGetOwnUserWithoutUser")
    }).pipe(withUsers())
  )
})

describe("the code of an invitation", () => {
  it.effect("returns team, inviter and recipient, and is accepted once", () =>
    Effect.gen(function* () {
      const { code, owner, team } = yield* invited
      yield* owner.updateUser({ displayName: "Ada" })
      const client = yield* as(bob)
      assert.deepStrictEqual(yield* client.verifyTeamInvitationCode(code), {
        teamDisplayName: "Crew",
        inviterDisplayName: "Ada",
        recipientEmail: guest.email
      })
      assert.deepStrictEqual(yield* client.getTeamInvitationDetails(Redacted.make(code.toUpperCase())), {
        teamId: team.id,
        teamDisplayName: "Crew",
        inviterDisplayName: "Ada"
      })
      yield* client.acceptTeamInvitation(code)
      assert.strictEqual((yield* client.teams.get(team.id))?.displayName, "Crew")
      const results = yield* Effect.all([
        failureOf(client.verifyTeamInvitationCode(code)),
        failureOf(client.getTeamInvitationDetails(code)),
        failureOf(client.acceptTeamInvitation(code))
      ])
      assert.deepStrictEqual(results, Array(3).fill("VerificationCodeAlreadyUsed"))
    }).pipe(withUsers())
  )

  it.effect("stays unused without a session", () =>
    Effect.gen(function* () {
      const { code } = yield* invited
      const client = yield* withoutSession
      yield* client.verifyTeamInvitationCode(code)
      assert.strictEqual(yield* failureOf(client.getTeamInvitationDetails(code)), "UserAuthenticationRequired")
      assert.strictEqual(yield* failureOf(client.acceptTeamInvitation(code)), "UserAuthenticationRequired")
      yield* client.signInWithCredential(bob)
      yield* client.acceptTeamInvitation(code)
    }).pipe(withUsers())
  )

  it.effect("is rejected if it is unknown, expired or tried too often", () =>
    Effect.gen(function* () {
      const { code } = yield* invited
      const client = yield* as(bob)
      const all = (given: string) =>
        Effect.all([
          failureOf(client.verifyTeamInvitationCode(given)),
          failureOf(client.getTeamInvitationDetails(given)),
          failureOf(client.acceptTeamInvitation(given))
        ])
      assert.deepStrictEqual(yield* all("x".repeat(45)), Array(3).fill("VerificationCodeNotFound"))
      for (let index = 0; index < 20; index++) yield* client.verifyTeamInvitationCode(code)
      assert.deepStrictEqual(yield* all(code), Array(3).fill("VerificationCodeMaxAttemptsReached"))
      yield* TestClock.adjust("7 days")
      assert.deepStrictEqual(yield* all(code), Array(3).fill("VerificationCodeExpired"))
    }).pipe(withUsers())
  )

  it.effect("is accepted with surrounding spaces, and not sent with another length", () =>
    Effect.gen(function* () {
      const { code } = yield* invited
      const client = yield* as(bob)
      const log = yield* Testing.RequestLog
      yield* client.verifyTeamInvitationCode(` ${code}\n`)
      yield* log.clear
      const results = yield* Effect.all([
        failureOf(client.verifyTeamInvitationCode(NO_ID)),
        failureOf(client.getTeamInvitationDetails("")),
        failureOf(client.acceptTeamInvitation(code.slice(1)))
      ])
      assert.deepStrictEqual(results, Array(3).fill("VerificationCodeNotFound"))
      assert.lengthOf(yield* log.entries, 0)
    }).pipe(withUsers())
  )
})
