/** Runs the commands of the example against a service on a port. The user approves as the page does. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { statSync } from "node:fs"
import { runCommand } from "../../examples/command-line/src/commands.ts"
import { listen } from "../../service/index.ts"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const environment = Effect.gen(function* () {
  const { url } = yield* listen({ port: 0 })
  const { id, publishableClientKey } = yield* Testing.TestProject
  vi.stubEnv("NEXT_PUBLIC_STACK_API_URL", url)
  vi.stubEnv("NEXT_PUBLIC_STACK_PROJECT_ID", id)
  vi.stubEnv("NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY", publishableClientKey)
  return { session: (yield* temporaryFolder).path("session") }
})

afterEach(() => void vi.unstubAllEnvs())

const codeIn = (line: string) => /login_code=([\da-z]{45})$/.exec(line)?.[1]

type Decision = "approveCommandLineSignIn" | "denyCommandLineSignIn"

/** Runs commands with a terminal, whose user decides as soon as a URL is printed. */
const terminal = (session: string, browser: Client.ClientCalls, decision: Decision) => {
  const lines: Array<string> = []
  const run = (command?: string) =>
    Effect.promise(() =>
      runCommand(command, {
        session,
        appUrl: "https://app.example.com",
        print: (line) => {
          lines.push(line)
          const code = codeIn(line)
          if (code !== undefined) Effect.runFork(browser[decision](code))
        }
      })
    )
  return { run, printed: () => lines.splice(0).map((line) => line.replace(/login_code=\w+/, "login_code=…")) }
}

const question =
  "Open this page in a browser to sign in:\nhttps://app.example.com/handler/cli-auth-confirm?login_code=…"

describe("examples/command-line", () => {
  it.live("signs in, keeps the session in a file of its owner, and ends when the user revokes the session", () =>
    Effect.gen(function* () {
      const { session } = yield* environment
      const browser = yield* Effect.orDie(Client.make({ tokenStore: "memory" }))
      yield* browser.signInWithCredential(ada)
      const { printed, run } = terminal(session, browser, "approveCommandLineSignIn")
      assert.strictEqual(yield* run("whoami"), 1)
      assert.deepStrictEqual(printed(), ["Not signed in. Run login."])
      assert.strictEqual(yield* run("login"), 0)
      assert.deepStrictEqual(printed(), [question, "Signed in as ada@example.com"])
      assert.strictEqual(statSync(session).mode & 0o777, 0o600)
      assert.strictEqual(yield* run("whoami"), 0)
      assert.deepStrictEqual(printed(), ["Signed in as ada@example.com"])
      const [started] = (yield* browser.sessions.list()).filter(({ isCommandLine }) => isCommandLine === true)
      yield* browser.sessions.revoke(started?.id ?? "")
      assert.strictEqual(yield* run("whoami"), 1)
      assert.deepStrictEqual(printed(), ["Not signed in. Run login."])
    }).pipe(Effect.provide(Testing.layerService({ users: [ada] })))
  )

  it.live("signs out, which leaves the browser signed in", () =>
    Effect.gen(function* () {
      const { session } = yield* environment
      const browser = yield* Effect.orDie(Client.make({ tokenStore: "memory" }))
      yield* browser.signInWithCredential(ada)
      const { printed, run } = terminal(session, browser, "approveCommandLineSignIn")
      yield* run("login")
      yield* run("logout")
      assert.strictEqual(yield* run("whoami"), 1)
      assert.deepStrictEqual(printed().slice(2), ["Signed out", "Not signed in. Run login."])
      assert.lengthOf(yield* browser.sessions.list(), 1)
    }).pipe(Effect.provide(Testing.layerService({ users: [ada] })))
  )

  it.live("says that the user denied the sign-in, and how it is used", () =>
    Effect.gen(function* () {
      const { session } = yield* environment
      const browser = yield* Effect.orDie(Client.make({ tokenStore: "memory" }))
      const { printed, run } = terminal(session, browser, "denyCommandLineSignIn")
      assert.strictEqual(yield* run("login"), 1)
      assert.strictEqual(yield* run(), 2)
      assert.deepStrictEqual(printed(), [
        question,
        "The sign-in was denied in the browser.",
        "Usage: login | whoami | logout"
      ])
    }).pipe(Effect.provide(Testing.layerService()))
  )
})
