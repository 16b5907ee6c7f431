/** Libraries that are loaded on demand and fail to load. */
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { Effect, Logger, Schema } from "effect"
import { vi } from "vitest"
import { makeAuthenticator } from "./authenticator.ts"
import { asAdmin, send, service, signIn, withToken } from "./fixture.ts"

const PROBLEM = "the library is broken"

/** Makes every import of the module fail until the test ends. */
const breakModule = (name: string) =>
  vi.doMock(name, () => {
    throw new Error(PROBLEM)
  })

const lines: Array<string> = []
const collected = Logger.layer([Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))])

const Ceremony = Schema.Struct({ code: Schema.String, options_json: Schema.Struct({ challenge: Schema.String }) })
const readCeremony = (json: unknown) => Effect.orDie(Schema.decodeUnknownEffect(Ceremony)(json))

const emailConfig = {
  host: "127.0.0.1",
  port: 2525,
  username: "mailer",
  password: "secret",
  sender_name: "Fernhill",
  sender_email: "mail@fernhill.example"
}

describe("a library that fails to load", () => {
  beforeEach(() => {
    lines.length = 0
  })
  afterEach(() => {
    vi.doUnmock("@simplewebauthn/server")
    vi.doUnmock("nodemailer")
    vi.resetModules()
  })

  it.effect("responds with a logged 500 when a passkey is registered or used, not a rejected passkey", () =>
    Effect.gen(function* () {
      breakModule("@simplewebauthn/server")
      const headers = withToken((yield* signIn()).access_token)
      const begun = yield* send("POST", "/api/v1/auth/passkey/initiate-passkey-registration", { headers, json: {} })
      const {
        code,
        options_json: { challenge }
      } = yield* readCeremony(begun.json)
      const credential = makeAuthenticator().create(challenge)
      const registered = yield* send("POST", "/api/v1/auth/passkey/register", { headers, json: { credential, code } })
      assert.deepStrictEqual([registered.status, registered.code], [500, undefined])
      assert.include(lines.join("\n"), "POST /api/v1/auth/passkey/register failed")
      assert.include(lines.join("\n"), PROBLEM)
    }).pipe(Effect.provide(service({ config: { passkeyEnabled: true } })), Effect.provide(collected))
  )

  it.effect("responds with a logged 500 when a mail is sent, not an error of the mail server", () =>
    Effect.gen(function* () {
      breakModule("nodemailer")
      const json = { recipient_email: "ada@example.com", email_config: emailConfig }
      const sent = yield* send("POST", "/api/v1/internal/send-test-email", { headers: asAdmin, json })
      assert.strictEqual(sent.status, 500)
      assert.include(lines.join("\n"), PROBLEM)
    }).pipe(Effect.provide(service()), Effect.provide(collected))
  )
})
