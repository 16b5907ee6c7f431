import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { logDefect } from "../../../service/process/log-defect.ts"

const logLines = Effect.fnUntraced(function* (defect: unknown) {
  const lines: Array<string> = []
  const layer = Logger.layer([Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))])
  yield* Effect.provide(logDefect("GET /health failed", defect), layer)
  return lines.join("\n")
})

describe("the log line of a defect", () => {
  it.effect("contains the message of an error", () =>
    Effect.gen(function* () {
      assert.include(yield* logLines(new Error("no such table")), "no such table")
      assert.include(yield* logLines("no such table"), "no such table")
    })
  )

  it.effect("never contains undefined", () =>
    Effect.gen(function* () {
      for (const defect of [undefined, null, {}]) {
        const line = yield* logLines(defect)
        assert.include(line, "GET /health failed")
        assert.include(line, "not an Error")
        assert.notInclude(line, "undefined")
      }
    })
  )
})
