/** Computes time-based one-time passwords (RFC 6238) with SHA-1, six digits and a step of 30 seconds. */
import { Redacted } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"

/** The time step, in milliseconds (RFC 6238, section 4). */
const STEP_MILLIS = 30_000

/**
 * How long a code is accepted after its time step, in milliseconds: for a code that is typed in the last seconds, and
 * for a slow network. RFC 6238, section 5.2, recommends at most one step.
 */
const MAX_DELAY = 10_000

const DIGITS = 6

/** Returns the time step of a time in epoch milliseconds. */
export const stepAt = (millis: number): number => Math.floor(millis / STEP_MILLIS)

/** Returns the code of a time step (RFC 4226, section 5.3). The secret is base64. */
export const totpCode = (secret: Redacted.Redacted<string>, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigInt64BE(BigInt(step))
  const digest = createHmac("sha1", Buffer.from(Redacted.value(secret), "base64"))
    .update(counter)
    .digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const truncated = digest.readUInt32BE(offset) & 0x7fffffff
  return String(truncated % 10 ** DIGITS).padStart(DIGITS, "0")
}

/** Compares a code with that of the time step, in constant time. */
const isCodeOf = (given: Redacted.Redacted<string>, secret: Redacted.Redacted<string>, step: number): boolean => {
  const expected = Buffer.from(totpCode(secret, step))
  const actual = Buffer.from(Redacted.value(given))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Returns the time step of a code that is accepted at a time in epoch milliseconds; `null` for any other code. */
export const acceptedStep = (
  given: Redacted.Redacted<string>,
  secret: Redacted.Redacted<string>,
  now: number
): number | null => [stepAt(now), stepAt(now - MAX_DELAY)].find((step) => isCodeOf(given, secret, step)) ?? null
