/** Invitations that a user received: they are listed by the user's verified addresses, and accepted without a code. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Mailbox } from "../../../service/development/mailbox/mailbox.ts"
import { withoutCase } from "../../../service/resources/contact-channels/email-address.ts"
import type { Service } from "../../../service/service.ts"
import { ada, type Headers, asAdmin, asClient, asOtherServer, asServer } from "../fixture.ts"
import { ADA_ID, bob, BOB_ID, eve, EVE_ID, join, makeTeam, NO_ID, permissionsOf, withUsers } from "../team-fixture.ts"
import { asUser, del, get, patch, post } from "../requests.ts"
import { pluck, readId, readItems, refusal } from "../responses.ts"

const verify = (userId: string) => patch(`/users/${userId}`, asServer, { primary_email_verified: true })

/** Runs a test with Ada's team. Bob's address is verified, Eve's is not. */
const run = <A, E>(test: (teamId: string) => Effect.Effect<A, E, Service | Mailbox>) =>
  Effect.andThen(verify(BOB_ID), Effect.flatMap(makeTeam(ADA_ID, "Crew & Co"), test)).pipe(Effect.provide(withUsers))

/** Sends an invitation. Returns its id. */
const invite = (teamId: string, email = bob.email) =>
  Effect.flatMap(
    post("/team-invitations/send-code", asServer, {
      team_id: teamId,
      email,
      callback_url: "http://localhost:3000/join"
    }),
    ({ json }) => readId(json)
  )

const mailedCode = (email: string) =>
  Effect.map(
    Mailbox.use((mailbox) => mailbox.list({ to: email })),
    ([mail]) => mail?.codes[0] ?? ""
  )

const list = (headers: Headers, user = "me") => get(`/team-invitations?user_id=${user}`, headers)
const receivedIds = (headers: Headers, user = "me") =>
  Effect.flatMap(list(headers, user), ({ json }) => pluck(json, "id"))
const accept = (id: string, headers: Headers, user = "me") =>
  post(`/team-invitations/${id}/accept?user_id=${user}`, headers)
const notFound = [404, "VERIFICATION_CODE_NOT_FOUND"]

