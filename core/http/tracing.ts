/**
 * Where observation of calls comes in: a reference that does nothing by default, since spans and metrics weigh in a
 * browser. `core/observability/` holds the layers that backends switch on.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { EndpointFacts } from "./endpoint.ts"

/** What is told about a call: its endpoint, as it is declared. Never its input. */
export type TracedEndpoint = Pick<EndpointFacts, "name" | "method" | "path" | "prefix">

/** Wraps the effect of a call. */
export type Trace = <A, E, R>(endpoint: TracedEndpoint, call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Wraps every call; the identity by default. */
export const CallTrace = Context.Reference<Trace>("keystile/CallTrace", { defaultValue: () => (_, call) => call })
