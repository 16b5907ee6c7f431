/** Signing in with a second factor. */
import { Clock, Effect, Schema } from "effect"
import { createHmac } from "node:crypto"
import { asClient, send } from "../../fixture.ts"
import { aUser, type Person } from "../../stage/people.ts"
import { done } from "../../stage/project.ts"
import { at } from "../scenario.ts"

/** The secret in base64, as it crosses the wire. */
const secret = "ZXhhbXBsZSB2YWx1ZQ=="

/** The six digits of a step of 30 seconds (RFC 6238, section 4). */
const totpAt = (millis: number): string => {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(millis / 30_000)))
  const hash = createHmac("sha1", Buffer.from(secret, "base64")).update(step).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** Somebody who is asked for a second factor when they sign in. */
export const aCarefulUser = Effect.gen(function*() {
  const user = yield* aUser
  yield* done("PATCH", `/users/${user.id}`, { totp_secret_base64: secret })
  return user
})

const Attempt = Schema.Struct({ attempt_code: Schema.String })

const attemptOf = Effect.fnUntraced(function*({ email, password }: Person) {
  const { details } = yield* send("POST", "/api/v1/auth/password/sign-in", { headers: asClient, json: { email, password } })
  return (yield* Effect.orDie(Schema.decodeUnknownEffect(Attempt)(details))).attempt_code
})

const anAttempt = Effect.flatMap(aCarefulUser, attemptOf)

export const secondFactor = [
  at(
    9,
    "POST /auth/mfa/sign-in client 200",
    Effect.gen(function*() {
      const code = yield* anAttempt
      return { body: { code, totp: totpAt(yield* Clock.currentTimeMillis) } }
    })
  ),
  at(
    10,
    "POST /auth/mfa/sign-in client 400 INVALID_TOTP_CODE",
    Effect.map(anAttempt, (code) => ({ body: { code } }))
  ),
  at(11, "POST /auth/mfa/sign-in client 404 VERIFICATION_CODE_NOT_FOUND")
]
