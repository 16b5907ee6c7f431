/** An export keeps which emails a user may reclaim, has replaced, or cannot reset a password with. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ada, asClient, type Headers, USER_ID } from "../fixture.ts"
import { callback, codeTo, countMails } from "../mails.ts"
import { patch, post } from "../requests.ts"
import { asAda, asBob, bob, BOB_ID, channels, listOf } from "../resources/contact-channel-fixture.ts"
import { exportFrom, importContent, newDatabase, serviceOn } from "./transfer-fixture.ts"

const claimed = "claimed@example.com"
const fresh = "fresh@example.com"

/** Ada and Bob, who have verified emails. */
const source = {
  users: [
    { id: USER_ID, ...ada, emailVerified: true },
    { id: BOB_ID, ...bob, emailVerified: true }
  ]
}

const claim = Effect.fnUntraced(function* (headers: Headers, value: string) {
  const channel = { user_id: "me", type: "email", value, used_for_auth: true }
  assert.strictEqual((yield* channels("POST", "", headers, channel)).status, 201)
  yield* TestClock.adjust("1 minute")
})
const idOf = Effect.fnUntraced(function* (headers: Headers, value: string) {
  return (yield* listOf(headers)).find((channel) => channel.value === value)?.id ?? ""
})
const verify = Effect.fnUntraced(function* (headers: Headers, value: string) {
  yield* post(`/contact-channels/me/${yield* idOf(headers, value)}/send-verification-code`, headers, {
    callback_url: callback
  })
  const verified = yield* post("/contact-channels/verify", asClient, { code: yield* codeTo(value) })
  assert.strictEqual(verified.status, 200)
})
const replace = Effect.fnUntraced(function* (headers: Headers, old: string, value: string) {
  const replaced = yield* patch(`/contact-channels/me/${yield* idOf(headers, old)}`, headers, { value })
  assert.strictEqual(replaced.status, 200)
  yield* TestClock.adjust("1 minute")
})
const replaceAdas = Effect.flatMap(asAda, (headers) => replace(headers, ada.email, fresh))
const usedOf = Effect.fnUntraced(function* (headers: Headers) {
  return (yield* listOf(headers)).flatMap((channel) => (channel.used_for_auth ? [channel.value] : []))
})

/** Runs `before` in a service, and `after` in another one that imports its export. */
const across = Effect.fnUntraced(function* <A, E, B, E2, R>(
  before: Effect.Effect<A, E, R>,
  after: Effect.Effect<B, E2, R>
) {
  const from = yield* newDatabase(source)
  yield* Effect.provide(Effect.andThen(TestClock.setTime(Date.UTC(2026, 0, 31)), before), serviceOn(from, source))
  const lines = yield* exportFrom(from)
  const to = yield* newDatabase()
  assert.deepStrictEqual((yield* importContent(to, lines.join("\n"))).problems, [])
  assert.deepStrictEqual((yield* exportFrom(to)).slice(1), lines.slice(1))
  return yield* Effect.provide(after, serviceOn(to))
}, Effect.scoped)

describe("an export", () => {
  it.effect("keeps the right of a user to reclaim an email", () =>
    across(
      Effect.gen(function* () {
        const headers = yield* asAda
        yield* claim(headers, claimed)
        yield* claim(yield* asBob, claimed)
        assert.deepStrictEqual(yield* usedOf(headers), [ada.email])
      }),
      Effect.gen(function* () {
        const headers = yield* asAda
        yield* verify(headers, claimed)
        assert.deepStrictEqual(yield* usedOf(headers), [ada.email, claimed])
        assert.deepStrictEqual(yield* usedOf(yield* asBob), [bob.email])
      })
    )
  )

  it.effect("keeps a replaced email until the new one is verified", () =>
    across(
      replaceAdas,
      Effect.gen(function* () {
        const headers = yield* asAda
        assert.deepStrictEqual(yield* usedOf(headers), [ada.email, fresh])
        yield* verify(headers, fresh)
        assert.deepStrictEqual(yield* usedOf(headers), [fresh])
      })
    )
  )

  it.effect("keeps that an unverified email was added after a verified one that is gone", () =>
    across(
      Effect.gen(function* () {
        const headers = yield* asAda
        yield* claim(headers, claimed)
        yield* channels("DELETE", `/me/${yield* idOf(headers, ada.email)}`, headers)
      }),
      Effect.gen(function* () {
        yield* post("/auth/password/send-reset-code", asClient, { email: claimed, callback_url: callback })
        assert.strictEqual(yield* countMails(claimed), 0)
      })
    )
  )

  it.effect("of an earlier version lacks these: the oldest verified email counts as verified when it was added", () =>
    Effect.gen(function* () {
      const from = yield* newDatabase(source)
      yield* Effect.provide(
        Effect.andThen(TestClock.setTime(Date.UTC(2026, 0, 31)), replaceAdas),
        serviceOn(from, source)
      )
      const current = yield* exportFrom(from)
      const earlier = current.map((line) =>
        line.replace(/"(?:first_verified_at_millis":\d+|replaced_by":"[^"]*"),/g, "")
      )
      assert.notDeepEqual(earlier, current)
      const to = yield* newDatabase()
      assert.deepStrictEqual((yield* importContent(to, earlier.join("\n"))).problems, [])
      yield* Effect.gen(function* () {
        const headers = yield* asAda
        yield* verify(headers, fresh)
        assert.deepStrictEqual(yield* usedOf(headers), [ada.email, fresh], "the replaced one stays")
      }).pipe(Effect.provide(serviceOn(to)))
    }).pipe(Effect.scoped)
  )
})
