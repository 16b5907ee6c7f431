/** Changes of signed-in users to their own account. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as ChannelsApi from "../../../core/api/contact-channels/index.ts"
import { call } from "../../../core/call/call.ts"
import * as Testing from "../../../testing/index.ts"
import {
  ada,
  withoutSession,
  as,
  asServer,
  bob,
  CALLBACK,
  failureOf,
  idOf,
  NO_ID,
  UNTRUSTED,
  withoutPassword,
  withoutPasswords,
  withUsers
} from "./fixture.ts"

describe("changing the user", () => {
  it.effect("changes the given fields only", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const image = "data:image/png;base64,iVBORw0KGgo="
      yield* client.updateUser({ displayName: "Ada", clientMetadata: { theme: "dark" }, profileImageUrl: image })
      const changed = yield* client.updateUser({ displayName: undefined, clientMetadata: null })
      assert.strictEqual(changed.displayName, "Ada")
      assert.strictEqual(changed.profileImageUrl, image)
      assert.isNull(changed.clientMetadata)
      assert.deepStrictEqual(yield* client.getUser, changed)
      assert.isNull((yield* client.updateUser({ displayName: "", profileImageUrl: null })).displayName)
    }).pipe(withUsers())
  )

  it.effect("chooses another primary address, which is verified by the mail that is sent next", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const changed = yield* client.updateUser({ primaryEmail: "fresh@example.com" })
      assert.deepInclude(changed, { primaryEmail: "fresh@example.com", primaryEmailVerified: false })
      yield* client.sendVerificationEmail({ callbackUrl: CALLBACK })
      const { codes } = yield* (yield* Testing.Mailbox).next({ to: "fresh@example.com" })
      yield* client.verifyEmail(codes[0] ?? "")
      assert.isTrue((yield* client.getUser)?.primaryEmailVerified)
      const channels = yield* client.contactChannels.list()
      assert.deepStrictEqual(
        channels.map(({ isPrimary, usedForAuth, value }) => [value, isPrimary, usedForAuth]),
        [
          [ada.email, false, true],
          ["fresh@example.com", true, false]
        ]
      )
      yield* client.signInWithCredential(ada)
      assert.isNull((yield* client.updateUser({ primaryEmail: null })).primaryEmail)
      assert.strictEqual(
        yield* failureOf(client.sendVerificationEmail({ callbackUrl: CALLBACK })),
        "PrimaryEmailMissing"
      )
    }).pipe(withUsers())
  )

  it.effect("selects one of the user's teams, and none again", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const team = yield* client.teams.create({ displayName: "Crew" })
      assert.strictEqual((yield* client.updateUser({ selectedTeamId: team.id })).selectedTeam?.displayName, "Crew")
      assert.isNull((yield* client.updateUser({ selectedTeamId: null })).selectedTeam)
      assert.strictEqual(yield* failureOf(client.updateUser({ selectedTeamId: NO_ID })), "TeamMembershipNotFound")
    }).pipe(withUsers())
  )

  it.effect("accepts the second factor's secret as plain or redacted bytes, and removes it", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const other = yield* withoutSession
      const bytes = Uint8Array.from({ length: 20 }, (_, index) => 255 - index)
      for (const totpMultiFactorSecret of [bytes, Redacted.make(bytes), Buffer.from(bytes)]) {
        assert.isTrue((yield* client.updateUser({ totpMultiFactorSecret })).isMultiFactorRequired)
        assert.strictEqual(yield* failureOf(other.signInWithCredential(ada)), "MultiFactorAuthenticationRequired")
        assert.isFalse((yield* client.updateUser({ totpMultiFactorSecret: null })).isMultiFactorRequired)
        yield* other.signInWithCredential(ada)
      }
    }).pipe(withUsers())
  )

  it.effect("rejects a secret that is not bytes, without printing it", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const given: never = "canary-secret" as never
      const failure = yield* Effect.flip(client.updateUser({ totpMultiFactorSecret: given }))
      assert.strictEqual(failure._tag === "RequestError" && failure.reason._tag, "InvalidInput")
      assert.notInclude(`${failure.message} ${JSON.stringify(failure)}`, "canary")
      assert.isFalse((yield* client.getUser)?.isMultiFactorRequired)
    }).pipe(withUsers())
  )

  it.effect("needs a user", () =>
    Effect.gen(function* () {
      const client = yield* withoutSession
      assert.strictEqual(yield* failureOf(client.updateUser({ displayName: "Ada" })), "CannotGetOwnUserWithoutUser")
    }).pipe(withUsers())
  )
})

describe("deleting the user", () => {
  it.effect("ends the session, and the user no longer exists", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      let changes = 0
      client.onSessionChange(() => changes++)
      yield* client.deleteUser()
      assert.deepStrictEqual(yield* client.stored, { accessToken: null, refreshToken: null })
      assert.strictEqual(changes, 1)
      assert.isNull(yield* client.getUser)
      assert.strictEqual(yield* failureOf(client.signInWithCredential(ada)), "EmailPasswordMismatch")
      assert.strictEqual(yield* failureOf(client.deleteUser()), "CannotGetOwnUserWithoutUser")
    }).pipe(withUsers())
  )

  it.effect("needs the project's setting, and keeps the session if it is rejected", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      assert.strictEqual(yield* failureOf(client.deleteUser()), "RequestError UnexpectedStatus")
      assert.strictEqual((yield* client.getUser)?.primaryEmail, ada.email)
    }).pipe(withUsers({ clientUserDeletionEnabled: false }))
  )

  it.effect("does not sign out another user who signed in meanwhile", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const faults = yield* Testing.Faults
      yield* faults.add({ kind: "delay", method: "DELETE", path: "/api/v1/users/me", millis: 5000, times: 1 })
      const deleting = yield* Effect.forkChild(client.deleteUser())
      yield* TestClock.adjust("1 second")
      yield* client.signInWithCredential(bob)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(deleting)
      assert.strictEqual((yield* client.getUser)?.primaryEmail, bob.email)
    }).pipe(withUsers())
  )
})

describe("a new password", () => {
  const newPassword = "new horse battery"

  it.effect("replaces the old one", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      yield* client.updatePassword({ oldPassword: ada.password, newPassword: Redacted.make(newPassword) })
      assert.strictEqual((yield* client.getUser)?.primaryEmail, ada.email, "this session goes on")
      assert.strictEqual(yield* failureOf(client.signInWithCredential(ada)), "EmailPasswordMismatch")
      yield* client.signInWithCredential({ ...ada, password: newPassword })
    }).pipe(withUsers())
  )

  it.effect("needs the old one, and a valid length", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const log = yield* Testing.RequestLog
      const { password: oldPassword } = ada
      assert.strictEqual(
        yield* failureOf(client.updatePassword({ oldPassword: "wrong horse", newPassword })),
        "PasswordConfirmationMismatch"
      )
      const short = yield* Effect.flip(client.updatePassword({ oldPassword, newPassword: "1234567" }))
      assert.deepInclude(short, { _tag: "PasswordTooShort", minLength: 8 })
      yield* log.clear
      const long = yield* Effect.flip(client.updatePassword({ oldPassword, newPassword: "x".repeat(71) }))
      assert.deepInclude(long, { _tag: "PasswordTooLong", maxLength: 70 })
      assert.strictEqual(
        yield* failureOf(client.updatePassword({ oldPassword: "x".repeat(71), newPassword })),
        "PasswordConfirmationMismatch"
      )
      assert.lengthOf(yield* log.entries, 0, "neither was sent")
    }).pipe(withUsers())
  )

  it.effect("is set by users without one, and changed by users who have one", () =>
    Effect.gen(function* () {
      const client = yield* withoutPassword()
      const input = { oldPassword: ada.password, newPassword }
      assert.strictEqual(yield* failureOf(client.updatePassword(input)), "UserDoesNotHavePassword")
      assert.strictEqual(yield* failureOf(client.setPassword({ password: "1234567" })), "PasswordTooShort")
      assert.strictEqual(yield* failureOf(client.setPassword({ password: "x".repeat(71) })), "PasswordTooLong")
      yield* client.setPassword({ password: newPassword })
      assert.isTrue((yield* client.getUser)?.hasPassword)
      yield* client.updatePassword({ oldPassword: newPassword, newPassword: "another horse" })
    }).pipe(withUsers())
  )

  it.effect("needs a project with passwords", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const other = yield* withoutPassword()
      yield* withoutPasswords
      const input = { oldPassword: ada.password, newPassword }
      assert.strictEqual(yield* failureOf(client.updatePassword(input)), "PasswordAuthenticationNotEnabled")
      assert.strictEqual(
        yield* failureOf(other.setPassword({ password: newPassword })),
        "PasswordAuthenticationNotEnabled"
      )
    }).pipe(withUsers())
  )

  it.effect("needs a user, which is checked before any request", () =>
    Effect.gen(function* () {
      const client = yield* withoutSession
      const log = yield* Testing.RequestLog
      const input = { oldPassword: ada.password, newPassword }
      assert.strictEqual(yield* failureOf(client.updatePassword(input)), "CannotGetOwnUserWithoutUser")
      assert.strictEqual(yield* failureOf(client.setPassword({ password: newPassword })), "CannotGetOwnUserWithoutUser")
      assert.lengthOf(yield* log.entries, 0)
    }).pipe(withUsers())
  )
})

describe("the verification mail of the primary address", () => {
  const options = { callbackUrl: CALLBACK }

  it.effect("leads to the given URL", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const mailbox = yield* Testing.Mailbox
      yield* client.sendVerificationEmail(options)
      const { links } = yield* mailbox.next({ to: ada.email })
      const link = new URL(links.find((each) => each.includes("code=")) ?? "")
      const code = link.searchParams.get("code") ?? ""
      assert.strictEqual(link.href, `${CALLBACK}&code=${code}`)
      yield* asServer(call(ChannelsApi.verify, { body: { code: Redacted.make(code) } }))
      assert.isTrue((yield* client.getUser)?.primaryEmailVerified)
      assert.strictEqual(yield* failureOf(client.sendVerificationEmail(options)), "EmailAlreadyVerified")
    }).pipe(withUsers())
  )

  it.effect("needs a user, an address, and a trusted page", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const refused = yield* failureOf(client.sendVerificationEmail({ callbackUrl: UNTRUSTED }))
      assert.strictEqual(refused, "RedirectUrlNotWhitelisted")
      assert.strictEqual(yield* failureOf(client.sendVerificationEmail()), "CallbackUrlMissing")
      const signedOut = yield* withoutSession
      assert.strictEqual(yield* failureOf(signedOut.sendVerificationEmail(options)), "CannotGetOwnUserWithoutUser")
      const nameless = yield* withoutPassword()
      assert.strictEqual(yield* failureOf(nameless.sendVerificationEmail(options)), "PrimaryEmailMissing")
    }).pipe(withUsers())
  )

  it.effect("fails if another address became the primary one meanwhile", () =>
    Effect.gen(function* () {
      const client = yield* as(ada)
      const userId = yield* idOf(client)
      const faults = yield* Testing.Faults
      const path = "/api/v1/contact-channels/send-verification-code"
      yield* faults.add({ kind: "delay", path, millis: 1000, times: 1 })
      const sending = yield* Effect.forkChild(Effect.flip(client.sendVerificationEmail(options)))
      yield* TestClock.adjust("500 millis")
      yield* asServer(
        call(ChannelsApi.createAsServer, {
          body: { userId, type: "email", value: "lovelace@example.com", usedForAuth: false, isPrimary: true }
        })
      )
      yield* TestClock.adjust("1 second")
      const failure = yield* Fiber.join(sending)
      assert.deepInclude(failure, {
        _tag: "EmailIsNotPrimaryEmail",
        email: ada.email,
        primaryEmail: "lovelace@example.com"
      })
    }).pipe(withUsers())
  )
})
