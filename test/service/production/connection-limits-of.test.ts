/** The limits of connections of `keystile serve`, with and without a proxy in front. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readLimits } from "../../../service/server/connection-limits.ts"
import { connectionLimitsOf } from "../../../service/production/connection-limits-of.ts"

const PROXY = "172.18.0.3"

describe("the connections of one address", () => {
  it.effect("are limited by the total alone behind a trusted proxy", () =>
    Effect.gen(function* () {
      const { connections } = yield* readLimits(connectionLimitsOf({ maxConnections: 5000, trustedProxies: 1 }))
      assert.strictEqual(connections.total, 5000)
      assert.isNull(connections.perAddress(PROXY))
    })
  )

  it.effect("are limited to 256 without a trusted proxy", () =>
    Effect.gen(function* () {
      const { connections } = yield* readLimits(connectionLimitsOf({ maxConnections: null, trustedProxies: 0 }))
      assert.strictEqual(connections.perAddress(PROXY), 256)
    })
  )
})

describe("an idle connection", () => {
  it.effect("is kept for longer than Google's load balancers keep it behind a trusted proxy", () =>
    Effect.gen(function* () {
      const { keepAliveTimeout } = yield* readLimits(connectionLimitsOf({ maxConnections: null, trustedProxies: 1 }))
      assert.isAbove(keepAliveTimeout, 600_000)
    })
  )

  it.effect("is closed after five seconds without a trusted proxy", () =>
    Effect.gen(function* () {
      const { keepAliveTimeout } = yield* readLimits(connectionLimitsOf({ maxConnections: null, trustedProxies: 0 }))
      assert.strictEqual(keepAliveTimeout, 5000)
    })
  )
})
