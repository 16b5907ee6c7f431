/**
 * A rolling restart of two processes behind a proxy under load. `KEYSTILE_RESTARTS` sets how often both are replaced,
 * and `KEYSTILE_REQUESTS` the minimum number of requests; the defaults are 1 and 500.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { startLoad } from "./load.ts"
import { seedDatabase, startCluster } from "./serve-cluster.ts"

const restarts = Number(process.env["KEYSTILE_RESTARTS"] ?? 1)
const minimum = Number(process.env["KEYSTILE_REQUESTS"] ?? 500)
const timeout = 120_000 + restarts * 60_000 + minimum * 50

const secrets = "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7"

describe("a rolling restart", () => {
  it.live(
    "of two processes behind a proxy fails no request, and ends no session",
    () =>
      Effect.gen(function* () {
        const database = (yield* temporaryFolder).path("keystile.db")
        yield* seedDatabase({ database })
        const cluster = yield* startCluster(database, secrets)
        const load = yield* startLoad(cluster.url, minimum)
        for (let restart = 0; restart < restarts; restart++) yield* cluster.replaceAll(secrets)
        const { failures, sent } = yield* load.stop
        assert.deepStrictEqual(failures, [])
        assert.isAtLeast(sent, minimum)
        yield* Effect.logInfo(`${restarts * 2} restarts, ${sent} requests, none failed`)
      }).pipe(Effect.scoped),
    timeout
  )
})
