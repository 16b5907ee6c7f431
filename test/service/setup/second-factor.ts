/** Sets up users with a second factor. */
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { readAttempt, readRecoveryCodes } from "../responses.ts"
import { asClient, send } from "../fixture.ts"
import { newUser, type RegisteredUser } from "./users.ts"
import { setUp } from "./project.ts"

/** The TOTP secret in base64. */
export const secret = "ZXhhbXBsZSB2YWx1ZQ=="

/** Returns the TOTP code for a time (RFC 6238, section 4). */
export const totpAt = (millis: number): string => {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(millis / 30_000)))
  const hash = createHmac("sha1", Buffer.from(secret, "base64")).update(step).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** Creates a user with a second factor. */
export const userWithSecondFactor = Effect.gen(function* () {
  const user = yield* newUser
  yield* setUp("PATCH", `/users/${user.id}`, { totp_secret_base64: secret })
  return user
})

/** Creates a user with a second factor and recovery codes. */
export const userWithRecoveryCodes = Effect.gen(function* () {
  const user = yield* userWithSecondFactor
  const { json } = yield* send("POST", "/api/v1/auth/mfa/recovery-codes", {
    headers: { ...asClient, "x-stack-access-token": user.accessToken },
    json: {}
  })
  const { codes } = yield* readRecoveryCodes(json)
  return { user, codes }
})

/** Signs in with the password. Returns the code of the attempt. */
export const mfaAttemptOf = Effect.fnUntraced(function* ({ email, password }: RegisteredUser) {
  const { details } = yield* send("POST", "/api/v1/auth/password/sign-in", {
    headers: asClient,
    json: { email, password }
  })
  return (yield* readAttempt(details)).attempt_code
})
