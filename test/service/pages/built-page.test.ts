/** The folder of the pages in a checkout, where a process of its own builds them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { afterEach, vi } from "vitest"

type Callback = (error: Error | null | undefined, stdout: string) => void

/** Loads the module with a builder that ends like this. */
const folderAfter = (...end: Parameters<Callback>) => {
  vi.resetModules()
  vi.doMock("node:child_process", () => ({
    execFile: (_program: string, _args: ReadonlyArray<string>, callback: Callback) => {
      callback(...end)
      return { kill: () => true }
    }
  }))
  return Effect.flatMap(
    Effect.promise(() => import("../../../service/pages/built-page.ts")),
    ({ pagesFolder }) => pagesFolder
  )
}

afterEach(() => {
  vi.doUnmock("node:child_process")
})

describe("the folder of the pages", () => {
  it.effect.each([
    { runtime: "Node", none: null },
    { runtime: "Bun", none: undefined }
  ])("is the output of the builder when $runtime reports no error", ({ none }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* folderAfter(none, "/folder\n"), "/folder")
    })
  )

  it.effect("is missing when the builder fails, which is logged", () => {
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))])
    return Effect.gen(function* () {
      assert.isNull(yield* folderAfter(new Error("no such file"), "/folder\n"))
      assert.lengthOf(lines, 1)
      assert.match(lines.join(), /The pages could not be built.*no such file/)
    }).pipe(Effect.provide(logger))
  })
})
