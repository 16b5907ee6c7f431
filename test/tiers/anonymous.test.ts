/** Anonymous users in the tiers: creating one, and signing up as that user. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Testing from "../../testing/index.ts"
import { anonymousTokens } from "../../core/session/anonymous-tokens.ts"
import { makeTierCache } from "../../tiers/cache/tier-cache.ts"
import { clientTable } from "../../tiers/cache/client-table.ts"
import { anonymousSignUpQuery, userQuery } from "../../tiers/cache/queries.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"
import { ada, callbackUrl, mailedCode, requests, sent, signInService } from "./sign-in/fixture.ts"
import { ok, tooMany } from "../core/scripted-transport.ts"
import { session, user } from "../react/scripted-service.ts"
import { scriptedCache, wait } from "./cache/scripted-cache.ts"
import { through } from "./cache/virtual-time.ts"

const SIGN_UP = "POST /api/v1/auth/anonymous/sign-up"
const newUser = { email: "new@example.com", password: "correct horse" }

const client = Client.Client

describe("An anonymous user", () => {
  it.effect("is created without a session, and is not signed in", () =>
    Effect.gen(function* () {
      const { getSessionUser, getUser, getUserOrAnonymous } = yield* client
      assert.isNull(yield* getSessionUser)
      assert.strictEqual(yield* requests, 0)
      const created = yield* getUserOrAnonymous
      assert.isTrue(created.isAnonymous)
      assert.deepStrictEqual(created.restrictedReason, { type: "anonymous" })
      assert.strictEqual((yield* getUserOrAnonymous).id, created.id)
      assert.strictEqual((yield* getSessionUser)?.id, created.id)
      assert.isNull(yield* getUser)
      assert.strictEqual(yield* sent(SIGN_UP), 1)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("is created once by concurrent calls, and by no call of a session", () =>
    Effect.gen(function* () {
      const { getUserOrAnonymous, signInWithCredential, signUpAnonymously } = yield* client
      const users = yield* Effect.all([getUserOrAnonymous, getUserOrAnonymous, signUpAnonymously()], {
        concurrency: "unbounded"
      })
      assert.strictEqual(users[0].id, users[1].id)
      yield* signUpAnonymously()
      assert.strictEqual(yield* sent(SIGN_UP), 1)
      yield* signInWithCredential(ada)
      yield* signUpAnonymously()
      assert.strictEqual((yield* getUserOrAnonymous).primaryEmail, ada.email)
      assert.strictEqual(yield* sent(SIGN_UP), 1)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("is another one for each token store", () =>
    Effect.gen(function* () {
      const { withTokenStore } = yield* client
      const ids = yield* Effect.all(
        [1, 2].map(() =>
          Effect.flatMap(withTokenStore("memory"), ({ getUserOrAnonymous }) => getUserOrAnonymous).pipe(
            Effect.map(({ id }) => id)
          )
        ),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(new Set(ids), 2)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("is created when one of two callers is interrupted", () =>
    Effect.gen(function* () {
      const { getSessionUser, signUpAnonymously } = yield* client
      const first = yield* Effect.forkChild(signUpAnonymously())
      yield* Effect.yieldNow
      first.interruptUnsafe()
      yield* signUpAnonymously()
      assert.isTrue((yield* getSessionUser)?.isAnonymous)
      assert.strictEqual(yield* sent(SIGN_UP), 1)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("does not replace a user who signs in before the response", () =>
    Effect.gen(function* () {
      let signUps = 0
      const { client: calls } = yield* scriptedCache(
        "memory",
        () => user(),
        ({ url }) => {
          if (!url.endsWith("/anonymous/sign-up")) return undefined
          return ++signUps === 1 ? tooMany("1") : ok(session({ forever: true, userId: "guest" }))
        }
      )
      const signingUp = yield* Effect.forkChild(calls.signUpAnonymously())
      yield* wait(100)
      const signingIn = yield* Effect.forkChild(calls.signInWithCredential(ada))
      yield* wait(100)
      yield* Fiber.join(signingIn)
      const signedIn = yield* calls.stored
      yield* wait(10_000)
      yield* Fiber.join(signingUp)
      assert.strictEqual(signUps, 2)
      assert.strictEqual(yield* calls.stored, signedIn)
    }).pipe(Effect.scoped)
  )

  it.effect("is not created in a project without sign-up", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip((yield* client).getUserOrAnonymous)
      assert.strictEqual(failure._tag, "SignUpNotEnabled")
    }).pipe(Effect.provide(Testing.layer({ config: { signUpEnabled: false } })))
  )

  it.effect("keeps id and data when signing up with a password", () =>
    Effect.gen(function* () {
      const { getUser, getUserOrAnonymous, signUpWithCredential, updateUser } = yield* client
      const { id } = yield* getUserOrAnonymous
      yield* updateUser({ clientMetadata: { cart: ["book"] } })
      yield* signUpWithCredential({ ...newUser, verificationCallbackUrl: callbackUrl })
      const user = yield* getUser
      assert.deepInclude(user, {
        id,
        isAnonymous: false,
        primaryEmail: newUser.email,
        clientMetadata: { cart: ["book"] }
      })
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("keeps id and data when signing up with a mailed code, also with an expired access token", () =>
    Effect.gen(function* () {
      const { getUser, getUserOrAnonymous, sendMagicLinkEmail, signInWithMagicLink } = yield* client
      const { id } = yield* getUserOrAnonymous
      yield* sendMagicLinkEmail(newUser.email, { callbackUrl })
      yield* TestClock.adjust("20 minutes")
      const { isNewUser } = yield* signInWithMagicLink(yield* mailedCode(newUser.email))
      assert.isTrue(isNewUser)
      assert.deepInclude(yield* getUser, { id, isAnonymous: false, primaryEmail: newUser.email })
    }).pipe(Effect.provide(signInService({ config: { magicLinkEnabled: true } })))
  )

  it.effect("is left by a sign-in as another user", () =>
    Effect.gen(function* () {
      const { getUser, getUserOrAnonymous, signInWithCredential } = yield* client
      const { id } = yield* getUserOrAnonymous
      yield* signInWithCredential(ada)
      assert.strictEqual((yield* getUser)?.primaryEmail, ada.email)
      const server = yield* Effect.provide(Effect.service(Server.Server), Testing.layerServer())
      assert.deepStrictEqual(
        (yield* server.users.page({ anonymous: "only" })).items.map((user) => user.id),
        [id]
      )
    }).pipe(Effect.provide(signInService()))
  )
})

describe("The token of a real user", () => {
  it.effect("is neither sent nor refreshed for a sign-in with a code", () =>
    Effect.gen(function* () {
      const { sendMagicLinkEmail, signInWithCredential, signInWithMagicLink } = yield* client
      yield* signInWithCredential(ada)
      yield* sendMagicLinkEmail(newUser.email, { callbackUrl })
      const code = yield* mailedCode(newUser.email)
      yield* TestClock.adjust("20 minutes")
      yield* signInWithMagicLink(code)
      assert.strictEqual(yield* sent("POST /api/v1/auth/oauth/token"), 0)
    }).pipe(Effect.provide(signInService({ config: { magicLinkEnabled: true } })))
  )
})

describe("The server tier", () => {
  it.effect("lists, creates and upgrades anonymous users", () =>
    Effect.gen(function* () {
      const { users } = yield* Server.Server
      const { id, isAnonymous } = yield* users.create({ isAnonymous: true })
      assert.isTrue(isAnonymous)
      const idsOf = (options: Parameters<typeof users.page>[0]) =>
        Effect.map(users.page(options), ({ items }) => items.map((user) => user.id))
      assert.notInclude(yield* idsOf({}), id)
      assert.include(yield* idsOf({ anonymous: "include" }), id)
      assert.deepStrictEqual(yield* idsOf({ anonymous: "only" }), [id])
      assert.isFalse((yield* users.update(id, { isAnonymous: false })).isAnonymous)
      assert.include(yield* idsOf({}), id)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("acts for an anonymous user of a request", () =>
    Effect.gen(function* () {
      const { getUserOrAnonymous, stored } = yield* client
      const { id } = yield* getUserOrAnonymous
      const server = yield* Server.Server
      const { accessToken } = yield* stored
      const token = accessToken === null ? "" : Redacted.value(accessToken)
      const ofRequest = yield* server.withTokenStore({ accessToken: token, refreshToken: null })
      assert.isNull(yield* ofRequest.getUser)
      assert.strictEqual((yield* ofRequest.getSessionUser)?.id, id)
    }).pipe(Effect.provide(signInService()))
  )
})

describe("The cache", () => {
  it.effect("has the anonymous user after the sign-up, and what the user changes", () =>
    Effect.gen(function* () {
      const calls = yield* client
      const context = yield* Effect.context<Client.Client>()
      const cache = makeTierCache(Client.Client, { runFork: Effect.runForkWith(context) }, clientTable)
      cache.watch()
      cache.subscribe(userQuery, () => {})
      assert.isNull(yield* through(cache.get(userQuery)))
      cache.subscribe(anonymousSignUpQuery, () => {})
      yield* through(cache.get(anonymousSignUpQuery))
      const user = yield* through(cache.get(userQuery))
      assert.isTrue(user?.isAnonymous)
      const run = <A, E>(effect: Effect.Effect<A, E, Client.Client>) =>
        through(Effect.flatten(Effect.promise(() => cache.run(effect).promise)))
      yield* run(Effect.flatMap(client, ({ updateUser }) => updateUser({ displayName: "Guest" })))
      assert.deepInclude(cache.known(userQuery.key), { id: user?.id, displayName: "Guest", isAnonymous: true })
      assert.isNull(yield* run(Effect.flatMap(client, ({ getUser }) => getUser)), "not signed in")
      yield* run(
        Effect.flatMap(client, (own) => own.signUpWithCredential({ ...newUser, verificationCallbackUrl: callbackUrl }))
      )
      assert.deepInclude(yield* through(cache.get(userQuery)), { id: user?.id, isAnonymous: false })
      assert.strictEqual((yield* calls.getUser)?.id, user?.id)
      assert.strictEqual(yield* sent(SIGN_UP), 1)
    }).pipe(Effect.provide(signInService()))
  )
})

describe("anonymousTokens", () => {
  it.effect("are none without a session", () =>
    Effect.gen(function* () {
      const { stored, tokens } = yield* client
      const session = { stored, tokens } as Parameters<typeof anonymousTokens>[0]
      assert.deepStrictEqual(yield* anonymousTokens(session), { accessToken: null, refreshToken: null })
    }).pipe(Effect.provide(signInService()))
  )
})
