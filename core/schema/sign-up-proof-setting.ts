/** The check of sign-ups that an owner sets. */
import * as Schema from "effect/Schema"
import { matching } from "./fields/matching.ts"
import { MAX_PROOF_DIFFICULTY, MIN_PROOF_DIFFICULTY } from "./fields/proof-difficulty.ts"
import { redacted } from "./fields/secret.ts"
import { integerBetween } from "./fields/whole.ts"
import { wire } from "./wire.ts"

/** A key of a Turnstile widget. */
export const TurnstileKey = Schema.String.check(
  matching(/^[\x21-\x7e]{1,200}$/u, { expected: "1 to 200 printable characters" })
)

/** The secret key of a widget; empty where it is not read or not changed. */
const TurnstileSecret = Schema.String.check(
  matching(/^[\x21-\x7e]{0,200}$/u, { expected: "at most 200 printable characters" })
)

export const SignUpProofSetting = Schema.Union([
  /** A proof of work, which the service checks by itself. */
  wire({
    type: Schema.Literal("proof-of-work"),
    /** The most hashes that a browser computes for one proof; half as many on average. */
    difficulty: Schema.optionalKey(integerBetween(MIN_PROOF_DIFFICULTY, MAX_PROOF_DIFFICULTY))
  }),
  /** Cloudflare Turnstile. The service verifies each token at Cloudflare. */
  wire({
    type: Schema.Literal("turnstile"),
    siteKey: TurnstileKey,
    /** Empty in responses to the session of an owner. In an update, an empty one keeps the stored one. */
    secretKey: redacted(TurnstileSecret)
  }),
  /** The check of the program that embeds the service. */
  wire({ type: Schema.Literal("custom") })
])

export type SignUpProofSetting = typeof SignUpProofSetting.Type
