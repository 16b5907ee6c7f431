/** The health check of the service. */
import * as Schema from "effect/Schema"
import * as Endpoint from "../http/endpoint.ts"
import { wire } from "../schema/wire.ts"

/** Responds while the service is running. */
export const health = Endpoint.get("/health", {
  tiers: [],
  prefix: "",
  /** `db`: any value also reads the database. */
  query: wire({ db: Schema.optionalKey(Schema.String) }),
  success: wire({ status: Schema.Literal("ok") })
})
