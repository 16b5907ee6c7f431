/** Runs the servers of docs/backends.md, and sends the requests of its section "Try it". */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { layerTest, listen, ProjectKeys } from "../../service/index.ts"
import * as Client from "../../tiers/client.ts"
import { startProcess } from "../cli/child-process.ts"
import { freePort } from "../free-port.mjs"
import { emptyFolder, filesOf, loadSources, readPage } from "./page-programs.ts"

const files = filesOf(readPage("backends.md"))
const ada = { email: "ada@example.com", password: "correct horse" }
const project = { id: "11111111-1111-4111-8111-111111111111", displayName: "Test", users: [ada] }

const send = (url: string, headers: Record<string, string> = {}) =>
  Effect.tryPromise(async () => {
    const response = await fetch(url, { headers, redirect: "manual" })
    return { status: response.status, text: await response.text(), location: response.headers.get("location") }
  })

describe("the servers of docs/backends.md", () => {
  it("are those of Hono, Express and Fastify", () => {
    assert.deepStrictEqual([...files.keys()], ["hono/server.ts", "express/server.ts", "fastify/server.ts"])
  })

  it.live.each([...files.keys()])("know who is calling: %s", (name) =>
    Effect.gen(function* () {
      const { url } = yield* listen({ port: 0 })
      const [keys] = yield* (yield* ProjectKeys).list
      const publishableClientKey = keys?.publishableClientKey ?? ""
      const options = { projectId: project.id, publishableClientKey, baseUrl: url }
      const client = yield* Client.make({ ...options, tokenStore: "memory" })
      yield* client.signInWithCredential(ada)
      const { accessToken } = yield* client.tokens
      const token = accessToken === null ? "" : Redacted.value(accessToken)
      const userId = (yield* client.getUser)?.id

      const folder = yield* emptyFolder
      const port = yield* Effect.promise(() => freePort())
      // The port of the page, which another program may use.
      writeFileSync(join(folder, "server.ts"), (files.get(name) ?? "").replaceAll("3000", String(port)))
      writeFileSync(join(folder, "package.json"), `{ "type": "module" }`)
      const environment = {
        NEXT_PUBLIC_STACK_API_URL: url,
        NEXT_PUBLIC_STACK_PROJECT_ID: project.id,
        NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey
      }
      const program = yield* startProcess([process.execPath, "--import", loadSources, "server.ts"], environment, folder)
      const origin = `http://127.0.0.1:${port}`
      const home = yield* Effect.retry(send(`${origin}/`), Schedule.spaced("50 millis")).pipe(
        Effect.raceFirst(Effect.flatMap(program.ended, ({ stderr }) => Effect.die(new Error(stderr))))
      )
      assert.include(home, { status: 200, text: "Hello, visitor." })
      assert.include(yield* send(`${origin}/api/me`), { status: 401, text: '{"error":"Sign in first."}' })
      assert.include(yield* send(`${origin}/notes`), {
        status: 302,
        location: "/handler/sign-in?after_auth_return_to=%2Fnotes"
      })
      const asAda = { authorization: `Bearer ${token}` }
      assert.include(yield* send(`${origin}/`, asAda), { status: 200, text: "Welcome back." })
      assert.include(yield* send(`${origin}/api/me`, asAda), { status: 200, text: JSON.stringify({ id: userId }) })
      assert.include(yield* send(`${origin}/notes`, asAda), { status: 200, text: `Notes of ${userId}` })
    }).pipe(Effect.scoped, Effect.provide(layerTest({ seed: { projects: [project] } })))
  )
})
