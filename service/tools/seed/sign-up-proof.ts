/** The check of sign-ups of a project in a seed. */
import { Schema } from "effect"
import { MAX_PROOF_DIFFICULTY, MIN_PROOF_DIFFICULTY } from "../../../core/schema/fields/proof-difficulty.ts"
import { hidden } from "../../../core/schema/fields/secret.ts"
import { whole } from "../../../core/schema/fields/whole.ts"

const Key = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,200}$/u, { expected: "1 to 200 printable characters" })
)

export const SeedSignUpProof = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("proof-of-work"),
    /** The most hashes that a browser computes for one proof. */
    difficulty: Schema.optionalKey(whole(MIN_PROOF_DIFFICULTY, MAX_PROOF_DIFFICULTY))
  }),
  Schema.Struct({ type: Schema.Literal("turnstile"), siteKey: Key, secretKey: hidden(Key) }),
  Schema.Struct({ type: Schema.Literal("custom") }),
  /** No proof. Removes the setting of an earlier seed. */
  Schema.Struct({ type: Schema.Literal("none") })
])
