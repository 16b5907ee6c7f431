/** The file of the session of `examples/command-line`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { sessionFile } from "../../examples/command-line/src/session-file.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"

const KEY = "keystile-session"

describe("the file of a session", () => {
  it.effect("has the text that was stored last", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const { getItem, removeItem, setItem } = sessionFile(path("session"))
      assert.isNull(yield* Effect.promise(async () => getItem(KEY)))
      for (const text of ["first", "second"]) {
        yield* Effect.promise(async () => setItem(KEY, text))
        assert.strictEqual(yield* Effect.promise(async () => getItem(KEY)), text)
      }
      yield* Effect.promise(async () => removeItem(KEY))
      assert.isNull(yield* Effect.promise(async () => getItem(KEY)))
    }).pipe(Effect.scoped)
  )

  it.effect("is replaced by another file, which only its owner can read", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      const { setItem } = sessionFile(path("session"))
      writeFileSync(path("session"), "first")
      chmodSync(path("session"), 0o644)
      // Another name of the earlier file, which shows whether it was written to.
      linkSync(path("session"), path("earlier"))
      yield* Effect.promise(async () => setItem(KEY, "second"))
      assert.strictEqual(readFileSync(path("session"), "utf8"), "second")
      assert.strictEqual(statSync(path("session")).mode & 0o777, 0o600)
      assert.strictEqual(readFileSync(path("earlier"), "utf8"), "first")
      assert.sameMembers(readdirSync(folder), ["earlier", "session"])
    }).pipe(Effect.scoped)
  )

  it.effect("is no signed-out user if it cannot be read, and leaves no other file if it cannot be written", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      mkdirSync(path("session"))
      const { getItem, setItem } = sessionFile(path("session"))
      const failure = (run: () => unknown) =>
        Effect.flip(Effect.tryPromise({ try: async () => run(), catch: (error) => error as NodeJS.ErrnoException }))
      assert.strictEqual((yield* failure(() => getItem(KEY))).code, "EISDIR")
      yield* failure(() => setItem(KEY, "text"))
      assert.deepStrictEqual(readdirSync(folder), ["session"])
    }).pipe(Effect.scoped)
  )
})
