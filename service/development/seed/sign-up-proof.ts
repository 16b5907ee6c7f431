/** The check of sign-ups of a project in a seed. */
import { Schema } from "effect"
import { MAX_PROOF_DIFFICULTY, MIN_PROOF_DIFFICULTY } from "../../../core/schema/fields/proof-difficulty.ts"
import { redacted } from "../../../core/schema/fields/secret.ts"
import { integerBetween } from "../../../core/schema/fields/whole.ts"
import { TurnstileKey } from "../../../core/schema/sign-up-proof-setting.ts"

export const SeedSignUpProof = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("proof-of-work"),
    /** The most hashes that a browser computes for one proof. */
    difficulty: Schema.optionalKey(integerBetween(MIN_PROOF_DIFFICULTY, MAX_PROOF_DIFFICULTY))
  }),
  Schema.Struct({ type: Schema.Literal("turnstile"), siteKey: TurnstileKey, secretKey: redacted(TurnstileKey) }),
  Schema.Struct({ type: Schema.Literal("custom") }),
  /** No proof. Removes the setting of an earlier seed. */
  Schema.Struct({ type: Schema.Literal("none") })
])
