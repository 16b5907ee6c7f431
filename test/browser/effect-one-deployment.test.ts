/**
 * `examples/effect-one-deployment`: API, pages and sign-in service in one process, on each database of this machine.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { existsSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { start } from "../cli/keystile-process.ts"
import { startEffectExample } from "../examples/effect-one-deployment.ts"
import { databases, makeInstallation, MOUNT_PATH, variablesIn } from "../examples/installation.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { buildPage, connectBrowser, newEmail, PASSWORD, visit } from "./fixture.ts"
import { secondFactorJourney } from "./second-factor-journey.ts"

/** An installation with a project, and the environment of the program. */
const installation = Effect.fnUntraced(function* (database: string) {
  const { environment, linkTo, origin, port } = yield* makeInstallation(database)
  const { ended } = yield* start(["project", "create", "Larkspur", "--domain", origin], environment)
  const { code, stderr, stdout } = yield* ended
  assert.strictEqual(code, 0, stderr)
  const variables = variablesIn(stdout)
  return {
    origin,
    port,
    linkTo,
    environment: { ...environment, PORT: String(port), ...variables },
    projectId: variables["NEXT_PUBLIC_STACK_PROJECT_ID"] ?? "",
    publishableClientKey: variables["NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"] ?? ""
  }
})

/** Starts the program with the pages of the small application. */
const startWithPages = Effect.fnUntraced(function* (database: string) {
  const { environment, linkTo, origin, projectId, publishableClientKey } = yield* installation(database)
  Object.assign(process.env, {
    VITE_KEYSTILE_URL: environment.KEYSTILE_PUBLIC_URL,
    VITE_KEYSTILE_PROJECT_ID: projectId,
    VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY: publishableClientKey
  })
  const { folder, path } = yield* temporaryFolder
  yield* Effect.promise(() => buildPage("app", path("web")))
  yield* startEffectExample(environment, folder)
  return { linkTo, origin }
})

const connectedBrowser = Effect.acquireRelease(
  Effect.promise(() => connectBrowser()),
  (browser) => Effect.promise(() => browser.close())
)

/** Resolves with everything that the server sends until it closes the connection. */
const readUntilClosed = (socket: Socket) =>
  Effect.callback<string>((resume) => {
    let text = ""
    socket.on("data", (chunk) => (text += String(chunk)))
    socket.once("close", () => resume(Effect.succeed(text)))
  })

/** Opens a connection, or fails if it is refused. */
const opened = (port: number) =>
  Effect.callback<Socket, Error>((resume) => {
    const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
    socket.on("error", (error) => resume(Effect.fail(error)))
  })

/** Resolves when connections are refused. */
const waitUntilClosed = (port: number) =>
  opened(port).pipe(
    Effect.tap((socket) => Effect.sync(() => socket.destroy())),
    Effect.repeat(Schedule.spaced("20 millis")),
    Effect.ignore
  )

describe.each(databases)("examples/effect-one-deployment on $name", ({ database, name }) => {
  it.live("signs users in with a second factor, and its API verifies who is calling", () =>
    Effect.gen(function* () {
      const { linkTo, origin } = yield* startWithPages(yield* database)
      const browser = yield* connectedBrowser
      yield* Effect.promise(() =>
        visit(browser, origin, async ({ page }) => {
          const email = newEmail()
          await secondFactorJourney(page, { origin, linkTo }, email)
          const { request } = page
          assert.strictEqual((await (await request.get(`${origin}/api/me`)).json()).email, email)
          await request.post(`${origin}/api/notes`, { data: { text: "Water the ferns" } })
          assert.deepStrictEqual(await (await request.get(`${origin}/api/notes`)).json(), ["Water the ferns"])
          await page.context().clearCookies()
          assert.strictEqual((await request.get(`${origin}/api/me`)).status(), 401)
          assert.strictEqual((await request.get(`${origin}/api/notes`)).status(), 401)
        })
      )
    }).pipe(Effect.scoped)
  )

  it.live("completes a running request after SIGTERM, and closes the database", () =>
    Effect.gen(function* () {
      const url = yield* database
      const { environment, origin, port, projectId, publishableClientKey } = yield* installation(url)
      const program = yield* startEffectExample(environment)
      const body = JSON.stringify({
        email: newEmail(),
        password: PASSWORD,
        verification_callback_url: `${origin}/handler/email-verification`
      })
      const head = [
        `POST ${MOUNT_PATH}/api/v1/auth/password/sign-up HTTP/1.1`,
        `host: localhost:${port}`,
        "connection: close",
        "content-type: application/json",
        `content-length: ${body.length}`,
        "x-stack-access-type: client",
        `x-stack-project-id: ${projectId}`,
        `x-stack-publishable-client-key: ${publishableClientKey}`,
        "expect: 100-continue"
      ]
      const socket = yield* opened(port)
      const continued = Effect.callback<void>((resume) => {
        socket.once("data", () => resume(Effect.void))
      })
      socket.write(`${head.join("\r\n")}\r\n\r\n`)
      // The request has reached its handler, which reads the body.
      yield* continued
      program.process.kill("SIGTERM")
      yield* waitUntilClosed(port)
      socket.write(body)
      assert.match(yield* readUntilClosed(socket), /^HTTP\/1\.1 200 [^]*"access_token":/)
      const { signal, stderr } = yield* program.ended
      assert.deepStrictEqual([signal, stderr], [null, ""])
      // SQLite deletes its log when the database is closed.
      if (name === "SQLite") assert.isFalse(existsSync(`${url}-wal`))
    }).pipe(Effect.scoped)
  )
})
