/** The endpoint of the proof that a project requires at sign-up. An extension: the original service has none. */
import * as Schema from "effect/Schema"
import * as Endpoint from "../http/endpoint.ts"
import { Json } from "../schema/fields/json.ts"
import { Millis } from "../schema/fields/millis.ts"
import { wire } from "../schema/wire.ts"

/** The check of a project that requires no proof. */
export const NO_PROOF = "none"

/**
 * Returns the check of the project, `none` without one, and a new challenge if the check has one. The challenge of
 * `proof-of-work` is that of ALTCHA. Nothing is stored.
 */
export const getChallenge = Endpoint.get("/auth/sign-up-proof/challenge", {
  tiers: ["client", "server", "admin"],
  success: wire(
    {
      type: Schema.String,
      siteKey: Schema.optionalKey(Schema.String),
      challenge: Schema.optionalKey(Json),
      expiresAt: Schema.optionalKey(Millis)
    },
    { expiresAt: "expires_at_millis" }
  )
})
