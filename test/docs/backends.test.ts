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
import { commandsIn, openTerminal } from "./terminal.ts"

const page = readPage("backends.md")
const files = filesOf(page)
const servers = ["hono/server.ts", "express/server.ts", "fastify/server.ts"]
const ada = { email: "ada@example.com", password: "correct horse" }
const project = { id: "11111111-1111-4111-8111-111111111111", displayName: "Test", users: [ada] }

const send = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  Effect.tryPromise(async () => {
    const response = await fetch(url, { method, headers, redirect: "manual" })
    return {
      status: response.status,
      text: await response.text(),
      location: response.headers.get("location"),
      headers: Object.fromEntries(response.headers)
    }
  })

/** Runs a server of the page, with a session of Ada. */
const startServer = (name: string) =>
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
    yield* Effect.retry(send(`${origin}/`), Schedule.spaced("50 millis")).pipe(
      Effect.raceFirst(Effect.flatMap(program.ended, ({ stderr }) => Effect.die(new Error(stderr))))
    )
    return { asAda: { authorization: `Bearer ${token}` }, environment, folder, origin, userId }
  })

describe("the servers of docs/backends.md", () => {
  it("are those of Hono, Express and Fastify, and one with CORS", () => {
    assert.deepStrictEqual([...files.keys()], [...servers, "hono-cors/server.ts", "hono-cors/page.ts"])
  })

  it("are modules, in the package that the page makes", () => {
    assert.include(page, "npm init -y && npm pkg set type=module\n")
  })

  it.live.each(servers)("know who is calling: %s", (name) =>
    Effect.gen(function* () {
      const { asAda, origin, userId } = yield* startServer(name)
      assert.include(yield* send(`${origin}/`), { status: 200, text: "Hello, visitor." })
      assert.include(yield* send(`${origin}/api/me`), { status: 401, text: '{"error":"Sign in first."}' })
      assert.include(yield* send(`${origin}/notes`), {
        status: 302,
        location: "/handler/sign-in?after_auth_return_to=%2Fnotes"
      })
      assert.include(yield* send(`${origin}/`, asAda), { status: 200, text: "Welcome back." })
      assert.include(yield* send(`${origin}/api/me`, asAda), { status: 200, text: JSON.stringify({ id: userId }) })
      assert.include(yield* send(`${origin}/notes`, asAda), { status: 200, text: `Notes of ${userId}` })
    }).pipe(Effect.scoped, Effect.provide(layerTest({ seed: { projects: [project] } })))
  )

  it.live("accept the access token of a user who signs up by the API", () =>
    Effect.gen(function* () {
      const { environment, folder, origin } = yield* startServer("hono/server.ts")
      const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
      writeFileSync(join(folder, ".env"), lines.join("\n"))
      const [, signUp = ""] = commandsIn(page, "3. Try it")
      const terminal = yield* openTerminal(folder)
      const printed = yield* terminal.run(signUp.replaceAll("localhost:3000", new URL(origin).host))
      assert.match(printed, /\{"id":"[\da-f-]{36}"\}$/)
    }).pipe(Effect.scoped, Effect.provide(layerTest({ seed: { projects: [project] } })))
  )

  it.live("let only pages of the allowed origin read responses, with a bearer token", () =>
    Effect.gen(function* () {
      const { asAda, origin, userId } = yield* startServer("hono-cors/server.ts")
      const page = { origin: "https://app.example.com" }
      const preflight = yield* send(
        `${origin}/api/me`,
        { ...page, "access-control-request-method": "GET", "access-control-request-headers": "authorization" },
        "OPTIONS"
      )
      assert.include(preflight.headers, {
        "access-control-allow-origin": page.origin,
        "access-control-allow-headers": "authorization,content-type"
      })
      const response = yield* send(`${origin}/api/me`, { ...page, ...asAda })
      assert.include(response, { status: 200, text: JSON.stringify({ id: userId }) })
      assert.include(response.headers, { "access-control-allow-origin": page.origin })
      // A page can read why it was refused.
      const refused = yield* send(`${origin}/api/me`, page)
      assert.include(refused, { status: 401 })
      assert.include(refused.headers, { "access-control-allow-origin": page.origin })
      const other = yield* send(`${origin}/api/me`, { origin: "https://other.example.com", ...asAda })
      assert.notStrictEqual(other.headers["access-control-allow-origin"], "https://other.example.com")
    }).pipe(Effect.scoped, Effect.provide(layerTest({ seed: { projects: [project] } })))
  )
})
