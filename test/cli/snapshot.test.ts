/** Runs the command `keystile snapshot` as a child process. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { dev, run } from "./keystile-process.ts"
import { serverWith } from "./server-with.ts"

const snapshot = (...args: ReadonlyArray<string>) => run(["snapshot", ...args])

type RunningDev = Effect.Success<ReturnType<typeof dev>>

const flagsOf = ({ project, url }: RunningDev) => [
  "--project-id",
  project.id,
  "--publishable-client-key",
  project.publishableClientKey,
  "--base-url",
  url
]

describe("keystile snapshot", { timeout: 60_000 }, () => {
  it.live("writes the public settings as JSON and as modules, and no secret", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const projects = [{ id: "11111111-1111-4111-8111-111111111111", displayName: "</script><script>" }]
      writeFileSync(path("seed.json"), JSON.stringify({ projects }))
      const service = yield* dev("--seed", path("seed.json"))
      const ended = yield* snapshot("--file", path("snapshot.json"), ...flagsOf(service))
      assert.deepStrictEqual([ended.code, ended.stderr], [0, ""])
      assert.match(ended.stdout, /^Wrote the settings of the project [^\n]+\n$/)
      const text = readFileSync(path("snapshot.json"), "utf8")
      const written = JSON.parse(text)
      assert.deepInclude(written, { version: 1, projectId: service.project.id, session: null, revalidate: true })
      assert.strictEqual(written.project.config.credential_enabled, true)
      assert.isFalse("user" in written)
      assert.notInclude(text, "ssk_")
      assert.strictEqual(written.project.display_name, "</script><script>")
      assert.notInclude(text, "<")

      yield* snapshot("--file", path("snapshot.ts"), ...flagsOf(service))
      const module = readFileSync(path("snapshot.ts"), "utf8")
      assert.include(module, "export const snapshot: Snapshot = ")
      assert.notInclude(module, "<")
      assert.deepStrictEqual(JSON.parse(module.replace(/^[^]*Snapshot = /, "")), written)

      yield* snapshot("--file", path("snapshot.mjs"), ...flagsOf(service))
      const imported = yield* Effect.promise(() => import(path("snapshot.mjs")))
      assert.deepStrictEqual(imported.snapshot, written)
    })
  )

  it.live("says what to do when the service refuses the project or the key", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const service = yield* dev()
      writeFileSync(path("snapshot.json"), "of the last build")
      const file = ["--file", path("snapshot.json"), "--base-url", service.url]
      const other = "99999999-9999-4999-8999-999999999999"
      const key = service.project.publishableClientKey
      const wrong = [
        [...file, "--project-id", other, "--publishable-client-key", key],
        [...file, "--project-id", service.project.id, "--publishable-client-key", "pck_other"]
      ]
      for (const args of wrong) {
        const { code, stderr, stdout } = yield* snapshot(...args)
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.match(stderr, /^keystile: [^\n]+ Check --project-id and --publishable-client-key\.\n$/)
      }
      assert.strictEqual(readFileSync(path("snapshot.json"), "utf8"), "of the last build")
    })
  )

  it.live("says what to do when no service, or another one, responds", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const closed = yield* Effect.scoped(Effect.map(serverWith(200, ""), ({ url }) => url))
      const page = yield* serverWith(200, "<!doctype html><title>Another server</title>")
      const json = yield* serverWith(200, `{"id":1,"config":null}`)
      const broken = yield* serverWith(500, "\u001b[31mout of order")
      const project = ["--project-id", "p", "--publishable-client-key", "pck_1", "--file", path("snapshot.json")]
      const expected = [
        [closed, "cannot be reached"],
        [page.url, "not that of a Keystile service"],
        [json.url, "not that of a Keystile service"],
        [broken.url, "not that of a Keystile service"]
      ] as const
      for (const [url, says] of expected) {
        const { code, stderr } = yield* snapshot(...project, "--base-url", url)
        assert.strictEqual(code, 1)
        assert.match(stderr, /^keystile: [\x20-\x7e]+\n$/)
        assert.include(stderr, says)
        assert.include(stderr, "--base-url")
      }
      assert.deepStrictEqual(readdirSync(path(".")), [])
    })
  )

  it.live("says which flag is missing, or cannot be used", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const file = ["--file", path("snapshot.json")]
      const cases = [
        [[], "--file"],
        [["--file", path("snapshot.txt")], "--file"],
        [file, "--project-id"],
        [[...file, "--project-id", "p"], "--publishable-client-key"],
        [[...file, "--project-id", "p", "--publishable-client-key", "ssk_1"], "--publishable-client-key"],
        [[...file, "--project-id", "p", "--publishable-client-key", "pck_1", "--base-url", "ftp://x"], "--base-url"]
      ] as const
      for (const [args, flag] of cases) {
        const { code, stderr } = yield* snapshot(...args)
        assert.strictEqual(code, 1)
        assert.match(stderr, /^keystile: [^\n]+\n$/)
        assert.include(stderr, flag)
      }
    })
  )

  it.live("leaves nothing behind when the file cannot be written", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const service = yield* dev()
      const { code, stderr } = yield* snapshot("--file", path("absent/snapshot.json"), ...flagsOf(service))
      assert.strictEqual(code, 1)
      assert.match(stderr, /^keystile: [^\n]+ cannot be written \(ENOENT\)\. [^\n]+\n$/)
      assert.deepStrictEqual(readdirSync(path(".")), [])
    })
  )

  it.live("describes its flags", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* snapshot("--help")
      assert.strictEqual(code, 0)
      for (const flag of ["--file", "--project-id", "--publishable-client-key", "--base-url"]) {
        assert.include(stdout, flag)
      }
    })
  )
})
