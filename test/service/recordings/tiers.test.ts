/**
 * Requests that were recorded for one tier also succeed in the tiers above it, with exactly the response that the
 * contract declares for that tier.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { formsOf } from "../../core/api/endpoint-of.ts"
import { isAvailable, missing } from "./exchanges.ts"
import { service } from "../setup/project.ts"
import { exchangeOf, replayAs } from "./scenario.ts"
import { resources } from "./scenarios/index.ts"

/** In ascending order of rights. */
const tiers = ["client", "server", "admin"]

/** The recorded requests that other tiers may send. */
const cases = isAvailable
  ? Object.values(resources)
      .flat()
      .flatMap((scenario) => {
        const { request, response } = exchangeOf(scenario)
        const recorded = request.headers["x-stack-access-type"]
        if (recorded === undefined || response.status >= 300) return []
        return formsOf(request).flatMap((endpoint) =>
          endpoint.tiers
            .filter((tier) => tiers.indexOf(tier) > tiers.indexOf(recorded))
            .map((tier) => ({ scenario, endpoint, tier }))
        )
      })
  : []

const strict = { onExcessProperty: "error", errors: "all" } as const

describe.skipIf(!isAvailable)(`The tiers above${isAvailable ? "" : ` (skipped: ${missing})`}`, () => {
  for (const { endpoint, scenario, tier } of cases) {
    const run = scenario.live === true ? it.live : it.effect
    run(`succeed where one did: line ${scenario.line}, ${endpoint.name} as ${tier}`, () =>
      Effect.gen(function* () {
        const response = yield* replayAs(scenario, tier)
        assert.strictEqual(response.status, endpoint.status, response.text)
        const body = endpoint.responseFormat === "text" ? response.text : response.json
        yield* Schema.decodeUnknownEffect(endpoint.success, strict)(body)
      }).pipe(Effect.scoped, Effect.provide(service))
    )
  }
})
