/**
 * Vitest setup file: records every kind of response of the services, for the check of `test/wire/coverage.ts`.
 *
 * Wraps the request log of the service. Records nothing without `KEYSTILE_ANSWERS`, the folder to write to.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, vi } from "vitest"
import type { LogEntry } from "../../service/http/request-log.ts"

const folder = process.env["KEYSTILE_ANSWERS"]

if (folder !== undefined) {
  const kinds = new Set<string>()
  const record = (entry: LogEntry) =>
    Effect.sync(() => {
      // The response to an injected fault is not the endpoint's own.
      if (entry.fault === null) kinds.add(JSON.stringify(entry, ["method", "route", "tier", "status", "code"]))
    })

  vi.doMock("../../service/http/request-log.ts", async (load) => {
    const original = await load<typeof import("../../service/http/request-log.ts")>()
    const recorded = Effect.map(original.RequestLog, (log) => ({
      ...log,
      add: (entry: LogEntry) => Effect.andThen(record(entry), log.add(entry))
    }))
    const layer = Layer.effect(original.RequestLog, recorded).pipe(Layer.provide(original.layer))
    return { ...original, layer }
  })

  afterAll(() => {
    // The responses of the fuzz test depend on the seed.
    const isByChance = /[\\/]fuzz\b/.test(expect.getState().testPath ?? "")
    if (kinds.size === 0 || isByChance) return
    writeFileSync(join(folder, `${randomUUID()}.jsonl`), `${[...kinds].join("\n")}\n`)
  })
}
