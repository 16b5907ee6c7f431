/**
 * `examples/next-one-deployment`, installed from the registry with the packed package, built for production, and used
 * in Chromium: the application and its sign-in service are one process.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { Client } from "pg"
import { newEmail, connectBrowser, visit } from "../browser/fixture.ts"
import { secondFactorJourney } from "../browser/second-factor-journey.ts"
import { pack, run } from "../package/pack.mjs"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { databases, makeInstallation, variablesIn } from "./installation.ts"
import { build, install, start } from "./servers/program.mjs"

const NAME = "next-one-deployment"

/** The example in a folder of its own, and the `keystile` command of its package. */
const installed = Effect.gen(function* () {
  const { folder, path } = yield* temporaryFolder
  const app = path("app")
  install(NAME, pack(folder).tarball, app)
  const keystile = (environment: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
    run(process.execPath, ["node_modules/keystile/dist/cli/bin.mjs", ...args], app, environment)
  return { app, keystile }
})

const connected = Effect.acquireRelease(
  Effect.promise(() => connectBrowser()),
  (browser) => Effect.promise(() => browser.close())
)

/** Returns the schemas of a database that have tables. */
const schemasWithTables = (url: string) =>
  Effect.promise(async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      "SELECT DISTINCT schemaname FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
    )
    await client.end()
    return rows.map(({ schemaname }) => String(schemaname))
  })

describe(`examples/${NAME}`, () => {
  it.live("is built without the service's variables, and signs users in with a second factor", () =>
    Effect.gen(function* () {
      const { app, keystile } = yield* installed
      const browser = yield* connected
      for (const { database, name } of databases) {
        yield* Effect.gen(function* () {
          const url = yield* database
          const { environment, linkTo, origin, port } = yield* makeInstallation(url)
          const variables = variablesIn(keystile(environment, "project", "create", "Tern", "--domain", origin))
          build(NAME, app, variables)
          const running = yield* Effect.acquireRelease(
            Effect.promise(() => start(NAME, app, { ...environment, ...variables }, port)),
            ({ stop }) => Effect.promise(stop)
          )
          yield* Effect.promise(() =>
            visit(browser, origin, async ({ page }) => {
              const email = newEmail()
              await secondFactorJourney(page, { origin, linkTo }, email)
              // The server verifies who is calling: in a page, and in a route handler.
              await page.goto(`${origin}/notes`)
              await page.getByText(`Only ${email} sees this page.`).waitFor()
              assert.strictEqual((await (await page.request.get(`${origin}/api/me`)).json()).email, email)
              await page.context().clearCookies()
              assert.strictEqual((await page.request.get(`${origin}/api/me`)).status(), 401)
            })
          ).pipe(Effect.onError(() => Effect.logError(name, running.output())))
          yield* Effect.promise(running.stop)
          // SQLite deletes its log when the database is closed.
          if (name === "SQLite") assert.isFalse(existsSync(`${url}-wal`))
          if (name === "PostgreSQL") assert.deepStrictEqual(yield* schemasWithTables(url), ["keystile"])
        }).pipe(Effect.scoped)
      }
    }).pipe(Effect.scoped)
  )
})