describe("the invitations that a user received", () => {
  it.effect("are listed newest first with their teams", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const first = yield* invite(teamId)
        const otherTeam = yield* makeTeam(ADA_ID, "Band")
        const second = yield* invite(otherTeam)
        yield* invite(teamId, eve.email)
        const response = yield* list(yield* asUser(bob))
        assert.deepStrictEqual(response.json, {
          items: [
            {
              id: second,
              team_id: otherTeam,
              team_display_name: "Band",
              recipient_email: bob.email,
              expires_at_millis: 604_800_002
            },
            {
              id: first,
              team_id: teamId,
              team_display_name: "Crew & Co",
              recipient_email: bob.email,
              expires_at_millis: 604_800_001
            }
          ],
          is_paginated: false
        })
        for (const headers of [asServer, asAdmin]) {
          assert.deepStrictEqual((yield* list(headers, BOB_ID.toUpperCase())).json, response.json)
        }
      })
    )
  )

  it.effect("are those to all verified addresses, whatever their case", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const channel = { user_id: BOB_ID, type: "email", used_for_auth: false }
        yield* post("/contact-channels", asServer, { ...channel, value: "Robert@example.com", is_verified: true })
        const other = yield* post("/contact-channels", asServer, { ...channel, value: "bobby@example.com" })
        const shouted = yield* invite(teamId, "BOB@Example.COM")
        yield* TestClock.adjust(1)
        const second = yield* invite(teamId, "robert@example.com")
        yield* TestClock.adjust(1)
        const unverified = yield* invite(teamId, "bobby@example.com")
        const headers = yield* asUser(bob)
        assert.deepStrictEqual(yield* receivedIds(headers), [second, shouted])
        yield* patch(`/contact-channels/${BOB_ID}/${yield* readId(other.json)}`, asServer, { is_verified: true })
        assert.deepStrictEqual(yield* receivedIds(headers), [unverified, second, shouted])
        assert.strictEqual((yield* accept(shouted, headers)).status, 200)
      })
    )
  )

  it("are compared without turning other letters into those of ASCII", () => {
    // The Kelvin sign becomes a "k" in lower case. Identity providers may report such an address.
    assert.strictEqual(withoutCase("\u212AATE@Example.com"), "\u212Aate@example.com")
    assert.strictEqual(withoutCase("KATE@Example.com"), "kate@example.com")
  })

  it.effect("do not have one that has expired, was accepted or revoked, or whose team was deleted", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const expired = yield* invite(teamId)
        yield* TestClock.adjust("3 days")
        const revoked = yield* invite(teamId)
        const open = yield* invite(teamId)
        const accepted = yield* invite(teamId)
        const deletedTeam = yield* makeTeam(ADA_ID)
        const deleted = yield* invite(deletedTeam)
        assert.lengthOf(yield* receivedIds(asServer, BOB_ID), 5)
        yield* TestClock.adjust("4 days")
        yield* del(`/team-invitations/${revoked}?team_id=${teamId}`, asServer)
        yield* del(`/teams/${deletedTeam}`, asServer)
        const headers = yield* asUser(bob)
        yield* accept(accepted, headers)
        assert.deepStrictEqual(yield* receivedIds(headers), [open])
        for (const id of [expired, revoked, accepted, deleted, NO_ID]) {
          assert.deepStrictEqual(refusal(yield* accept(id, headers)), notFound, id)
        }
      })
    )
  )

  it.effect("are the newest 200 of a user with more", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const ids = yield* Effect.forEach(Array.from({ length: 203 }), () =>
          Effect.tap(invite(teamId), () => TestClock.adjust(1))
        )
        assert.deepStrictEqual(yield* receivedIds(asServer, BOB_ID), ids.toReversed().slice(0, 200))
      })
    )
  )

  it.effect("are only for the user, or for a server", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const id = yield* invite(teamId)
        const other = yield* asUser(eve)
        const noUser = [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"]
        assert.strictEqual((yield* list(other, BOB_ID)).status, 403)
        assert.strictEqual((yield* accept(id, other, BOB_ID)).status, 403)
        for (const headers of [asClient, asServer]) {
          assert.deepStrictEqual(refusal(yield* list(headers)), noUser)
          assert.deepStrictEqual(refusal(yield* accept(id, headers)), noUser)
        }
        assert.deepStrictEqual(refusal(yield* list(asClient, BOB_ID)), noUser)
        assert.deepStrictEqual(refusal(yield* accept(id, asClient, BOB_ID)), noUser)
        assert.deepStrictEqual(yield* receivedIds(asOtherServer, BOB_ID), [])
        assert.deepStrictEqual(refusal(yield* accept(id, asOtherServer, BOB_ID)), notFound)
        assert.deepStrictEqual(yield* receivedIds(asServer, NO_ID), [])
        assert.deepStrictEqual(refusal(yield* accept(id, asServer, NO_ID)), notFound)
        assert.deepStrictEqual(yield* receivedIds(yield* asUser(bob)), [id])
        assert.deepStrictEqual(yield* permissionsOf(teamId, EVE_ID), [])
      })
    )
  )

  it.effect("are not those in another project to a user with the same address", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* verify(ADA_ID)
        const id = yield* invite(teamId, ada.email)
        const users = yield* get("/users", asOtherServer)
        const [other = ""] = (yield* pluck(users.json, "id")).map(String)
        const verified = yield* patch(`/users/${other}`, asOtherServer, { primary_email_verified: true })
        assert.include(verified.text, ada.email)
        assert.deepStrictEqual(yield* receivedIds(asOtherServer, other), [])
        assert.deepStrictEqual(refusal(yield* accept(id, asOtherServer, other)), notFound)
        assert.deepStrictEqual(yield* receivedIds(asServer, ADA_ID), [id])
      })
    )
  )

  it.effect("are listed by either the team or the user", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const headers = yield* asUser(ada)
        for (const query of ["", `?team_id=${teamId}&user_id=me`, "?user_id=nobody"]) {
          assert.deepStrictEqual(
            refusal(yield* get(`/team-invitations${query}`, headers)),
            [400, "SCHEMA_ERROR"],
            query
          )
        }
      })
    )
  )
})

