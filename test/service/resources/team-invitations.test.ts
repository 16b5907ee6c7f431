/** Team invitations. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Mailbox } from "../../../service/development/mailbox/mailbox.ts"
import { MAX_OPEN } from "../../../service/resources/team-invitations/invitation-store.ts"
import type { Service } from "../../../service/service.ts"
import { ada, asAdmin, asClient, asServer } from "../fixture.ts"
import { ADA_ID, bob, BOB_ID, eve, EVE_ID, join, makeTeam, NO_ID, permissionsOf, withUsers } from "../team-fixture.ts"
import { asUser, del, get, post } from "../requests.ts"
import { pluck, readId, refusal } from "../responses.ts"

const WEEK = "7 days"
const callback = "http://localhost:3000/join?from=mail"
const guest = "guest@example.com"

/** Runs a test with Ada's team. */
const run = <A, E>(test: (teamId: string) => Effect.Effect<A, E, Service | Mailbox>) =>
  Effect.flatMap(makeTeam(ADA_ID, "Crew & Co"), test).pipe(Effect.provide(withUsers))

const invite = (teamId: string, headers = asServer, fields: object = {}) =>
  post("/team-invitations/send-code", headers, { team_id: teamId, email: guest, callback_url: callback, ...fields })

const mails = Mailbox.use((mailbox) => mailbox.list({ to: guest }))

/** Returns the link of the first mail. */
const mailedLink = Effect.map(mails, ([mail]) => new URL(mail?.links.find((each) => each.includes("code=")) ?? ""))

const mailedCode = Effect.map(mailedLink, ({ searchParams }) => searchParams.get("code") ?? "")

const openIds = (teamId: string) =>
  Effect.flatMap(get(`/team-invitations?team_id=${teamId}`, asServer), ({ json }) => pluck(json, "id"))

const use = (action: "" | "/check-code" | "/details", code: string, headers = asClient) =>
  post(`/team-invitations/accept${action}`, headers, { code })

describe("an invitation", () => {
  it.effect("is mailed with a link to the callback URL", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const response = yield* invite(teamId.toUpperCase(), yield* asUser(ada))
        const id = yield* readId(response.json)
        assert.deepStrictEqual([response.status, response.json], [200, { success: true, id }])
        const code = yield* mailedCode
        assert.match(code, /^[\da-z]{45}$/)
        const [mail, ...more] = yield* mails
        assert.deepInclude(mail, { type: "team_invitation", to: guest })
        assert.lengthOf(more, 0)
        assert.include(mail?.subject, "Crew & Co")
        assert.strictEqual((yield* mailedLink).href, `${callback}&code=${code}`)
        assert.notInclude(response.text, code)
      })
    )
  )

  it.effect("lets any signed-in user join, whatever their address", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* invite(teamId)
        const code = (yield* mailedCode).toUpperCase()
        const headers = yield* asUser(bob)
        assert.deepStrictEqual((yield* use("/check-code", code)).json, {
          is_code_valid: true,
          team_display_name: "Crew & Co",
          inviter_display_name: null,
          recipient_email: guest
        })
        assert.deepStrictEqual((yield* use("/details", code, headers)).json, {
          team_id: teamId,
          team_display_name: "Crew & Co",
          inviter_display_name: null
        })
        const accepted = yield* use("", code, headers)
        assert.deepStrictEqual([accepted.status, accepted.json], [200, {}])
        assert.deepStrictEqual(yield* permissionsOf(teamId, BOB_ID), ["member"])
        for (const action of ["", "/check-code", "/details"] as const) {
          const again = yield* use(action, code, headers)
          assert.deepStrictEqual(refusal(again), [409, "VERIFICATION_CODE_ALREADY_USED"], action)
        }
      })
    )
  )

  it.effect("is used up by a user who is already a member, and changes nothing", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* invite(teamId)
        const code = yield* mailedCode
        assert.strictEqual((yield* use("", code, yield* asUser(ada))).status, 200)
        assert.deepStrictEqual(yield* permissionsOf(teamId, ADA_ID), ["admin"])
        assert.strictEqual((yield* use("", code, yield* asUser(bob))).code, "VERIFICATION_CODE_ALREADY_USED")
      })
    )
  )

  it.effect("is used up by an attempt without a user, but not by a check", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* invite(teamId)
        const code = yield* mailedCode
        assert.deepStrictEqual(refusal(yield* use("/details", code)), [401, "USER_AUTHENTICATION_REQUIRED"])
        assert.strictEqual((yield* use("/check-code", code)).status, 200)
        assert.deepStrictEqual(refusal(yield* use("", code)), [401, "USER_AUTHENTICATION_REQUIRED"])
        assert.strictEqual((yield* use("", code, yield* asUser(bob))).code, "VERIFICATION_CODE_ALREADY_USED")
        assert.deepStrictEqual(yield* permissionsOf(teamId, BOB_ID), [])
      })
    )
  )

  it.effect("is valid for a week", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* invite(teamId)
        const code = yield* mailedCode
        yield* TestClock.adjust(WEEK)
        const headers = yield* asUser(bob)
        for (const action of ["", "/check-code", "/details"] as const) {
          const late = yield* use(action, code, headers)
          assert.deepStrictEqual(refusal(late), [400, "VERIFICATION_CODE_EXPIRED"], action)
        }
        assert.deepStrictEqual(yield* openIds(teamId), [])
      })
    )
  )

  it.effect("cannot be guessed, not even by a prefix", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* invite(teamId)
        const code = yield* mailedCode
        const guess = `${code.startsWith("000000") ? "111111" : "000000"}${code.slice(6)}`
        const headers = yield* asUser(eve)
        for (let attempt = 0; attempt < 20; attempt++) {
          assert.strictEqual((yield* use("", guess, headers)).code, "VERIFICATION_CODE_NOT_FOUND")
        }
        for (const action of ["", "/check-code", "/details"] as const) {
          const tired = yield* use(action, code, headers)
          assert.deepStrictEqual(refusal(tired), [400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"], action)
        }
        for (const wrong of ["", "short", "x".repeat(46)]) {
          assert.strictEqual((yield* use("/check-code", wrong)).code, "SCHEMA_ERROR", wrong)
        }
      })
    )
  )

  it.effect("ends with its team", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* invite(teamId)
        yield* del(`/teams/${teamId}`, asServer)
        const headers = yield* asUser(bob)
        for (const action of ["/check-code", "/details", ""] as const) {
          const response = yield* use(action, yield* mailedCode, headers)
          assert.deepStrictEqual(refusal(response), [404, "VERIFICATION_CODE_NOT_FOUND"], action)
        }
      })
    )
  )
})

