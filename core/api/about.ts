/** About the service itself. Anybody may ask. */
import * as Schema from "effect/Schema"
import * as Endpoint from "../http/endpoint.ts"
import { wire } from "../schema/wire.ts"

/** A greeting that names the tier, project and user of the request. */
export const greeting = Endpoint.get("/", { tiers: [], query: wire({}), answer: "text", success: Schema.String })

/** Says in words that a feature is not supported. The body is anything. */
export const checkFeatureSupport = Endpoint.post("/check-feature-support", {
  tiers: [],
  body: Schema.Json,
  answer: "text",
  success: Schema.String
})

/** Is a client of this version still good? */
export const checkVersion = Endpoint.post("/check-version", {
  tiers: [],
  body: wire({ clientVersion: Schema.String }, { clientVersion: "clientVersion" }),
  success: wire(
    {
      upToDate: Schema.Boolean,
      error: Schema.optionalKey(Schema.String),
      severe: Schema.optionalKey(Schema.Boolean)
    },
    { upToDate: "upToDate" }
  )
})
