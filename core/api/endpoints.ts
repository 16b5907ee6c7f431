/**
 * Lists all endpoints of the contract, for the service, the API document and the tests. Modules of the client must not
 * import it, because their bundles would contain all schemas.
 */
import type { Endpoint } from "../http/endpoint.ts"
import * as resources from "./index.ts"

/** An endpoint with unknown input and results. */
export type ListedEndpoint = Endpoint<unknown, unknown, unknown>

const isEndpoint = (value: unknown): value is ListedEndpoint =>
  typeof value === "object" && value !== null && "path" in value && "method" in value

/** All endpoints. A route with different schemas for the tiers is listed once for each schema. */
export const endpoints: ReadonlyArray<ListedEndpoint> = Object.values(resources).flatMap((resource) =>
  Object.values<unknown>(resource).filter(isEndpoint)
)