describe("sending an invitation", () => {
  it.effect("requires a member with the permission, a team, and a trusted callback URL", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* join(teamId, BOB_ID)
        yield* del(`/team-permissions/${teamId}/${BOB_ID}/member`, asServer)
        const refused = yield* invite(teamId, yield* asUser(bob))
        assert.deepStrictEqual(
          [...refusal(refused), refused.details],
          [
            401,
            "TEAM_PERMISSION_REQUIRED",
            {
              team_id: teamId,
              user_id: BOB_ID,
              permission_id: "$invite_members"
            }
          ]
        )
        assert.deepStrictEqual(refusal(yield* invite(teamId, asClient)), [401, "USER_AUTHENTICATION_REQUIRED"])
        assert.deepStrictEqual(refusal(yield* invite(teamId, yield* asUser(eve))), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
        assert.deepStrictEqual(refusal(yield* invite(NO_ID)), [404, undefined])
        const elsewhere = ["https://evil.example/", "javascript:alert(1)//localhost", "http://localhost.evil.example/"]
        for (const url of elsewhere) {
          const untrusted = yield* invite(teamId, asServer, { callback_url: url })
          assert.deepStrictEqual(refusal(untrusted), [400, "REDIRECT_URL_NOT_WHITELISTED"], url)
        }
        assert.strictEqual((yield* invite(teamId, asServer, { email: "not-an-email" })).code, "SCHEMA_ERROR")
        assert.strictEqual((yield* invite(teamId, asServer, { callback_url: "/join" })).code, "SCHEMA_ERROR")
        assert.deepStrictEqual(yield* mails, [])
        assert.deepStrictEqual(yield* openIds(teamId), [])
      })
    )
  )

  it.effect("is undone when the member who sent it is removed, leaves or is deleted", () =>
    Effect.gen(function* () {
      const removals: ReadonlyArray<
        readonly [string, (teamId: string) => Effect.Effect<{ readonly status: number }, unknown, Service>]
      > = [
        ["removed", (teamId) => del(`/team-memberships/${teamId}/${BOB_ID}`, asServer)],
        ["left", (teamId) => Effect.flatMap(asUser(bob), (headers) => del(`/team-memberships/${teamId}/me`, headers))],
        ["deleted", () => del(`/users/${BOB_ID}`, asServer)]
      ]
      for (const [name, leave] of removals) {
        yield* run((teamId) =>
          Effect.gen(function* () {
            yield* join(teamId, BOB_ID)
            assert.strictEqual((yield* invite(teamId, yield* asUser(bob))).status, 200, name)
            const kept = yield* Effect.flatMap(invite(teamId, yield* asUser(ada)), ({ json }) => readId(json))
            const code = yield* mailedCode
            assert.strictEqual((yield* leave(teamId)).status, 200, name)
            assert.deepStrictEqual(yield* openIds(teamId), [kept], name)
            assert.strictEqual((yield* use("", code, yield* asUser(eve))).code, "VERIFICATION_CODE_NOT_FOUND", name)
          })
        )
      }
    })
  )

  it.effect("to the address of a member is undone when they are removed, whatever its case", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* join(teamId, BOB_ID)
        yield* invite(teamId, yield* asUser(ada), { email: "BOB@Example.com" })
        const [mail] = yield* Mailbox.use((mailbox) => mailbox.list({ to: "BOB@Example.com" }))
        yield* del(`/team-memberships/${teamId}/${BOB_ID}`, yield* asUser(ada))
        assert.deepStrictEqual(yield* openIds(teamId), [])
        assert.strictEqual(
          (yield* use("", mail?.codes[0] ?? "", yield* asUser(bob))).code,
          "VERIFICATION_CODE_NOT_FOUND"
        )
      })
    )
  )

  it.effect("to another address stays open when a member leaves who has it unverified", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* join(teamId, BOB_ID)
        const id = yield* Effect.flatMap(invite(teamId, yield* asUser(ada)), ({ json }) => readId(json))
        const headers = yield* asUser(bob)
        const channel = { user_id: "me", type: "email", value: guest, used_for_auth: false }
        assert.strictEqual((yield* post("/contact-channels", headers, channel)).status, 201)
        assert.strictEqual((yield* del(`/team-memberships/${teamId}/me`, headers)).status, 200)
        assert.deepStrictEqual(yield* openIds(teamId), [id])
      })
    )
  )

  it.effect("replaces a code that the callback URL already contains", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* invite(teamId, asAdmin, { callback_url: "http://localhost:3000/?code=old&code=older#top" })
        const link = yield* mailedLink
        assert.deepStrictEqual(link.searchParams.getAll("code"), [yield* mailedCode])
        assert.strictEqual(link.hash, "#top")
      })
    )
  )
})

