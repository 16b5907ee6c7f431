/** Renews a session before the response of its request, as a middleware does. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Transport } from "../../../core/http/transport.ts"
import { createServerRendering, renewSession, takeSnapshot } from "../../../react/server/index.ts"
import * as Testing from "../../../testing/index.ts"
import * as Client from "../../../tiers/client.ts"
import { loadModules } from "../../../core/loading/lazy-module.ts"
import { lost, scripted } from "../../core/scripted-transport.ts"

beforeAll(() => Effect.runPromise(loadModules))

const ada = { email: "ada@example.com", password: "correct horse" }
const REFRESH = "POST /api/v1/auth/oauth/token"

const requestWith = (cookie: string) => new Request("https://app.test/notes?tab=1", { headers: { cookie } })

const signedIn = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInWithCredential(ada)
  const { accessToken, refreshToken } = yield* client.stored
  const refresh = refreshToken === null ? "" : Redacted.value(refreshToken)
  const access = accessToken === null ? "" : Redacted.value(accessToken)
  const log = yield* Testing.RequestLog
  const pair = encodeURIComponent(JSON.stringify([refresh, access]))
  const request = requestWith(`theme=dark; stack-refresh-${client.projectId}=${refresh}; stack-access=${pair}; last=1`)
  return { access, client, log, request }
})

describe("renewSession", () => {
  it.effect("keeps a session whose token is valid for a while", () =>
    Effect.gen(function* () {
      const { log, request } = yield* signedIn
      const { headers, setCookies, signedIn: known } = yield* renewSession(request)
      assert.isTrue(known)
      assert.deepStrictEqual(setCookies, [])
      assert.strictEqual(headers.get("cookie"), request.headers.get("cookie"))
      assert.strictEqual(yield* log.count(REFRESH), 0)
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("renews a token once: the response sets it, and inner handlers already read it", () =>
    Effect.gen(function* () {
      const { access, log, request } = yield* signedIn
      yield* TestClock.adjust("1 hour")
      const { headers, setCookies, signedIn: known } = yield* renewSession(request)
      assert.isTrue(known)
      // The refresh cookie would undo a sign-out before the response.
      assert.lengthOf(setCookies, 1)
      assert.match(setCookies[0] ?? "", /^stack-access=\S+; Path=\/; Max-Age=86400; SameSite=lax; Secure$/)
      const cookie = headers.get("cookie") ?? ""
      assert.match(cookie, /^theme=dark; stack-refresh-\S+; last=1; stack-access=\S+$/)
      assert.notInclude(cookie, access)
      const snapshot = yield* takeSnapshot({ headers })
      assert.isObject(snapshot.user)
      assert.strictEqual(yield* log.count(REFRESH), 1)
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("removes the cookies of a session that has ended", () =>
    Effect.gen(function* () {
      const { client, request } = yield* signedIn
      yield* client.signOut
      yield* TestClock.adjust("10 minutes")
      const { headers, setCookies, signedIn: known } = yield* renewSession(request)
      assert.isFalse(known)
      assert.isTrue(setCookies.some((line) => line.startsWith("stack-refresh-") && line.includes("Max-Age=0")))
      assert.strictEqual(headers.get("cookie"), "theme=dark; last=1")
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("recognizes a request without a session, and one with invalid cookies", () =>
    Effect.gen(function* () {
      for (const cookie of ["", "theme=dark", "stack-refresh-x=1; %=%; =; ;;", 'stack-access=["a","b"]']) {
        const { headers, setCookies, signedIn: known } = yield* renewSession(requestWith(cookie))
        assert.isFalse(known)
        assert.deepStrictEqual(setCookies, [])
        assert.strictEqual(headers.get("cookie") ?? "", new Headers({ cookie }).get("cookie") ?? "")
      }
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("signs no user out when the service is unreachable", () =>
    Effect.gen(function* () {
      const renewing = yield* Effect.forkChild(renewSession(requestWith(`stack-refresh-p=${"r".repeat(45)}`)))
      yield* TestClock.adjust("3 seconds")
      const exit = renewing.pollUnsafe()
      assert.strictEqual(exit?._tag, "Success")
      if (exit?._tag !== "Success") return
      assert.isTrue(exit.value.signedIn)
      assert.deepStrictEqual(exit.value.setCookies, [])
    }).pipe(
      Effect.provide(
        Client.layerNoDeps({
          projectId: "p",
          publishableClientKey: "pck_x",
          baseUrl: "http://service.test",
          tokenStore: null
        })
      ),
      Effect.provideService(Transport, scripted(() => lost).transport)
    )
  )
})

describe("createServerRendering", () => {
  const rendering = createServerRendering({
    projectId: "p",
    publishableClientKey: "pck_x",
    baseUrl: "http://service.test"
  })

  it("names missing options at once", () =>
    assert.throws(() => createServerRendering({ publishableClientKey: "pck_x" }), /NEXT_PUBLIC_STACK_PROJECT_ID/))

  it("redirects to sign-in and back, within the application", () => {
    assert.strictEqual(
      rendering.signInUrl(requestWith("")),
      "https://app.test/handler/sign-in?after_auth_return_to=%2Fnotes%3Ftab%3D1"
    )
    assert.strictEqual(
      rendering.signInUrl({ url: "https://app.test//evil.example/" }),
      "https://app.test/handler/sign-in"
    )
    assert.strictEqual(
      rendering.signInUrl({ url: "https://app.test/handler/logout" }),
      "https://app.test/handler/sign-in"
    )
  })

  it("returns the URL of the page onboarding, with the same return URL", async () => {
    const { headers } = await rendering.renewSession(requestWith(""))
    const path = "/handler/onboarding?after_auth_return_to=%2Fnotes%3Ftab%3D1"
    assert.strictEqual(rendering.onboardingUrl({ headers }), path)
    assert.strictEqual(rendering.onboardingUrl(requestWith("")), `https://app.test${path}`)
  })

  it("keeps the return URL for code that has only the headers of renewSession", async () => {
    const { headers } = await rendering.renewSession(requestWith(""))
    assert.strictEqual(rendering.signInUrl({ headers }), "/handler/sign-in?after_auth_return_to=%2Fnotes%3Ftab%3D1")
  })

  it("replaces a page URL that the browser sent", async () => {
    const forged = new Request("https://app.test/notes", {
      headers: { "x-keystile-url": "https://app.test/elsewhere" }
    })
    const { headers } = await rendering.renewSession(forged)
    assert.strictEqual(rendering.signInUrl({ headers }), "/handler/sign-in?after_auth_return_to=%2Fnotes")
  })

  it("never redirects to another origin, whatever page URL a request without renewSession names", () => {
    for (const url of ["", "not a URL", "https://evil.example/x", "//evil.example", "javascript:alert(1)"]) {
      const address = rendering.signInUrl({ headers: new Headers({ "x-keystile-url": url }) })
      assert.match(address, /^\/handler\/sign-in(\?after_auth_return_to=%2Fx)?$/)
    }
  })

  it("takes a snapshot of headers alone and renews their cookies", async () => {
    const snapshot = await rendering.takeSnapshot({ headers: new Headers(), setCookie: new Headers() })
    assert.isNull(snapshot.session)
  })

  it("rejects a writable request without headers or without a way to set cookies", async () => {
    const requests: ReadonlyArray<object> = [{ setCookie: new Headers() }, { headers: new Headers(), setCookie: null }]
    for (const request of requests) {
      const failure = await rendering.takeSnapshot(request as Headers).catch((error: unknown) => error)
      assert.match(String(failure), /ConfigurationError: .+Check the option `tokenStore`/)
    }
  })

  it("rejects a value that is not a request", async () => {
    const notYet: unknown = Promise.resolve(new Headers())
    const failure = await rendering.takeSnapshot(notYet as Headers).catch((error: unknown) => error)
    assert.match(String(failure), /await it first/)
  })

  it("reads its own snapshots, and rejects other values", () => {
    const snapshot = { version: 1, projectId: "p", session: null, user: null } as const
    assert.deepStrictEqual(rendering.readSnapshot(snapshot), snapshot)
    assert.throws(() => rendering.readSnapshot({ ...snapshot, projectId: "q" }), /another project/)
  })

  it("runs the effects with the same names", async () => {
    const request = requestWith("theme=dark")
    assert.isFalse((await rendering.renewSession(request)).signedIn)
  })
})
