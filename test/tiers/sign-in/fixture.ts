/** A service with every sign-in method enabled, a client of it in memory, and the mails of its users. */
import { Effect, Schema } from "effect"
import { createHmac } from "node:crypto"
import * as Testing from "../../../testing/index.ts"
import * as Client from "../../../tiers/client.ts"

export const ada = { email: "ada@example.com", password: "correct horse" }
/** A user with a second factor. */
export const careful = { email: "careful@example.com", password: "battery staple" }
export const TOTP_SECRET = "ZXhhbXBsZSB2YWx1ZQ=="

export const callbackUrl = "http://localhost:3000/callback"

const config = {
  magicLinkEnabled: true,
  passkeyEnabled: true,
  oauthProviders: [
    { type: "shared", id: "google" },
    { type: "standard", id: "github", endpoints: "embedded" }
  ]
} as const

export const signInService = (options: Testing.TestingOptions = {}) =>
  Testing.layer({ limits: "off", users: [ada, careful], ...options, config: { ...config, ...options.config } })

/** Turns the second factor on, as its user would. */
export const withSecondFactor = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInWithCredential(careful)
  yield* client.updateUser({ totpMultiFactorSecret: new Uint8Array(Buffer.from(TOTP_SECRET, "base64")) })
  yield* client.signOut
})

/** The six digits of a moment (RFC 6238, section 4). */
export const totpAt = (millis: number): string => {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(millis / 30_000)))
  const hash = createHmac("sha1", Buffer.from(TOTP_SECRET, "base64")).update(step).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** Returns the code in the link of the next email to an address. */
export const mailedCode = (to: string) =>
  Testing.Mailbox.use((mailbox) => mailbox.next({ to })).pipe(
    Effect.map(({ text }) => /[?&]code=([0-9a-z]{45})/.exec(text)?.[1]),
    Effect.flatMap(Schema.decodeUnknownEffect(Schema.String)),
    Effect.orDie
  )

/** Returns how many requests of a kind were sent, as in `sent("POST /api/v1/auth/password/sign-up")`. */
export const sent = (request: string) => Testing.RequestLog.use((log) => log.count(request))

/** Returns the number of all requests. */
export const requests = Testing.RequestLog.use((log) => Effect.map(log.entries, ({ length }) => length))

export const forgetRequests = Testing.RequestLog.use((log) => log.clear)