describe("accepting a received invitation", () => {
  it.effect("makes the user a member once, and uses up the mailed code", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const id = yield* invite(teamId)
        const headers = yield* asUser(bob)
        const response = yield* accept(id.toUpperCase(), headers)
        assert.deepStrictEqual([response.status, response.json], [200, {}])
        assert.deepStrictEqual(yield* permissionsOf(teamId, BOB_ID), ["member"])
        assert.deepStrictEqual(yield* receivedIds(headers), [])
        assert.deepStrictEqual(refusal(yield* accept(id, headers)), notFound)
        const used = yield* post("/team-invitations/accept", yield* asUser(eve), { code: yield* mailedCode(bob.email) })
        assert.strictEqual(used.code, "VERIFICATION_CODE_ALREADY_USED")
      })
    )
  )

  it.effect("admits one membership when it is sent twice at the same time", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const id = yield* invite(teamId)
        const headers = yield* asUser(bob)
        const responses = yield* Effect.all([accept(id, headers), accept(id, headers)], { concurrency: 2 })
        assert.sameDeepMembers(
          responses.map(({ code, status }) => [status, code]),
          [[200, undefined], notFound]
        )
        const members = yield* get(`/team-members?team_id=${teamId}`, asServer)
        assert.sameMembers(yield* pluck(members.json, "user_id"), [ADA_ID, BOB_ID])
      })
    )
  )

  it.effect("changes nothing for a member, and takes the invitation off the list", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* verify(ADA_ID)
        const id = yield* invite(teamId, ada.email)
        const headers = yield* asUser(ada)
        assert.deepStrictEqual(yield* receivedIds(headers), [id])
        assert.strictEqual((yield* accept(id, headers)).status, 200)
        assert.deepStrictEqual(yield* permissionsOf(teamId, ADA_ID), ["admin"])
        assert.deepStrictEqual(yield* receivedIds(headers), [])
      })
    )
  )

  it.effect("needs a verified address", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const id = yield* invite(teamId, eve.email)
        const headers = yield* asUser(eve)
        assert.deepStrictEqual(yield* receivedIds(headers), [])
        assert.deepStrictEqual(refusal(yield* accept(id, headers)), notFound)
        assert.deepStrictEqual(refusal(yield* accept(id, asServer, EVE_ID)), notFound)
        assert.deepStrictEqual(refusal(yield* accept(id, yield* asUser(bob))), notFound)
        yield* verify(EVE_ID)
        assert.strictEqual((yield* accept(id, headers)).status, 200)
        assert.deepStrictEqual(yield* permissionsOf(teamId, EVE_ID), ["member"])
      })
    )
  )

  it.effect("is possible for a server, in the name of the user", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const id = yield* invite(teamId)
        assert.strictEqual((yield* accept(id, asServer, BOB_ID)).status, 200)
        assert.deepStrictEqual(yield* permissionsOf(teamId, BOB_ID), ["member"])
      })
    )
  )

  it.effect("is not possible after the user was removed from the team", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* join(teamId, BOB_ID)
        const id = yield* invite(teamId)
        yield* del(`/team-memberships/${teamId}/${BOB_ID}`, yield* asUser(ada))
        assert.deepStrictEqual(refusal(yield* accept(id, yield* asUser(bob))), notFound)
      })
    )
  )
})

it.effect("a team's own list has the name of the team", () =>
  run((teamId) =>
    Effect.gen(function* () {
      yield* invite(teamId)
      const [item] = yield* readItems((yield* get(`/team-invitations?team_id=${teamId}`, yield* asUser(ada))).json)
      assert.strictEqual(item?.["team_display_name"], "Crew & Co")
    })
  )
)
