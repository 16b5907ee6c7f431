/** Restricted users in the tiers: who is signed in, and restricting and lifting it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isRestricted } from "../../core/session/tokens.ts"
import * as Client from "../../tiers/client.ts"
import { entryPageOf, includedUser } from "../../tiers/calls/user-state.ts"
import * as Server from "../../tiers/server.ts"
import { ada, mailedCode, sent, signInService } from "./sign-in/fixture.ts"

const client = Client.Client

const idOfAda = Effect.flatMap(Server.Server, ({ users }) =>
  Effect.map(users.page({ query: ada.email }), ({ items }) => items[0]?.id ?? "")
)

describe("A user whom the server has restricted", () => {
  it.effect("is not signed in from the next call on, and is again when that is lifted", () =>
    Effect.gen(function* () {
      const { getSessionUser, getUser, signInWithCredential, stored } = yield* client
      const { users } = yield* Server.Server
      yield* signInWithCredential(ada)
      assert.strictEqual((yield* getUser)?.primaryEmail, ada.email)
      const id = yield* idOfAda
      const restricted = yield* users.update(id, {
        restrictedByAdmin: true,
        restrictedByAdminReason: "Unpaid",
        restrictedByAdminPrivateDetails: "Case 17"
      })
      assert.strictEqual(restricted.restrictedByAdminPrivateDetails, "Case 17")
      assert.isNull(yield* getUser)
      const user = yield* getSessionUser
      assert.deepInclude(user, {
        id,
        isRestricted: true,
        restrictedReason: { type: "restricted_by_administrator" },
        restrictedByAdminReason: "Unpaid"
      })
      assert.notInclude(JSON.stringify(user), "Case 17")
      const { accessToken } = yield* stored
      assert.isTrue(accessToken !== null && isRestricted(accessToken))
      assert.strictEqual(yield* sent("POST /api/v1/auth/oauth/token"), 1, "the token is replaced once")
      yield* users.update(id, { restrictedByAdmin: false })
      assert.strictEqual((yield* getUser)?.restrictedByAdminReason, null)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("is listed, left out or listed alone", () =>
    Effect.gen(function* () {
      const { users } = yield* Server.Server
      const id = yield* idOfAda
      yield* users.update(id, { restrictedByAdmin: true })
      const idsOf = (options: Parameters<typeof users.page>[0]) =>
        Effect.map(users.page(options), ({ items }) => items.map((user) => user.id))
      assert.include(yield* idsOf({}), id)
      assert.include(yield* idsOf({ restricted: "include" }), id)
      assert.notInclude(yield* idsOf({ restricted: "exclude" }), id)
      assert.deepStrictEqual(yield* idsOf({ restricted: "only" }), [id])
    }).pipe(Effect.provide(signInService()))
  )
})

describe("A user in a project that requires a verified address", () => {
  it.effect("is signed in once the address is verified, with the same session", () =>
    Effect.gen(function* () {
      const { getSessionUser, getUser, sendVerificationEmail, signInWithCredential, verifyEmail } = yield* client
      yield* signInWithCredential(ada)
      assert.isNull(yield* getUser)
      assert.deepStrictEqual((yield* getSessionUser)?.restrictedReason, { type: "email_not_verified" })
      yield* sendVerificationEmail({ callbackUrl: "http://localhost:3000/verify" })
      yield* verifyEmail(yield* mailedCode(ada.email))
      assert.strictEqual((yield* getUser)?.primaryEmailVerified, true)
    }).pipe(Effect.provide(signInService({ config: { requireEmailVerification: true } })))
  )
})

describe("The user of a session", () => {
  const normal = { isAnonymous: false, isRestricted: false }
  const restricted = { isAnonymous: false, isRestricted: true }
  const anonymous = { isAnonymous: true, isRestricted: true }
  /** Services before Stack Auth 2.8 tell nothing about it. */
  const unknown = {}

  it("is included by the options", () => {
    for (const user of [normal, unknown]) {
      for (const or of ["return-null", "redirect", "anonymous"]) {
        assert.strictEqual(includedUser(user, { or, includeRestricted: false }), user)
        assert.strictEqual(includedUser(user, { or, includeRestricted: true }), user)
      }
    }
    assert.isNull(includedUser(restricted, { or: "redirect", includeRestricted: false }))
    assert.strictEqual(includedUser(restricted, { or: "redirect", includeRestricted: true }), restricted)
    assert.strictEqual(includedUser(restricted, { or: "anonymous-if-exists", includeRestricted: false }), restricted)
    assert.isNull(includedUser(anonymous, { or: "return-null", includeRestricted: true }))
    assert.strictEqual(includedUser(anonymous, { or: "anonymous", includeRestricted: false }), anonymous)
    assert.isNull(includedUser(null, { or: "anonymous", includeRestricted: true }))
  })

  it("gets access on the page for it", () => {
    assert.strictEqual(entryPageOf(restricted), "onboarding")
    for (const user of [null, anonymous]) assert.strictEqual(entryPageOf(user), "signIn")
  })
})
