// @vitest-environment happy-dom
/** `connect` with plain calls in a page, against the service. */
import { assert, describe, it, vi } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { call } from "../../core/call/call.ts"
import { connect } from "../../core/call/connect.ts"
import {
  type ConfigOptions,
  ContactChannelsApi,
  PasswordApi,
  type RequestError,
  SessionsApi,
  UsersApi
} from "../../core/index.ts"
import { cookieStore } from "../../core/session/token-store-cookie.ts"
import { makeFixed, memoryStore } from "../../core/session/token-store-memory.ts"
import { Session } from "../../core/session/session.ts"
import { Transport } from "../../core/http/transport.ts"
import { Fetch } from "../../core/http/transport-fetch.ts"
import { RequestLog } from "../../service/index.ts"
import * as Testing from "../../testing/testing.ts"
import { jwt } from "./calling.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const service = Testing.layerService({ users: [ada] })

/** Connects to the service's project with a `fetch` that calls the service in memory. */
const connectToProject = <E>(store: Parameters<typeof connect<E>>[1], given: ConfigOptions = {}) =>
  Effect.gen(function* () {
    const { id: projectId, publishableClientKey } = yield* Testing.TestProject
    const { send } = yield* Transport
    const context = yield* Effect.context<Transport>()
    const fetch: typeof globalThis.fetch = async (url, { body, headers, method } = {}) => {
      const {
        body: text,
        header,
        status
      } = await Effect.runPromiseWith(context)(
        send({
          method: method ?? "GET",
          url: String(url),
          maxResponseBytes: 8_000_000,
          headers: headers as Record<string, string>,
          body: body as string | undefined
        })
      )
      return { status, headers: { get: header }, text: async () => text } as unknown as Response
    }
    const options = { projectId, publishableClientKey, baseUrl: Testing.BASE_URL, ...given }
    return yield* Effect.provideService(connect(options, store), Fetch, fetch)
  })

const signIn = Effect.gen(function* () {
  const body = { email: ada.email, password: Redacted.make(ada.password) }
  yield* (yield* Session).start(yield* call(PasswordApi.signIn, { body }))
})

const signOut = Effect.gen(function* () {
  yield* call(SessionsApi.signOut)
  yield* (yield* Session).end
})

describe("A connection", () => {
  it.effect("stays signed in when two tabs without locks or storage refresh at the same moment", () =>
    Effect.gen(function* () {
      vi.stubGlobal("localStorage", undefined)
      const tabs = yield* Effect.all([connectToProject(cookieStore), connectToProject(cookieStore)])
      yield* Effect.provideContext(signIn, tabs[0])
      document.cookie = "stack-access=; max-age=0; path=/"
      const log = yield* RequestLog
      yield* log.clear
      const readBoth = Effect.all(
        tabs.map((tab) => Effect.provideContext(call(UsersApi.getMe), tab)),
        { concurrency: 2 }
      )
      for (let time = 0; time < 2; time++) {
        assert.deepStrictEqual(
          (yield* readBoth).map(({ primaryEmail }) => primaryEmail),
          [ada.email, ada.email]
        )
      }
      assert.strictEqual(yield* log.count("POST /api/v1/auth/oauth/token"), 2)
      assert.include(document.cookie, "stack-access=")
      vi.unstubAllGlobals()
      yield* Effect.provideContext(signOut, tabs[0])
    }).pipe(Effect.provide(service))
  )

  it.effect("rejects a call that needs a secret key, at compile time and before a request", () =>
    Effect.gen(function* () {
      const context = yield* connectToProject(memoryStore)
      const listUsers = call(UsersApi.list)
      const log = yield* RequestLog
      yield* log.clear
      // @ts-expect-error a connection has no secret keys
      const refused: Effect.Effect<unknown, RequestError> = Effect.provideContext(listUsers, context)
      const failure = yield* Effect.flip(refused)
      assert.strictEqual(failure.reason._tag === "NotAvailable" && failure.reason.cause, "tier")
      assert.isEmpty(yield* log.entries)
    }).pipe(Effect.provide(service))
  )

  for (const [name, store] of [
    ["memory", memoryStore],
    ["cookies", cookieStore]
  ] as const) {
    it.effect(`signs in, reads, writes and signs out with the tokens in ${name}`, () =>
      Effect.gen(function* () {
        const context = yield* connectToProject(store)
        yield* Effect.gen(function* () {
          yield* signIn
          yield* call(UsersApi.updateMe, { body: { displayName: "Ada" } })
          const { items } = yield* call(ContactChannelsApi.list, { query: { userId: "me" } })
          assert.deepStrictEqual(
            items.map(({ value }) => value),
            [ada.email]
          )
          assert.strictEqual((yield* call(UsersApi.getMe)).displayName, "Ada")
          assert.strictEqual(document.cookie.includes("stack-refresh"), name === "cookies")
          yield* signOut
          const error = yield* Effect.flip(call(UsersApi.getMe))
          assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
          assert.notInclude(document.cookie, "stack-refresh")
        }).pipe(Effect.provideContext(context))
      }).pipe(Effect.provide(service))
    )
  }

  it.effect("refreshes an expired access token once for concurrent calls", () =>
    Effect.gen(function* () {
      const first = yield* connectToProject(memoryStore)
      yield* Effect.provideContext(signIn, first)
      const { refreshToken } = yield* Context.get(first, Session).stored
      const accessToken = jwt({ iat: -20, exp: -10 })
      const kept = { refreshToken: refreshToken && Redacted.value(refreshToken), accessToken }
      const context = yield* connectToProject(Effect.sync(() => makeFixed(kept)))
      const log = yield* RequestLog
      yield* log.clear
      const both = Effect.all([call(UsersApi.getMe), call(UsersApi.getMe)], { concurrency: "unbounded" })
      const users = yield* Effect.provideContext(both, context)
      assert.deepStrictEqual(
        users.map(({ primaryEmail }) => primaryEmail),
        [ada.email, ada.email]
      )
      assert.strictEqual(yield* log.count("POST /api/v1/auth/oauth/token"), 1)
    }).pipe(Effect.provide(service))
  )

  it.effect("names the option of a key that the service rejects", () =>
    Effect.gen(function* () {
      const context = yield* connectToProject(memoryStore, { publishableClientKey: "pck_wrong" })
      const error = yield* Effect.flip(Effect.provideContext(call(UsersApi.getMe), context))
      assert.strictEqual(error._tag === "RequestError" && error.reason._tag, "Refused")
      assert.include(error.message, "publishableClientKey")
    }).pipe(Effect.provide(service))
  )

  it.effect("names a missing option", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(connect({ publishableClientKey: "pck_1" }, memoryStore))
      assert.strictEqual(error.option, "projectId")
    })
  )
})
