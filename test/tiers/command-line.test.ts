/** Sign-in on a command line in the tiers: the program and the browser, over the service. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Client from "../../tiers/client.ts"
import { clientAppOf } from "../../tiers/promise/client-app.ts"
import { type ScriptedResult, knownError, lost, ok, scripted, status } from "../core/scripted-transport.ts"
import { ada, forgetRequests, sent, signInService } from "./sign-in/fixture.ts"

const POLL = "POST /api/v1/auth/cli/poll"
const appUrl = "https://app.example.com"

/** The client of a program, with a token store of its own. */
const program = Effect.flatMap(Client.Client, (client) => client.withTokenStore("memory"))

/** Starts a sign-in. Returns the shown URLs, and the fiber that polls. */
const startSignIn = Effect.fnUntraced(function* (
  client: Client.ClientCalls,
  options: Partial<Client.CommandLineSignInOptions> = {}
) {
  const urls: Array<string> = []
  const fiber = yield* Effect.forkChild(
    client.signInOnCommandLine({ appUrl, showUrl: (url) => Effect.sync(() => void urls.push(url)), ...options }),
    { startImmediately: true }
  )
  while (urls.length === 0) yield* Effect.yieldNow
  const [url = ""] = urls
  return { fiber, url, code: new URL(url).searchParams.get("login_code") ?? "" }
})

const tagOf = <A, E extends { readonly _tag: string }>(fiber: Fiber.Fiber<A, E>) =>
  Effect.map(Effect.flip(Fiber.join(fiber)), ({ _tag }) => _tag)

