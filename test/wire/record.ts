/** Runs before each test file: notes every kind of answer of the services in it, and writes them down at its end. */
import { randomUUID } from "node:crypto"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect } from "vitest"

const folder = process.env["KEYSTILE_ANSWERS"]

if (folder !== undefined) {
  const kinds = new Set<string>()
  const note = (message: unknown) => {
    if (typeof message !== "object" || message === null) return
    // A fault was asked for: it says nothing about the endpoint.
    if ("fault" in message && message.fault !== null) return
    kinds.add(JSON.stringify(message, ["method", "route", "tier", "status", "code"]))
  }
  subscribe("keystile:answered", note)
  afterAll(() => {
    unsubscribe("keystile:answered", note)
    // What a fuzzer comes upon, it comes upon by chance.
    const isByChance = /[\\/]fuzz\b/.test(expect.getState().testPath ?? "")
    if (kinds.size > 0 && !isByChance) writeFileSync(join(folder, `${randomUUID()}.jsonl`), `${[...kinds].join("\n")}\n`)
  })
}
