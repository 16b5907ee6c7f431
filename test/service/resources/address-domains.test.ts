/** The domain of an email address is case-insensitive. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatabaseSync } from "node:sqlite"
import {
  ada,
  asServer,
  me,
  PROJECT_ID,
  seedWith,
  send,
  service,
  signIn,
  signUp,
  USER_ID,
  withToken,
  asClient
} from "../fixture.ts"
import { callback, codeTo } from "../mails.ts"
import { post } from "../requests.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { randomUUID } from "node:crypto"

const otherSpelling = "ada@EXAMPLE.com"
const config = { magicLinkEnabled: true }

describe("an address whose domain differs in case", () => {
  it.effect("is the same address: it signs in, resets the password and cannot sign up again", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* signIn({ ...ada, email: otherSpelling })).user_id, USER_ID)
      assert.strictEqual((yield* signUp(otherSpelling)).code, "USER_EMAIL_ALREADY_EXISTS")
      assert.strictEqual(
        (yield* post("/auth/otp/send-sign-in-code", asClient, { email: otherSpelling, callback_url: callback })).status,
        200
      )
      const signedIn = yield* Effect.flatMap(codeTo(otherSpelling), (code) =>
        post("/auth/otp/sign-in", asClient, { code })
      )
      assert.include(signedIn.text, USER_ID)
      yield* post("/auth/password/send-reset-code", asClient, { email: otherSpelling, callback_url: callback })
      const reset = yield* Effect.flatMap(codeTo(otherSpelling), (code) =>
        post("/auth/password/reset", asClient, { code, password: "a new password" })
      )
      assert.strictEqual(reset.status, 200)
      assert.strictEqual((yield* signIn({ ...ada, password: "a new password" })).user_id, USER_ID)
    }).pipe(Effect.provide(service({ config, users: [{ id: USER_ID, ...ada, emailVerified: true }] })))
  )

  it.effect("is stored with its domain in lower case and its local part unchanged", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* signUp("Grace.Hopper@Example.COM")).status, 200)
      const { access_token } = yield* signIn({ ...ada, email: "Grace.Hopper@example.com" })
      const headers = withToken(access_token)
      assert.deepInclude((yield* me(headers)).json, { primary_email: "Grace.Hopper@example.com" })
      assert.strictEqual(
        (yield* post("/auth/password/sign-in", asClient, { ...ada, email: "grace.hopper@example.com" })).code,
        "EMAIL_PASSWORD_MISMATCH"
      )
      assert.strictEqual(
        (yield* Effect.flatMap(codeTo("Grace.Hopper@Example.COM"), (code) =>
          post("/contact-channels/verify", asClient, { code })
        )).status,
        200
      )
      const channel = { user_id: "me", type: "email", used_for_auth: true }
      const added = yield* post("/contact-channels", headers, { ...channel, value: "grace@Navy.MIL" })
      assert.deepInclude(added.json, { value: "grace@navy.mil" })
      assert.strictEqual(
        (yield* post("/contact-channels", headers, { ...channel, value: "grace@NAVY.mil" })).status,
        400
      )
      const changed = yield* send("PATCH", `/api/v1/users/${USER_ID}`, {
        headers: asServer,
        json: { primary_email: "ada@Lovelace.ORG" }
      })
      assert.deepInclude(changed.json, { primary_email: "ada@lovelace.org" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("is the primary address when its verification is requested", () =>
    Effect.gen(function* () {
      const headers = withToken((yield* signIn()).access_token)
      const json = { email: otherSpelling, callback_url: callback }
      assert.strictEqual((yield* post("/contact-channels/send-verification-code", headers, json)).status, 200)
      const code = yield* codeTo(ada.email)
      assert.strictEqual((yield* post("/contact-channels/verify", asClient, { code })).status, 200)
      assert.deepInclude((yield* me(headers)).json, { primary_email: ada.email, primary_email_verified: true })
    }).pipe(Effect.provide(service()))
  )

  it.effect("of an earlier version is rewritten, unless another user signs in with it", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      const users = [
        { id: USER_ID, ...ada },
        { email: "bob@example.com", password: "bobs password" },
        { email: "taken@example.com", password: "long enough" }
      ]
      const start = service({}, { database, seed: seedWith({ users }) })
      yield* Effect.provide(Effect.void, start)
      const file = new DatabaseSync(database)
      const setValue = file.prepare("UPDATE contact_channels SET value = ? WHERE project_id = ? AND value = ?")
      setValue.run(otherSpelling, PROJECT_ID, ada.email)
      setValue.run("taken@Example.com", PROJECT_ID, "bob@example.com")
      file.exec("DELETE FROM migrations WHERE migration_id = 37")
      file.close()
      yield* Effect.gen(function* () {
        const { access_token, user_id } = yield* signIn()
        assert.strictEqual(user_id, USER_ID)
        assert.deepInclude((yield* me(withToken(access_token))).json, { primary_email: ada.email })
        const bob = yield* signIn({ email: "taken@Example.com", password: "bobs password" })
        const other = yield* signIn({ email: "taken@example.com", password: "long enough" })
        assert.notStrictEqual(bob.user_id, other.user_id)
        assert.strictEqual(
          (yield* signIn({ email: "taken@EXAMPLE.com", password: "long enough" })).user_id,
          other.user_id
        )
      }).pipe(Effect.provide(service({}, { database, seed: { projects: [] } })))
    }).pipe(Effect.scoped)
  )

  it.effect(
    "of an earlier version resets the password of a user who has it in two spellings, and one of them remains",
    () =>
      Effect.gen(function* () {
        const database = (yield* temporaryFolder).path("keystile.db")
        yield* Effect.provide(
          Effect.void,
          service({}, { database, seed: seedWith({ users: [{ id: USER_ID, ...ada }] }) })
        )
        const file = new DatabaseSync(database)
        file
          .prepare(
            `
        INSERT INTO contact_channels
          (id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
        SELECT ?, project_id, user_id, type, ?, 0, 0, 1, created_at
        FROM contact_channels WHERE project_id = ? AND value = ?
      `
          )
          .run(randomUUID(), otherSpelling, PROJECT_ID, ada.email)
        file.close()
        yield* Effect.gen(function* () {
          yield* post("/auth/password/send-reset-code", asClient, { email: ada.email, callback_url: callback })
          const reset = yield* Effect.flatMap(codeTo(ada.email), (code) =>
            post("/auth/password/reset", asClient, { code, password: "a new password" })
          )
          assert.strictEqual(reset.status, 200)
          const { access_token } = yield* signIn({ ...ada, password: "a new password" })
          assert.deepInclude((yield* me(withToken(access_token))).json, {
            primary_email: ada.email,
            primary_email_verified: true
          })
          const channels = yield* send("GET", `/api/v1/contact-channels?user_id=${USER_ID}`, { headers: asServer })
          assert.notInclude(channels.text, otherSpelling)
        }).pipe(Effect.provide(service({}, { database, seed: { projects: [] } })))
      }).pipe(Effect.scoped)
  )
})
