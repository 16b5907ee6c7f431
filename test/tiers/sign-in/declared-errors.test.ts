/** Errors that the sign-in calls declare, each provoked at a service. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Admin from "../../../tiers/admin.ts"
import * as Client from "../../../tiers/client.ts"
import * as Server from "../../../tiers/server.ts"
import { ada, callbackUrl, careful, mailedCode, signInService, withSecondFactor } from "./fixture.ts"

const tagOf = <A>(effect: Effect.Effect<A, { readonly _tag: string }>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)
const unknown = "0".repeat(45)
const close = (config: Parameters<Admin.AdminCalls["updateProject"]>[0]["config"]) =>
  Effect.flatMap(Admin.Admin, (admin) => admin.updateProject({ config }))

/** Returns the errors of codes that cannot be used. */
const refusals = Effect.fnUntraced(function* <A>(
  send: Effect.Effect<unknown, { readonly _tag: string }>,
  use: (code: string) => Effect.Effect<A, { readonly _tag: string }>,
  useUp: (code: string) => Effect.Effect<unknown, { readonly _tag: string }> = use
) {
  const found: Array<string> = [yield* tagOf(use(unknown))]
  yield* send
  const used = yield* mailedCode(ada.email)
  yield* useUp(used)
  found.push(yield* tagOf(use(used)))
  yield* send
  const late = yield* mailedCode(ada.email)
  yield* TestClock.adjust("8 days")
  found.push(yield* tagOf(use(late)))
  return found
})

const three = ["VerificationCodeNotFound", "VerificationCodeAlreadyUsed", "VerificationCodeExpired"]
const password = "a new password"

describe("a code that is refused", () => {
  it.effect("resets no password", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const send = client.sendForgotPasswordEmail(ada.email, { callbackUrl })
      const found = yield* refusals(send, (code) => client.resetPassword({ code, password }))
      assert.deepStrictEqual(found, three)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("fails the check before a reset", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const send = client.sendForgotPasswordEmail(ada.email, { callbackUrl })
      const found = yield* refusals(send, client.verifyPasswordResetCode, (code) =>
        client.resetPassword({ code, password })
      )
      assert.deepStrictEqual(found, three)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("verifies no address", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const server = yield* Server.Server
      yield* client.signInWithCredential(ada)
      const id = (yield* client.getUser)?.id ?? ""
      const found = yield* refusals(
        Effect.andThen(
          server.users.update(id, { primaryEmailVerified: false }),
          server.users.sendVerificationEmail(id, { callbackUrl })
        ),
        client.verifyEmail
      )
      assert.deepStrictEqual(found, three)
    }).pipe(Effect.provide(signInService()))
  )
})

describe("a disabled sign-in method", () => {
  it.effect("rejects sign-in and sign-up by password", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.sendForgotPasswordEmail(ada.email, { callbackUrl })
      const code = yield* mailedCode(ada.email)
      yield* close({ credentialEnabled: false })
      assert.strictEqual(yield* tagOf(client.signInWithCredential(ada)), "PasswordAuthenticationNotEnabled")
      const signUp = { email: "new@example.com", password, verificationCallbackUrl: callbackUrl }
      assert.strictEqual(yield* tagOf(client.signUpWithCredential(signUp)), "PasswordAuthenticationNotEnabled")
      assert.strictEqual(yield* tagOf(client.resetPassword({ code, password })), "PasswordAuthenticationNotEnabled")
      yield* close({ credentialEnabled: true, signUpEnabled: false })
      assert.strictEqual(yield* tagOf(client.signUpWithCredential(signUp)), "SignUpNotEnabled")
    }).pipe(Effect.provide(signInService()))
  )
})

describe("a magic link", () => {
  const link = Effect.fnUntraced(function* (email: string) {
    const client = yield* Client.Client
    yield* client.sendMagicLinkEmail(email, { callbackUrl })
    return yield* mailedCode(email)
  })

  it.effect("requires the second factor", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const server = yield* Server.Server
      yield* withSecondFactor
      const [user] = (yield* server.users.page({ query: careful.email })).items
      yield* server.users.update(user?.id ?? "", { primaryEmailVerified: true, otpAuthEnabled: true })
      const code = yield* link(careful.email)
      assert.strictEqual(yield* tagOf(client.signInWithMagicLink(code)), "MultiFactorAuthenticationRequired")
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("of a deleted user signs no user in", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const server = yield* Server.Server
      const user = yield* server.users.create({
        primaryEmail: "gone@example.com",
        primaryEmailAuthEnabled: true,
        primaryEmailVerified: true,
        otpAuthEnabled: true
      })
      const code = yield* link("gone@example.com")
      yield* server.users.remove(user.id)
      assert.strictEqual(yield* tagOf(client.signInWithMagicLink(code)), "UserNotFound")
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("creates no second user with an address that another user has meanwhile", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const server = yield* Server.Server
      const code = yield* link("new@example.com")
      yield* server.users.create({ primaryEmail: "new@example.com", primaryEmailAuthEnabled: true })
      assert.strictEqual(yield* tagOf(client.signInWithMagicLink(code)), "UserEmailAlreadyExists")
    }).pipe(Effect.provide(signInService()))
  )
})

describe("a session", () => {
  it.effect("that was revoked at the service is signed out without an error", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      const server = yield* Server.Server
      const id = (yield* client.getUser)?.id ?? ""
      yield* server.users.setPassword(id, "another password")
      yield* client.signOut
      assert.isNull(yield* client.getUser)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("of a deleted user returns no user", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      const server = yield* Server.Server
      yield* server.users.remove((yield* client.getUser)?.id ?? "")
      assert.isNull(yield* client.getUser)
    }).pipe(Effect.provide(signInService()))
  )
})
