/** The public keys of a project. */
import * as Schema from "effect/Schema"
import * as Endpoint from "../../http/endpoint.ts"
import { wire } from "../../schema/wire.ts"

/** The public keys with which a project's access tokens are checked (RFC 7517). */
export const jwks = Endpoint.get("/projects/:project_id/.well-known/jwks.json", {
  tiers: [],
  params: { project_id: Schema.String },
  success: wire({
    keys: Schema.Array(
      wire({
        kty: Schema.Literal("EC"),
        crv: Schema.Literal("P-256"),
        alg: Schema.Literal("ES256"),
        kid: Schema.String,
        x: Schema.String,
        y: Schema.String
      })
    )
  })
})
