/**
 * The whole contract as a list: for the service, the API document and the tests. It holds everything, so nothing that
 * an application ships may import it.
 */
import type { Endpoint } from "../http/endpoint.ts"
import * as resources from "./index.ts"

/** An endpoint as the list holds it: with an input of which nothing is known. */
export type ListedEndpoint = Endpoint<unknown, unknown, unknown>

const isEndpoint = (value: unknown): value is ListedEndpoint =>
  typeof value === "object" && value !== null && "path" in value && "method" in value

/** Every endpoint; a route which tiers see differently stands here once for each view. */
export const endpoints: ReadonlyArray<ListedEndpoint> = Object.values(resources).flatMap((resource) =>
  Object.values<unknown>(resource).filter(isEndpoint)
)