describe("open invitations", () => {
  it.effect("are listed oldest first, without accepted ones", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const first = yield* readId((yield* invite(teamId)).json)
        yield* TestClock.adjust(1)
        const second = yield* readId((yield* invite(teamId)).json)
        const list = get(`/team-invitations?team_id=${teamId}`, yield* asUser(ada))
        const shown = { team_id: teamId, team_display_name: "Crew & Co", recipient_email: guest }
        assert.deepStrictEqual((yield* list).json, {
          items: [
            { ...shown, id: first, expires_at_millis: 604_800_001 },
            { ...shown, id: second, expires_at_millis: 604_800_002 }
          ],
          is_paginated: false
        })
        yield* use("", yield* mailedCode, yield* asUser(bob))
        assert.deepStrictEqual(yield* pluck((yield* list).json, "id"), [second])
        assert.deepStrictEqual(yield* openIds(teamId), [second])
      })
    )
  )

  it.effect("have a maximum in a team, which only servers exceed", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const member = yield* asUser(ada)
        const listed = Effect.flatMap(get(`/team-invitations?team_id=${teamId}`, member), ({ json }) =>
          pluck(json, "id")
        )
        for (let count = 0; count < MAX_OPEN - 1; count++) yield* invite(teamId)
        const [oldest = ""] = yield* openIds(teamId)
        yield* TestClock.adjust(1)
        assert.strictEqual((yield* invite(teamId, member)).status, 200)
        const refused = yield* invite(teamId, member)
        assert.deepInclude(refused, { status: 400, code: "LIMIT_REACHED", details: { maximum: MAX_OPEN } })
        assert.lengthOf(yield* mails, MAX_OPEN)

        const newest = yield* readId((yield* invite(teamId)).json)
        assert.lengthOf(yield* openIds(teamId), MAX_OPEN + 1)
        const shown = yield* listed
        assert.lengthOf(shown, MAX_OPEN)
        assert.include(shown.slice(-2), newest)

        yield* del(`/team-invitations/${newest}?team_id=${teamId}`, member)
        yield* del(`/team-invitations/${oldest}?team_id=${teamId}`, member)
        assert.strictEqual((yield* invite(teamId, member)).status, 200)
        assert.strictEqual((yield* invite(teamId, member)).status, 400)
        yield* TestClock.adjust(WEEK)
        assert.strictEqual((yield* invite(teamId, yield* asUser(ada))).status, 200, "the others have expired")
      })
    )
  )

  it.effect("are shown to members with the permissions to read and invite", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* join(teamId, BOB_ID)
        yield* del(`/team-permissions/${teamId}/${BOB_ID}/member`, asServer)
        const list = (headers: typeof asClient, team = teamId) => get(`/team-invitations?team_id=${team}`, headers)
        const member = yield* asUser(bob)
        for (const permissionId of ["$read_members", "$invite_members"]) {
          const refused = yield* list(member)
          assert.deepStrictEqual(
            [...refusal(refused), refused.details],
            [
              401,
              "TEAM_PERMISSION_REQUIRED",
              {
                team_id: teamId,
                user_id: BOB_ID,
                permission_id: permissionId
              }
            ]
          )
          yield* post(`/team-permissions/${teamId}/${BOB_ID}/${permissionId}`, asServer, {})
        }
        assert.strictEqual((yield* list(member)).status, 200)
        assert.deepStrictEqual(refusal(yield* list(asClient)), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
        assert.deepStrictEqual(refusal(yield* list(yield* asUser(eve))), [404, "TEAM_MEMBERSHIP_NOT_FOUND"])
        assert.deepStrictEqual(refusal(yield* list(asServer, NO_ID)), [404, "TEAM_NOT_FOUND"])
        assert.strictEqual((yield* get("/team-invitations", asServer)).code, "SCHEMA_ERROR")
      })
    )
  )

  it.effect("are revoked once by members with the permission, and are invalid afterwards", () =>
    run((teamId) =>
      Effect.gen(function* () {
        yield* join(teamId, BOB_ID)
        const id = yield* readId((yield* invite(teamId)).json)
        const path = (team: string, invitation = id) => `/team-invitations/${invitation}?team_id=${team}`
        const refused = yield* del(path(teamId), yield* asUser(bob))
        assert.deepStrictEqual(
          [...refusal(refused), refused.details],
          [
            401,
            "TEAM_PERMISSION_REQUIRED",
            {
              team_id: teamId,
              user_id: BOB_ID,
              permission_id: "$remove_members"
            }
          ]
        )
        assert.deepStrictEqual(refusal(yield* del(path(teamId), asClient)), [400, "CANNOT_GET_OWN_USER_WITHOUT_USER"])
        assert.deepStrictEqual(refusal(yield* del(path(teamId), yield* asUser(eve))), [
          404,
          "TEAM_MEMBERSHIP_NOT_FOUND"
        ])
        assert.deepStrictEqual(refusal(yield* del(path(NO_ID), asServer)), [404, "TEAM_NOT_FOUND"])
        assert.deepStrictEqual(refusal(yield* del(path(teamId, NO_ID), asServer)), [404, undefined])
        const otherTeam = yield* makeTeam(EVE_ID)
        assert.deepStrictEqual(refusal(yield* del(path(otherTeam), yield* asUser(eve))), [404, undefined])

        assert.deepStrictEqual((yield* del(path(teamId), yield* asUser(ada))).json, { success: true })
        assert.deepStrictEqual(refusal(yield* del(path(teamId), asServer)), [404, undefined])
        const code = yield* mailedCode
        assert.deepStrictEqual(refusal(yield* use("/check-code", code)), [404, "VERIFICATION_CODE_NOT_FOUND"])
        assert.deepStrictEqual(refusal(yield* use("", code, yield* asUser(eve))), [404, "VERIFICATION_CODE_NOT_FOUND"])
        assert.deepStrictEqual(yield* permissionsOf(teamId, EVE_ID), [])
      })
    )
  )

  it.effect("cannot be revoked after they were accepted", () =>
    run((teamId) =>
      Effect.gen(function* () {
        const id = yield* readId((yield* invite(teamId)).json)
        yield* use("", yield* mailedCode, yield* asUser(bob))
        const revoked = yield* del(`/team-invitations/${id}?team_id=${teamId}`, asServer)
        assert.deepStrictEqual(refusal(revoked), [404, undefined])
        assert.deepStrictEqual(yield* permissionsOf(teamId, BOB_ID), ["member"])
      })
    )
  )
})
