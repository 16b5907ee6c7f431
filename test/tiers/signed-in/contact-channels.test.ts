/** The addresses of signed-in users. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as ChannelsApi from "../../../core/api/contact-channels/index.ts"
import { call } from "../../../core/call/call.ts"
import * as Testing from "../../../testing/index.ts"
import { ada, withoutSession, as, asServer, bob, CALLBACK, failureOf, NO_ID, UNTRUSTED, withUsers } from "./fixture.ts"

const second = { type: "email", value: "lovelace@example.com", usedForAuth: false } as const

describe("contact channels", () => {
  it.effect("are listed, added, changed and removed", () =>
    Effect.gen(function* () {
      const { contactChannels, getUser } = yield* as(ada)
      const [first] = yield* contactChannels.list()
      assert.deepInclude(first, { value: ada.email, type: "email", isPrimary: true, usedForAuth: true })
      yield* TestClock.adjust("1 second")
      const added = yield* contactChannels.create(second)
      assert.deepInclude(added, { ...second, isPrimary: false, isVerified: false })
      assert.deepStrictEqual(yield* contactChannels.list(), [...(first ? [first] : []), added])
      const primary = yield* contactChannels.update(added.id, { isPrimary: true, value: undefined })
      assert.isTrue(primary.isPrimary)
      assert.strictEqual((yield* getUser)?.primaryEmail, second.value)
      yield* contactChannels.remove(added.id)
      assert.deepStrictEqual(
        (yield* contactChannels.list()).map(({ value }) => value),
        [ada.email]
      )
    }).pipe(withUsers())
  )

  it.effect("are verified by the link of a mail", () =>
    Effect.gen(function* () {
      const { contactChannels } = yield* as(ada)
      const mailbox = yield* Testing.Mailbox
      yield* TestClock.adjust("1 second")
      const { id } = yield* contactChannels.create(second)
      const send = (callbackUrl?: string) => contactChannels.sendVerificationEmail(id, { callbackUrl })
      assert.strictEqual(yield* failureOf(send()), "CallbackUrlMissing")
      assert.strictEqual(yield* failureOf(send(UNTRUSTED)), "RedirectUrlNotWhitelisted")
      yield* send(CALLBACK)
      const {
        codes: [code = ""]
      } = yield* mailbox.next({ to: second.value })
      yield* asServer(call(ChannelsApi.verify, { body: { code: Redacted.make(code) } }))
      assert.isTrue((yield* contactChannels.list())[1]?.isVerified)
      assert.strictEqual(yield* failureOf(send(CALLBACK)), "EmailAlreadyVerified")
    }).pipe(withUsers())
  )

  it.effect("that another user signs in with are not used for sign-in", () =>
    Effect.gen(function* () {
      const { contactChannels } = yield* as(ada)
      const taken = { ...second, value: bob.email }
      const refusal = "ContactChannelAlreadyUsedForAuthBySomeoneElse"
      assert.strictEqual(yield* failureOf(contactChannels.create({ ...taken, usedForAuth: true })), refusal)
      const { id } = yield* contactChannels.create(taken)
      assert.strictEqual(yield* failureOf(contactChannels.update(id, { usedForAuth: true })), refusal)
    }).pipe(withUsers())
  )

  it.effect("need a user", () =>
    Effect.gen(function* () {
      const { contactChannels } = yield* withoutSession
      const results = yield* Effect.all([
        failureOf(contactChannels.list()),
        failureOf(contactChannels.create(second)),
        failureOf(contactChannels.update(NO_ID, {})),
        failureOf(contactChannels.remove(NO_ID)),
        failureOf(contactChannels.sendVerificationEmail(NO_ID, { callbackUrl: CALLBACK }))
      ])
      assert.deepStrictEqual(results, Array(5).fill("CannotGetOwnUserWithoutUser"))
    }).pipe(withUsers())
  )

  it.effect("of another user are not found", () =>
    Effect.gen(function* () {
      const theirs = (yield* (yield* as(bob)).contactChannels.list())[0]?.id ?? ""
      const { contactChannels } = yield* as(ada)
      const change = contactChannels.update(theirs, { isPrimary: true })
      assert.strictEqual(yield* failureOf(change), "RequestError UnexpectedStatus")
      assert.strictEqual(yield* failureOf(contactChannels.remove(theirs)), "RequestError UnexpectedStatus")
    }).pipe(withUsers())
  )
})
