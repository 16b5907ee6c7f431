/**
 * The hook for spans and metrics. Does nothing by default, so that browsers do not load them: see
 * `core/observability/`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { EndpointFacts } from "./endpoint.ts"

/** The facts of an endpoint that tracing can read. Never the input of a call. */
export type TracedEndpoint = Pick<EndpointFacts, "name" | "method" | "path" | "prefix">

/** Wraps the effect of a call. */
export type Trace = <A, E, R>(endpoint: TracedEndpoint, call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Wraps every call; the identity by default. */
export const CallTrace = Context.Reference<Trace>("keystile/CallTrace", { defaultValue: () => (_, call) => call })

let observer: Trace | null = null

/**
 * Wraps every call of the page as well, whichever tier or runtime makes it, for developer tools. A later observer
 * replaces an earlier one. Returns a function that removes it.
 */
export const observeCalls = (trace: Trace): (() => void) => {
  observer = trace
  return () => {
    if (observer === trace) observer = null
  }
}

/** Wraps a call in the trace, and in the observer if there is one. */
export const traceCall = <A, E, R>(
  trace: Trace,
  endpoint: TracedEndpoint,
  call: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const own = trace(endpoint, call)
  return observer === null ? own : observer(endpoint, own)
}
