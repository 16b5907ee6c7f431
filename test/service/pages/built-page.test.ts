/** The folder of the pages in a checkout, where a process of its own builds them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

/** Makes a folder with files, until the scope closes. */
const folderWith = (...names: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "keystile-pages-"))
      for (const name of names) writeFileSync(join(folder, name), `content of ${folder}`)
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

describe("the files of a page", () => {
  it.effect("are served after another page was built from changed sources", () =>
    Effect.gen(function* () {
      const earlier = yield* folderWith("owners.html", "first-a1.js", "palette-a1.js", "icon-c3.svg")
      const later = yield* folderWith("owners.html", "first-b2.js", "palette-b2.js", "icon-c3.svg")
      let built = earlier
      vi.resetModules()
      vi.doMock("node:child_process", () => ({
        execFile: (_program: string, _args: ReadonlyArray<string>, callback: Callback) => {
          callback(null, `${built}\n`)
          return { kill: () => true }
        }
      }))
      const { assetResponse, readPage } = yield* Effect.promise(() => import("../../../service/pages/built-page.ts"))
      const bodyOf = (name: string) => Effect.map(assetResponse(name), (response) => response?.body)
      assert.strictEqual(yield* readPage("owners", "/owner/assets/"), `content of ${earlier}`)
      built = later
      assert.strictEqual(yield* readPage("owners", "/owner/assets/"), `content of ${later}`)
      assert.strictEqual(yield* bodyOf("palette-a1.js"), `content of ${earlier}`)
      assert.strictEqual(yield* bodyOf("palette-b2.js"), `content of ${later}`)
      assert.strictEqual(yield* bodyOf("icon-c3.svg"), `content of ${later}`)
      assert.isUndefined(yield* bodyOf("palette-d4.js"))
    }).pipe(Effect.scoped)
  )
})
