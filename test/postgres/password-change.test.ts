/**
 * Sign-ins with a code while another connection changes the password of the user, revokes the sessions or removes a
 * sign-in method.
 *
 * The change locks the table of sessions or users, so the sign-in waits when it writes its session, or the code of its
 * attempt, which references the user. The change is committed as soon as the server reports that wait.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schema } from "effect"
import type { Client } from "pg"
import { layerTest } from "../../service/development.ts"
import { stepAt, totpCode } from "../../service/crypto/totp.ts"
import { ada, seedWith, USER_ID, asClient, asServer } from "../service/fixture.ts"
import { callback, codeTo } from "../service/mails.ts"
import { post } from "../service/requests.ts"
import { Browser, embedded, exchange, grace, locationOf } from "../service/resources/oauth/browser.ts"
import { connectTo } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"
import { forkUntilBlocked } from "./until-blocked.ts"

const secret = Buffer.alloc(20, 7).toString("base64")

const magicLink = Effect.gen(function* () {
  yield* post("/auth/otp/send-sign-in-code", asClient, { email: ada.email, callback_url: callback })
  const code = yield* codeTo(ada.email)
  return post("/auth/otp/sign-in", asClient, { code })
})

const readAttempt = Schema.decodeUnknownEffect(Schema.Struct({ attempt_code: Schema.String }))

const secondFactor = Effect.gen(function* () {
  const { details } = yield* post("/auth/password/sign-in", asClient, ada)
  const { attempt_code: code } = yield* readAttempt(details)
  const totp = totpCode(Redacted.make(secret), stepAt(Date.now()))
  return post("/auth/mfa/sign-in", asClient, { code, type: "totp", totp })
})

const oauthSignIn = Effect.gen(function* () {
  yield* post("/oauth-providers", asServer, {
    user_id: USER_ID,
    provider_config_id: embedded.id,
    account_id: grace.address,
    allow_sign_in: true,
    allow_connected_accounts: true
  })
  const response = yield* new Browser().signIn(embedded.id, grace)
  return exchange(locationOf(response).searchParams.get("code") ?? "")
})

/** A password that is set in the same millisecond as a code is issued does not void the code. */
const changePassword = (client: Client) =>
  client.query("UPDATE passwords SET changed_at = $1 WHERE user_id = $2", [Date.now() + 1, USER_ID])

const removeAttempts = (client: Client) =>
  client.query("DELETE FROM verification_codes WHERE user_id = $1 AND kind = 'mfa_attempt'", [USER_ID])

const removeAuthorizationCodes = (client: Client) =>
  client.query("DELETE FROM oauth_authorization_codes WHERE user_id = $1 AND refresh_token_hash IS NULL", [USER_ID])

const removeAddresses = (client: Client) => client.query("DELETE FROM contact_channels WHERE user_id = $1", [USER_ID])

const withFactor = { totpSecret: secret }

const config = { magicLinkEnabled: true, oauthProviders: [embedded] }

describe.skipIf(server === undefined)("a sign-in during a change of the password or a revocation", () => {
  it.live.each([
    { name: "a mailed code from before the change", user: {}, prepare: magicLink, change: changePassword },
    { name: "a second factor from before the change", user: withFactor, prepare: secondFactor, change: changePassword },
    {
      name: "a second factor from before the revocation",
      user: withFactor,
      prepare: secondFactor,
      change: removeAttempts
    }
  ])(
    "starts no session with $name",
    ({ change, prepare, user }) =>
      Effect.gen(function* () {
        const url = yield* temporaryDatabase
        const seed = seedWith({
          config,
          users: [{ id: USER_ID, ...ada, emailVerified: true, ...user }]
        })
        yield* Effect.gen(function* () {
          const signIn = yield* prepare
          const [other, observer] = [yield* connectTo(url), yield* connectTo(url)]
          yield* Effect.promise(() =>
            other.query("BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE sessions IN SHARE ROW EXCLUSIVE MODE")
          )
          // The start of a session ends the oldest ones first.
          const fiber = yield* forkUntilBlocked(observer, "DELETE FROM sessions", signIn)
          yield* Effect.promise(async () => {
            await change(other)
            await other.query("DELETE FROM sessions WHERE user_id = $1", [USER_ID])
            await other.query("COMMIT")
          })
          const { code, text } = yield* Fiber.join(fiber)
          assert.strictEqual(code, "VERIFICATION_CODE_NOT_FOUND", text)
          const { rows } = yield* Effect.promise(() => other.query("SELECT 1 FROM sessions"))
          assert.deepStrictEqual(rows, [])
        }).pipe(Effect.provide(layerTest({ database: url, seed })))
      }),
    30_000
  )
})

describe.skipIf(server === undefined)("a sign-in that requires the second factor during a change", () => {
  it.live.each([
    {
      name: "an authorization code from before the revocation",
      prepare: oauthSignIn,
      change: removeAuthorizationCodes,
      expected: "INVALID_AUTHORIZATION_CODE"
    },
    {
      name: "a mailed code from before the removal of its address",
      prepare: magicLink,
      change: removeAddresses,
      expected: "VERIFICATION_CODE_NOT_FOUND"
    }
  ])(
    "gets no attempt with $name",
    ({ change, expected, prepare }) =>
      Effect.gen(function* () {
        const url = yield* temporaryDatabase
        const seed = seedWith({ config, users: [{ id: USER_ID, ...ada, emailVerified: true, ...withFactor }] })
        yield* Effect.gen(function* () {
          const signIn = yield* prepare
          const [other, observer] = [yield* connectTo(url), yield* connectTo(url)]
          yield* Effect.promise(() =>
            other.query("BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE users IN EXCLUSIVE MODE")
          )
          const fiber = yield* forkUntilBlocked(observer, "INSERT INTO verification_codes", signIn)
          yield* Effect.promise(async () => {
            await change(other)
            await removeAttempts(other)
            await other.query("COMMIT")
          })
          const { code, text } = yield* Fiber.join(fiber)
          assert.strictEqual(code, expected, text)
          const { rows } = yield* Effect.promise(() =>
            other.query("SELECT 1 FROM verification_codes WHERE kind = 'mfa_attempt'")
          )
          assert.deepStrictEqual(rows, [])
        }).pipe(Effect.provide(layerTest({ database: url, seed })))
      }),
    30_000
  )
})
