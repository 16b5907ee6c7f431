/** Endpoints with information about the service. They need no project. */
import * as Schema from "effect/Schema"
import * as Endpoint from "../http/endpoint.ts"
import { wire } from "../schema/wire.ts"

/** Returns a greeting with the tier, the project and the user of the request. */
export const greeting = Endpoint.get("/", { tiers: [], query: wire({}), responseFormat: "text", success: Schema.String })

/** Returns the message that a feature is not supported. Accepts any body. */
export const checkFeatureSupport = Endpoint.post("/check-feature-support", {
  tiers: [],
  body: Schema.Json,
  responseFormat: "text",
  success: Schema.String
})

/** Checks if a client version is still supported. */
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
