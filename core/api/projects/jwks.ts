/** The endpoint of a project's public keys. */
import * as Schema from "effect/Schema"
import * as Endpoint from "../../http/endpoint.ts"
import { BooleanText } from "../../schema/fields/boolean-text.ts"
import { wire } from "../../schema/wire.ts"

/** A public key that verifies access tokens (RFC 7517). */
export const PublicJwk = wire({
  kty: Schema.Literal("EC"),
  crv: Schema.Literal("P-256"),
  alg: Schema.Literal("ES256"),
  kid: Schema.String,
  x: Schema.String,
  y: Schema.String
})

/**
 * Returns the public keys that verify a project's access tokens (RFC 7517). Tokens of restricted and of anonymous users
 * have keys of their own, which are returned on demand. `includeAnonymous` includes restricted users.
 */
export const jwks = Endpoint.get("/projects/:project_id/.well-known/jwks.json", {
  tiers: [],
  params: { project_id: Schema.String },
  query: wire({
    includeRestricted: Schema.optionalKey(BooleanText),
    includeAnonymous: Schema.optionalKey(BooleanText)
  }),
  success: wire({ keys: Schema.Array(PublicJwk) })
})
