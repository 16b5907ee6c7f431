/** Processes of `keystile serve` on one database behind a reverse proxy. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layerTest } from "../../service/development.ts"
import type { ServiceOptions } from "../../service/service-options.ts"
import { seedWith } from "../service/fixture.ts"
import { balancer } from "./balancer.ts"
import { serve } from "./serve-process.ts"

/** Longer than a busy machine takes for a probe of the proxy. */
const DRAIN_SECONDS = "3"

/** Writes the projects and users of the fixture into a database. */
export const seedDatabase = (options: ServiceOptions) =>
  Effect.scoped(Layer.build(layerTest({ seed: seedWith(), ...options })))

/** Starts two processes with the secrets behind a proxy. */
export const startCluster = Effect.fnUntraced(function* (
  database: string,
  secrets: string,
  settings: Readonly<Record<string, string>> = {}
) {
  const proxy = yield* balancer
  const url = `http://127.0.0.1:${proxy.port}`
  const environmentOf = (secrets: string) => ({
    KEYSTILE_PUBLIC_URL: url,
    KEYSTILE_DB: database,
    KEYSTILE_SECRETS: secrets,
    KEYSTILE_MAIL: "log",
    KEYSTILE_TRUSTED_PROXIES: "1",
    KEYSTILE_DRAIN_DELAY: DRAIN_SECONDS,
    ...settings
  })
  const add = (secrets: string) =>
    Effect.tap(serve(environmentOf(secrets), "--request-log", "false"), ({ port }) => proxy.add(port))
  let running = [yield* add(secrets), yield* add(secrets)]
  return {
    url,
    /** The environment of commands that use the same database. */
    environmentOf,
    /** Replaces one process after the other: the new one is ready before the old one is stopped. */
    replaceAll: Effect.fnUntraced(function* (secrets: string) {
      for (const old of running) {
        const next = yield* add(secrets)
        old.process.kill("SIGTERM")
        yield* proxy.isLeft(old.port)
        const { code, stderr } = yield* old.ended
        assert.strictEqual(code, 0, stderr)
        running = [...running.filter((other) => other !== old), next]
      }
    })
  }
})
