/** The proof that a project requires at sign-up, as its users see it. */
import * as Schema from "effect/Schema"
import { wire } from "./wire.ts"

/** The type is any text, because a newer service may have more checks than this client. */
export const SignUpProofInfo = wire({
  type: Schema.String,
  /** The public key of a Turnstile widget. */
  siteKey: Schema.optionalKey(Schema.String)
})
export type SignUpProofInfo = typeof SignUpProofInfo.Type
