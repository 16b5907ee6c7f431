/** The end of a service that is being stopped: it is not ready any more, and still answers. */
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
