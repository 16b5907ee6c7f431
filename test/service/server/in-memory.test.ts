/** Tests the transport that calls a service in the same program. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { Transport } from "../../../core/http/transport.ts"
import { Faults, layerTransport } from "../../../service/index.ts"
import { service } from "../fixture.ts"

const health = {
  method: "GET",
  url: "http://keystile.test/health",
  headers: {},
  body: undefined,
  maxResponseBytes: 1000
} as const

describe("a transport in memory", () => {
  it.effect("interrupts calls in flight when the service stops, and refuses later ones", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(Layer.provideMerge(layerTransport, service()), scope)
      const { send } = Context.get(context, Transport)
      assert.strictEqual((yield* send(health)).status, 200)
      yield* Context.get(context, Faults).add({ kind: "delay", millis: 60_000 })
      const call = yield* Effect.forkChild(send(health), { startImmediately: true })
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(call)))
      const error = yield* Effect.flip(send(health))
      assert.deepInclude(error, { _tag: "TransportFailure", description: "ECONNREFUSED" })
    })
  )
})
