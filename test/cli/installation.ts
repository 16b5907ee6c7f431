/** Installations of `keystile serve`, each in a folder of its own, and the command with their configuration. */
import { Effect } from "effect"
import { freePort } from "../free-port.mjs"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { type Environment, run } from "./keystile-process.ts"
import { seedDatabase } from "./serve-cluster.ts"

/**
 * Makes an installation without a database, which the first command or service creates. It has a port of its own.
 *
 * @param settings more variables of the configuration, or others
 */
export const makeInstallation = Effect.fnUntraced(function* (settings: Environment = {}) {
  const { folder, path } = yield* temporaryFolder
  const port = yield* Effect.promise(() => freePort())
  const url = `http://127.0.0.1:${port}`
  const database = path("keystile.db")
  const environment: Environment = {
    KEYSTILE_PUBLIC_URL: url,
    KEYSTILE_PORT: String(port),
    KEYSTILE_DB: database,
    KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
    KEYSTILE_MAIL: "log",
    ...settings
  }
  return {
    url,
    database,
    environment,
    folder,
    path,
    /** Runs a command with the configuration until it exits. */
    keystile: (...args: ReadonlyArray<string>) => run(args, environment)
  }
})

/** Makes an installation with the projects and users of the fixture in its database. */
export const makeSeededInstallation = (settings?: Environment) =>
  Effect.tap(makeInstallation(settings), ({ database }) => seedDatabase({ database }))
