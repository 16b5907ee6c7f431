/** Files that only their owner can read. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { temporaryFolder } from "../service/temporary-folder.ts"

const source = new URL("../../cli/output/private-file.ts", import.meta.url)

/** Replaces a file by 3,000 bytes, and prints the error. A write beyond the limit of the process fails with `EFBIG`. */
const program = `
  import { Effect } from "effect"
  import { writePrivateFile } from ${JSON.stringify(source.href)}
  process.on("SIGXFSZ", () => {})
  const options = { isReplacing: true, remedy: "" }
  const written = writePrivateFile(process.argv[1], options, (append) => append("x".repeat(3000)))
  console.log(await Effect.runPromise(Effect.match(written, { onFailure: (e) => e.message, onSuccess: () => "written" })))
`

/** Runs the program in a process whose files may have this number of blocks of 512 or 1024 bytes. */
const runWithin = (blocks: number, path: string) =>
  spawnSync(
    "sh",
    [
      "-c",
      'ulimit -f "$1"; shift; exec "$@"',
      "sh",
      String(blocks),
      process.execPath,
      "--input-type=module",
      "-e",
      program,
      path
    ],
    {
      cwd: new URL("../..", import.meta.url),
      encoding: "utf8"
    }
  )

/** Writes a file in a process whose file system has no hard links, and prints the error. */
const programWithoutLinks = `
  import fs from "node:fs"
  import { syncBuiltinESMExports } from "node:module"
  import { Effect } from "effect"
  const [code, first, second] = process.argv.slice(1)
  fs.linkSync = () => {
    throw Object.assign(new Error(code), { code })
  }
  syncBuiltinESMExports()
  const { writePrivateFile } = await import(${JSON.stringify(source.href)})
  // Another process creates the second file while it is written.
  for (const path of [first, second]) {
    const written = writePrivateFile(path, { remedy: "Choose another." }, (append) =>
      Effect.andThen(append("new"), Effect.sync(() => path === second && fs.writeFileSync(path, "good")))
    )
    const result = Effect.match(written, { onFailure: (e) => e.message, onSuccess: () => "written" })
    console.log(await Effect.runPromise(result))
  }
`

describe.skipIf(process.platform === "win32")("a private file", () => {
  it.live("stays as it was if the new one can only be written in part", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      const file = path("seed.json")
      writeFileSync(file, "good")
      const part = runWithin(2, file)
      assert.match(part.stdout, /seed\.json cannot be written: EFBIG/, part.stderr)
      assert.strictEqual(readFileSync(file, "utf8"), "good")
      assert.deepStrictEqual(readdirSync(folder), ["seed.json"])
      const whole = runWithin(100, file)
      assert.strictEqual(whole.stdout, "written\n", whole.stderr)
      assert.lengthOf(readFileSync(file, "utf8"), 3000)
    }).pipe(Effect.scoped)
  )

  it.live.each(["EISDIR", "EPERM"])("is written, and overwrites none, where `link` fails with %s", (code) =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryFolder
      const [first, second] = [path("first.csv"), path("second.csv")]
      const { stderr, stdout } = spawnSync(
        process.execPath,
        ["--input-type=module", "-e", programWithoutLinks, code, first, second],
        { cwd: new URL("../..", import.meta.url), encoding: "utf8" }
      )
      assert.strictEqual(stdout, `written\n${second} exists and is not overwritten. Choose another.\n`, stderr)
      assert.deepStrictEqual([readFileSync(first, "utf8"), readFileSync(second, "utf8")], ["new", "good"])
      assert.strictEqual(statSync(first).mode & 0o777, 0o600)
      assert.deepStrictEqual(readdirSync(folder).toSorted(), ["first.csv", "second.csv"])
    }).pipe(Effect.scoped)
  )
})
