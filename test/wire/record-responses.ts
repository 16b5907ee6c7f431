/**
 * Vitest setup file: records every kind of response of the services, for the check of `test/wire/coverage.ts`.
 *
 * Wraps the request log of the service. Records nothing without `KEYSTILE_RESPONSES`, the folder to write to.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { expect, vi } from "vitest"
import type { LogEntry } from "../../service/http/log-entry.ts"
import type { RequestDetail } from "../../service/http/request-detail.ts"

const folder = process.env["KEYSTILE_RESPONSES"]

if (folder !== undefined) {
  const file = join(folder, `${randomUUID()}.jsonl`)
  const recorded = new Set<string>()
  const record = (entry: LogEntry) =>
    Effect.sync(() => {
      // The response to an injected fault is not the endpoint's own, and those to the fuzzer are random.
      if (entry.fault !== null || /[\\/]fuzz\b/.test(expect.getState().testPath ?? "")) return
      const kind = JSON.stringify(entry, ["method", "route", "tier", "status", "code"])
      if (recorded.has(kind)) return
      recorded.add(kind)
      appendFileSync(file, `${kind}\n`)
    })

  vi.doMock("../../service/development/request-log.ts", async (load) => {
    const original = await load<typeof import("../../service/development/request-log.ts")>()
    const layer = Layer.effect(
      original.RequestLog,
      Effect.map(original.RequestLog, (log) => ({
        ...log,
        add: (entry: LogEntry, detail: RequestDetail) => Effect.andThen(record(entry), log.add(entry, detail))
      }))
    ).pipe(Layer.provide(original.layer))
    return { ...original, layer }
  })
}
