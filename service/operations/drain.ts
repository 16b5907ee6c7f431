/** The drain of a service before it stops: it reports that it is not ready, and still handles requests. */
import { Context, Effect, Layer } from "effect"

export class Drain extends Context.Service<
  Drain,
  {
    readonly begin: Effect.Effect<void>
    readonly hasBegun: () => boolean
  }
>()("keystile/service/Drain") {}

export const layer: Layer.Layer<Drain> = Layer.sync(Drain, () => {
  let hasBegun = false
  return {
    begin: Effect.sync(() => {
      hasBegun = true
    }),
    hasBegun: () => hasBegun
  }
})
