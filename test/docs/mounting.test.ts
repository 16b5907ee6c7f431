/** Follows docs/mounting.md in an empty folder, with each of its servers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { startProcess } from "../cli/child-process.ts"
import { freePort } from "../free-port.mjs"
import { emptyFolder, filesOf, loadSources, readPage } from "./page-programs.ts"
import { commandsIn, openTerminal } from "./terminal.ts"

const page = readPage("mounting.md")
const files = filesOf(page)
const servers = [...files.keys()].filter((name) => name !== "auth.ts" && name !== "metrics.ts")

const get = (url: string) =>
  Effect.tryPromise(async () => {
    const response = await fetch(url)
    return [response.status, await response.text()]
  })

describe("docs/mounting.md in an empty folder", () => {
  it("has a program for each of its servers", () => {
    assert.deepStrictEqual(servers, ["hono.ts", "express.ts", "fastify.ts", "effect.ts"])
  })

  it.live.each(servers)("leads to an application with the service, by %s", (server) =>
    Effect.gen(function* () {
      const folder = yield* emptyFolder
      const port = yield* Effect.promise(() => freePort())
      const metricsPort = yield* Effect.promise(() => freePort())
      // The ports of the page, which other programs may use.
      const own = (text: string) => text.replaceAll("3000", String(port)).replaceAll("9464", String(metricsPort))
      const terminal = yield* openTerminal(folder)
      const [configure = "", createProject = "", start = "", ...others] = commandsIn(page, "Set up").map(own)
      assert.deepStrictEqual(others, [])
      yield* terminal.run(configure)
      yield* terminal.run(createProject)
      const project = parseEnv(readFileSync(join(folder, ".env"), "utf8"))
      writeFileSync(join(folder, "auth.ts"), files.get("auth.ts") ?? "")
      writeFileSync(join(folder, "metrics.ts"), own(files.get("metrics.ts") ?? ""))
      const program = own(files.get(server) ?? "")
      const hasAuth = program.includes("./auth.ts")
      writeFileSync(join(folder, "server.ts"), hasAuth ? `import "./metrics.ts"\n${program}` : program)

      const [node, ...args] = start.trim().split(" ")
      assert.strictEqual(node, "node")
      const running = yield* startProcess([process.execPath, "--import", loadSources, ...args], {}, folder)
      const origin = `http://localhost:${port}`
      const health = yield* Effect.retry(get(`${origin}/api/auth/health`), Schedule.spaced("50 millis")).pipe(
        Effect.raceFirst(Effect.flatMap(running.ended, ({ stderr }) => Effect.die(new Error(stderr))))
      )
      assert.deepStrictEqual(health, [200, `{"status":"ok"}`])
      assert.deepStrictEqual(yield* get(origin), [200, "the application"])
      const signedUp = yield* Effect.promise(() =>
        fetch(`${project["NEXT_PUBLIC_STACK_API_URL"]}/api/v1/auth/password/sign-up`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-stack-access-type": "client",
            "x-stack-project-id": project["NEXT_PUBLIC_STACK_PROJECT_ID"] ?? "",
            "x-stack-publishable-client-key": project["NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"] ?? ""
          },
          body: JSON.stringify({
            email: "grace@example.com",
            password: "verdigris-lantern-42",
            verification_callback_url: `${origin}/handler/email-verification`
          })
        })
      )
      assert.strictEqual(signedUp.status, 200, yield* Effect.promise(() => signedUp.text()))

      if (hasAuth) {
        const [status, metrics] = yield* get(`http://127.0.0.1:${metricsPort}`)
        assert.strictEqual(status, 200)
        assert.include(metrics, `route="/api/v1/auth/password/sign-up",status="200"`)
      }

      running.process.kill("SIGTERM")
      const { signal, stderr } = yield* running.ended
      assert.deepStrictEqual([signal, stderr], [null, ""])
      // SQLite deletes its log when the database is closed.
      assert.isTrue(existsSync(join(folder, "keystile.db")))
      assert.isFalse(existsSync(join(folder, "keystile.db-wal")))
    }).pipe(Effect.scoped)
  )
})
