/** Information about the service. Needs no project. */
import * as Schema from "effect/Schema"
import * as Endpoint from "../http/endpoint.ts"
import { wire } from "../schema/wire.ts"

/** A greeting that names the tier, project and user of the request. */
export const greeting = Endpoint.get("/", { tiers: [], query: wire({}), answer: "text", success: Schema.String })

/** Returns a text that says that a feature is not supported. Takes any body. */
export const checkFeatureSupport = Endpoint.post("/check-feature-support", {
  tiers: [],
  body: Schema.Json,
  answer: "text",
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
