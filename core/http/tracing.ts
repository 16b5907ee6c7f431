/** Spans: off by default, since they weigh in a browser; a backend switches them on with one layer. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

type Trace = <A, E, R>(name: string, call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Wraps every call; the identity by default. */
export const CallTrace = Context.Reference<Trace>("keystile/CallTrace", { defaultValue: () => (_, call) => call })

/** Makes every call a span with the endpoint as its name. Nothing secret is in it. */
export const layerSpans: Layer.Layer<never> = Layer.succeed(CallTrace, (name, call) => Effect.withSpan(call, name))