describe("A sign-in on a command line", () => {
  it.effect("polls every two seconds until the user approves, and is signed in", () =>
    Effect.gen(function* () {
      const browser = yield* Client.Client
      const cli = yield* program
      yield* browser.signInWithCredential(ada)
      const { code, fiber, url } = yield* startSignIn(cli)
      assert.strictEqual(url, `${appUrl}/handler/cli-auth-confirm?login_code=${code}`)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* sent(POLL), 6)
      assert.strictEqual((yield* browser.getCommandLineSignIn(code)).cliSessionState, "none")
      yield* browser.approveCommandLineSignIn(code)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(fiber)
      assert.strictEqual((yield* cli.getUser)?.primaryEmail, ada.email)
      const sessions = yield* browser.sessions.list()
      assert.deepStrictEqual(
        sessions.map(({ isCommandLine = false, isCurrentSession }) => [isCommandLine, isCurrentSession]),
        [
          [true, false],
          [false, true]
        ]
      )
      yield* browser.sessions.revokeOthers()
      assert.isNull(yield* cli.getUser)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("fails when the user denies it", () =>
    Effect.gen(function* () {
      const browser = yield* Client.Client
      const { code, fiber } = yield* startSignIn(yield* program)
      yield* browser.denyCommandLineSignIn(code)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* tagOf(fiber), "CommandLineSignInDenied")
      assert.strictEqual(
        yield* Effect.map(Effect.flip(browser.getCommandLineSignIn(code)), ({ _tag }) => _tag),
        "CliAuthUsedError"
      )
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("fails when it expires, and polls no longer", () =>
    Effect.gen(function* () {
      const { fiber } = yield* startSignIn(yield* program, { expiresInMillis: 10_000 })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* tagOf(fiber), "CliAuthExpiredError")
      yield* forgetRequests
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* sent(POLL), 0)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("polls no longer when it is interrupted", () =>
    Effect.gen(function* () {
      const { fiber } = yield* startSignIn(yield* program)
      yield* Fiber.interrupt(fiber)
      yield* forgetRequests
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* sent(POLL), 0)
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("continues the data of the program's anonymous user", () =>
    Effect.gen(function* () {
      const browser = yield* Client.Client
      const cli = yield* program
      const { id } = yield* cli.getUserOrAnonymous
      const { code, fiber } = yield* startSignIn(cli)
      assert.strictEqual((yield* browser.getCommandLineSignIn(code)).cliSessionState, "anonymous")
      yield* browser.continueCommandLineSession(code)
      yield* browser.signUpWithCredential({
        email: "new@example.com",
        password: "correct horse",
        verificationCallbackUrl: "http://localhost:3000/callback"
      })
      yield* browser.approveCommandLineSignIn(code)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(fiber)
      const user = yield* cli.getUser
      assert.deepStrictEqual([user?.id, user?.primaryEmail], [id, "new@example.com"])
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("cannot be approved without a session", () =>
    Effect.gen(function* () {
      const browser = yield* Client.Client
      const { code } = yield* startSignIn(yield* program)
      const error = yield* Effect.flip(browser.approveCommandLineSignIn(code))
      assert.strictEqual(error._tag, "UserAuthenticationRequired")
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("refuses the URL of an application that is none", () =>
    Effect.gen(function* () {
      const cli = yield* program
      for (const appUrl of ["", "app.example.com", "javascript:alert(1)", "file:///etc/passwd"]) {
        const error = yield* Effect.flip(cli.signInOnCommandLine({ appUrl, showUrl: () => Effect.void }))
        assert.strictEqual(error._tag, "ConfigurationError")
      }
    }).pipe(Effect.provide(signInService()))
  )
})

describe("The polling", () => {
  const begun = ok({ polling_code: "polling", login_code: "login", expires_at: new Date(7_200_000).toISOString() })

  /** A client whose polls get these responses, then the last one. */
  const pollingClient = (responses: ReadonlyArray<ScriptedResult>) => {
    let polls = 0
    const layer = Client.layerNoDeps({
      projectId: "11111111-1111-4111-8111-111111111111",
      publishableClientKey: "pck_test",
      baseUrl: "https://api.keystile.test",
      tokenStore: "memory"
    }).pipe(
      Layer.provide(
        scripted((request) =>
          request.url.endsWith("/auth/cli") ? begun : (responses[Math.min(polls++, responses.length - 1)] ?? lost)
        ).layer
      )
    )
    return { layer, polls: () => polls }
  }
  const success = { ...ok({ status: "success", refresh_token: "refresh-token" }), status: 201 }
  const waiting = ok({ status: "waiting" })

  it.effect("continues after failed connections and errors of the service", () => {
    const { layer } = pollingClient([waiting, lost, status(502), lost, success])
    return Effect.gen(function* () {
      const client = yield* Client.Client
      const { fiber } = yield* startSignIn(client)
      yield* TestClock.adjust("2 minutes")
      yield* Fiber.join(fiber)
      const { refreshToken } = yield* client.stored
      assert.strictEqual(refreshToken && Redacted.value(refreshToken), "refresh-token")
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails after a minute without a connection", () => {
    const { layer } = pollingClient([waiting, lost])
    return Effect.gen(function* () {
      const { fiber } = yield* startSignIn(yield* Client.Client)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(yield* tagOf(fiber), "RequestError")
    }).pipe(Effect.provide(layer))
  })

  it.effect("is delayed by Retry-After", () => {
    const { layer, polls } = pollingClient([{ ...status(429), headers: { "retry-after": "30" } }, success])
    return Effect.gen(function* () {
      const { fiber } = yield* startSignIn(yield* Client.Client)
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(polls(), 1)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(fiber)
    }).pipe(Effect.provide(layer))
  })

  it.effect("reports a token that was handed out before", () => {
    const { layer } = pollingClient([ok({ status: "used" })])
    return Effect.gen(function* () {
      const { fiber } = yield* startSignIn(yield* Client.Client)
      assert.strictEqual(yield* tagOf(fiber), "CliAuthUsedError")
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails with an unknown code", () => {
    const { layer } = pollingClient([knownError("INVALID_POLLING_CODE", 400)])
    return Effect.gen(function* () {
      const { fiber } = yield* startSignIn(yield* Client.Client)
      assert.strictEqual(yield* tagOf(fiber), "InvalidPollingCode")
    }).pipe(Effect.provide(layer))
  })
})

describe("signInOnCommandLine of a promise app", () => {
  it.live("returns an expected error as a result", () =>
    Effect.gen(function* () {
      const browser = yield* Client.Client
      const app = clientAppOf(yield* program)
      const result = yield* Effect.promise(() =>
        app.signInOnCommandLine({
          appUrl,
          showUrl: (url) =>
            Effect.runPromise(browser.denyCommandLineSignIn(new URL(url).searchParams.get("login_code") ?? ""))
        })
      )
      assert.strictEqual(result.status === "error" && result.error._tag, "CommandLineSignInDenied")
    }).pipe(Effect.provide(signInService()))
  )

  it.live("rejects with the reason of its signal, before and while it polls", () =>
    Effect.gen(function* () {
      const app = clientAppOf(yield* program)
      const controller = new AbortController()
      const reason = new Error("The user pressed Ctrl+C")
      const signIn = () =>
        app.signInOnCommandLine({ appUrl, signal: controller.signal, showUrl: () => controller.abort(reason) })
      for (const _ of ["while it polls", "before"]) {
        const thrown = yield* Effect.promise(() => signIn().catch((error: unknown) => error))
        assert.strictEqual(thrown, reason)
      }
    }).pipe(Effect.provide(signInService()))
  )

  it.live("rejects with the error of showUrl", () =>
    Effect.gen(function* () {
      const app = clientAppOf(yield* program)
      const reason = new Error("There is no terminal")
      const thrown = yield* Effect.promise(() =>
        app.signInOnCommandLine({ appUrl, showUrl: () => Promise.reject(reason) }).catch((error: unknown) => error)
      )
      assert.strictEqual(thrown, reason)
    }).pipe(Effect.provide(signInService()))
  )
})
