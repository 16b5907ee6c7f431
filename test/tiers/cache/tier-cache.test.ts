/** The cache of a client and its session, without React. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { RequestError } from "../../../core/errors/request-error.ts"
import { TokenStore } from "../../../core/session/token-store.ts"
import { type GivenTokens, makeFixed } from "../../../core/session/token-store-memory.ts"
import { ENTRY_LIFE } from "../../../tiers/cache/cache-entry.ts"
import { projectQuery, userQuery } from "../../../tiers/cache/queries.ts"
import { makeTierCache, runtimeOf } from "../../../tiers/cache/tier-cache.ts"
import { clientTable } from "../../../tiers/cache/client-table.ts"
import * as Client from "../../../tiers/client.ts"
import { ok, type ScriptedResponse, type SeenRequest, status } from "../../core/scripted-transport.ts"
import { session, user } from "../../react/scripted-service.ts"
import { scriptedCache, settle, tokens, wait } from "./scripted-cache.ts"

const nameOf = (refreshToken: string | undefined) => `user of ${refreshToken}`
const ofRequest = ({ headers }: SeenRequest) => user({ display_name: nameOf(headers["x-stack-refresh-token"]) })

/** Starts an effect over the client and lets it send: what it needs of the program is loaded in real time. */
const loaded = Effect.promise(() => import("../../../tiers/calls/on-demand-module.ts"))
const runUntilSettled = <A>(start: () => A) => Effect.tap(Effect.andThen(loaded, Effect.sync(start)), settle)

/** A token store in which others sign in and out without a word, as another tab does in the cookies. */
const silentStore = (first: GivenTokens) => {
  let store = makeFixed(first)
  return {
    store: TokenStore.of({
      get: Effect.suspend(() => store.get),
      update: (change) => Effect.suspend(() => store.update(change)),
      subscribe: () => () => {}
    }),
    become: (next: GivenTokens) => void (store = makeFixed(next))
  }
}

/** A cache over a client whose calls take 100 ms, with a user of its own for each session. */
const connect = (
  tokenStore: Client.ClientOptions["tokenStore"],
  over?: (request: SeenRequest, index: number) => ScriptedResponse | undefined
) =>
  Effect.gen(function* () {
    const { cache, client, requests } = yield* scriptedCache(tokenStore, ofRequest, over)
    const userName = () => {
      const { exit } = cache.read(userQuery)
      return exit === undefined ? undefined : Exit.isSuccess(exit) ? (exit.value?.displayName ?? null) : "failed"
    }
    return { cache, client, requests, userName }
  })

const signIn = Effect.flatMap(Client.Client, (client) =>
  client.signInWithCredential({ email: "bob@example.com", password: "x" })
)
/** Returns the reason of the `RequestError` with which a run failed. */
const reasonOf = (promise: Promise<Exit.Exit<unknown, unknown>>) =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(Effect.flatten(Effect.promise(() => promise)))
    return failure instanceof RequestError ? failure.reason._tag : failure
  })
const rename = (displayName: string) => Effect.flatMap(Client.Client, (client) => client.updateUser({ displayName }))

describe("the cache of a client", () => {
  it.effect("returns the cached response, or shares the request in flight", () =>
    Effect.gen(function* () {
      const { cache, requests } = yield* connect(tokens())
      const both = yield* Effect.forkChild(Effect.all([cache.get(userQuery), cache.get(userQuery)], { concurrency: 2 }))
      yield* wait(100)
      const [one, other] = yield* Fiber.join(both)
      assert.strictEqual(one, other)
      assert.strictEqual(yield* cache.get(userQuery), one)
      assert.lengthOf(requests, 1)
    })
  )

  it.effect("fails with the errors of the call, once for concurrent readers", () =>
    Effect.gen(function* () {
      const { cache, requests } = yield* connect(tokens(), (_, index) => (index === 0 ? status(418) : undefined))
      const failing = yield* Effect.forkChild(Effect.flip(cache.get(projectQuery)))
      yield* wait(100)
      assert.strictEqual((yield* Fiber.join(failing))._tag, "RequestError")
      yield* wait(1001)
      const next = yield* Effect.forkChild(cache.get(projectQuery))
      yield* wait(100)
      assert.strictEqual((yield* Fiber.join(next)).displayName, "Fernhill")
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("shows the response of a write at once, without another request", () =>
    Effect.gen(function* () {
      const { cache, requests, userName } = yield* connect(tokens(), ({ method }) =>
        method === "PATCH" ? ok(user({ display_name: "Noor" })) : undefined
      )
      cache.subscribe(userQuery, () => {})
      yield* wait(100)
      const { promise } = yield* runUntilSettled(() => cache.run(rename("Noor")))
      yield* wait(100)
      assert.isTrue(Exit.isSuccess(yield* Effect.promise(() => promise)))
      assert.strictEqual(userName(), "Noor")
      assert.deepStrictEqual(
        requests.map(({ method }) => method),
        ["GET", "PATCH"]
      )
    })
  )

  it.effect("never shows a user the late response to another user's read", () =>
    Effect.gen(function* () {
      const { cache, client, requests, userName } = yield* connect(tokens())
      const seen = new Set<unknown>()
      cache.subscribe(userQuery, () => seen.add(userName()))
      yield* wait(50)
      const ada = requests[0]?.headers["x-stack-refresh-token"]
      // Signs in within the time of the first response.
      const signingIn = yield* Effect.forkChild(
        client.signInWithCredential({ email: "bob@example.com", password: "x" })
      )
      yield* wait(50)
      assert.strictEqual(userName(), nameOf(ada))
      void cache.refresh(userQuery)
      yield* wait(50)
      yield* Fiber.join(signingIn)
      assert.isUndefined(userName())
      seen.clear()
      yield* wait(1000)
      assert.deepStrictEqual(seen, new Set([nameOf(requests.at(-1)?.headers["x-stack-refresh-token"])]))
      assert.notStrictEqual(userName(), nameOf(ada))
    })
  )

  it.effect("reads again when another user has signed in before the response, without notification", () =>
    Effect.gen(function* () {
      const [ada, bob] = [tokens(), tokens()]
      const { become, store } = silentStore(ada)
      const { cache, requests, userName } = yield* connect(store)
      const seen = new Set<unknown>()
      cache.subscribe(userQuery, () => seen.add(userName()))
      yield* wait(50)
      become(bob)
      yield* wait(50)
      assert.deepStrictEqual(seen, new Set())
      yield* wait(1000)
      assert.deepStrictEqual(seen, new Set([nameOf(bob.refreshToken)]))
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("keeps the response about the project after another user has signed in", () =>
    Effect.gen(function* () {
      const { become, store } = silentStore(tokens())
      const { cache, requests } = yield* connect(store)
      cache.subscribe(projectQuery, () => {})
      yield* wait(50)
      become(tokens())
      yield* wait(50)
      const { exit } = cache.read(projectQuery)
      assert.isTrue(exit !== undefined && Exit.isSuccess(exit))
      yield* wait(1000)
      assert.lengthOf(requests, 1)
    })
  )

  it.effect("never replaces one user's data by the response to another user's write", () =>
    Effect.gen(function* () {
      const [ada, bob] = [tokens(), tokens()]
      const { become, store } = silentStore(ada)
      const { cache, userName } = yield* connect(store)
      cache.subscribe(userQuery, () => {})
      yield* wait(100)
      const { promise } = yield* runUntilSettled(() => cache.run(rename("Ada")))
      yield* wait(50)
      become(bob)
      yield* wait(50)
      assert.isTrue(Exit.isSuccess(yield* Effect.promise(() => promise)))
      yield* wait(300)
      assert.strictEqual(userName(), nameOf(bob.refreshToken))
    })
  )

  it.effect("writes as the user who is shown, not as one who signed in without a notification", () =>
    Effect.gen(function* () {
      const { become, store } = silentStore(tokens())
      const { cache, requests } = yield* connect(store)
      cache.subscribe(userQuery, () => {})
      yield* wait(100)
      const mine = yield* runUntilSettled(() => cache.run(rename("Ada")))
      yield* wait(100)
      assert.isTrue(Exit.isSuccess(yield* Effect.promise(() => mine.promise)))
      become(tokens("another"))
      const { promise } = yield* runUntilSettled(() => cache.run(rename("Ada")))
      yield* wait(100)
      const failure = yield* Effect.flip(Effect.flatten(Effect.promise(() => promise)))
      assert.strictEqual(failure._tag === "RequestError" && failure.reason._tag, "SessionChanged")
      assert.lengthOf(
        requests.filter(({ method }) => method === "PATCH"),
        1
      )
    })
  )

  it.effect("runs no call as another user before that user is shown, also if reading them fails", () =>
    Effect.gen(function* () {
      const store = makeFixed(tokens())
      const { cache, requests, userName } = yield* connect(store, (_, index) => (index > 0 ? status(418) : undefined))
      cache.subscribe(userQuery, () => {})
      yield* wait(100)
      const another = yield* makeFixed(tokens("another")).get
      yield* store.update(() => another)
      yield* settle
      const failures = Effect.gen(function* () {
        const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, Client.Client>> = [
          rename("Ada"),
          Effect.flatMap(Client.Client, (client) => client.deleteUser()),
          Effect.flatMap(Client.Client, (client) => client.linkOAuthAccount("github")),
          Effect.flatMap(Client.Client, (client) => client.connectAccount("github"))
        ]
        const runs = yield* runUntilSettled(() => calls.map((call) => cache.run(Effect.flip(call)).promise))
        const exits = yield* Effect.promise(() => Promise.all(runs))
        return exits.map((exit) => {
          const failure = Exit.isSuccess(exit) ? exit.value : undefined
          return failure instanceof RequestError ? failure.reason._tag : failure
        })
      })
      const refused = Array.from({ length: 4 }, () => "SessionChanged" as const)
      assert.isUndefined(userName())
      assert.deepStrictEqual(yield* failures, refused)
      yield* wait(100)
      assert.strictEqual(userName(), "failed")
      assert.deepStrictEqual(yield* failures, refused)
      assert.deepStrictEqual(
        requests.map(({ method }) => method),
        ["GET", "GET"]
      )
    })
  )

  it.effect("writes as the user whom the program itself has signed in, before that user is read", () =>
    Effect.gen(function* () {
      const { cache, userName } = yield* connect(tokens("guest"), (_, index) =>
        index === 0 ? ok(user({ id: "guest" })) : undefined
      )
      cache.subscribe(userQuery, () => {})
      yield* wait(100)
      const { promise } = yield* runUntilSettled(() => cache.run(Effect.andThen(signIn, rename("Ada"))))
      yield* wait(100)
      assert.isUndefined(userName())
      yield* wait(100)
      assert.isTrue(Exit.isSuccess(yield* Effect.promise(() => promise)))
    })
  )

  it.effect("writes as the user whom a screen has signed in, while the change is held back and after that", () =>
    Effect.gen(function* () {
      const { cache, userName } = yield* connect(tokens("guest"), ({ url, method }, index) => {
        if (index === 0) return ok(user({ id: "guest", display_name: "Guest" }))
        if (url.endsWith("/password/set")) return ok({ success: true })
        return method === "GET" ? status(418) : undefined
      })
      cache.subscribe(userQuery, () => {})
      yield* wait(100)
      const release = cache.hold()
      const signingIn = yield* runUntilSettled(() => cache.run(signIn).promise)
      yield* wait(100)
      assert.isTrue(Exit.isSuccess(yield* Effect.promise(() => signingIn)))
      assert.strictEqual(userName(), "Guest")
      const write = Effect.gen(function* () {
        const call = Effect.flatMap(Client.Client, (client) => client.setPassword({ password: "a long password" }))
        const { promise } = yield* runUntilSettled(() => cache.run(call))
        yield* wait(100)
        // The refresh of the user fails.
        yield* wait(2000)
        return yield* Effect.promise(() => promise)
      })
      assert.isTrue(Exit.isSuccess(yield* write))
      release()
      assert.isUndefined(userName())
      assert.isTrue(Exit.isSuccess(yield* write))
      yield* wait(100)
      assert.strictEqual(userName(), "failed")
      assert.isTrue(Exit.isSuccess(yield* write))
    })
  )

  it.effect("binds writes to the user who was signed in during a hold, once that user is read", () =>
    Effect.gen(function* () {
      const { become, store } = silentStore(tokens("guest"))
      const { cache, userName } = yield* connect(store, (_, index) =>
        index === 0 ? ok(user({ id: "guest" })) : undefined
      )
      cache.subscribe(userQuery, () => {})
      yield* wait(100)
      const release = cache.hold()
      const signingIn = yield* runUntilSettled(() => cache.run(signIn).promise)
      yield* wait(100)
      yield* Effect.promise(() => signingIn)
      release()
      yield* wait(1000)
      assert.isString(userName())
      become(tokens("another"))
      const { promise } = yield* runUntilSettled(() => cache.run(rename("Ada")))
      yield* wait(100)
      assert.strictEqual(yield* reasonOf(promise), "SessionChanged")
    })
  )

  it.effect("stays bound to the user who is shown after a call that has started no session", () =>
    Effect.gen(function* () {
      const calls: ReadonlyArray<Effect.Effect<unknown, unknown, Client.Client>> = [
        Effect.flatMap(Client.Client, (client) => client.signUpAnonymously()),
        Effect.flatMap(Client.Client, (client) => client.callOAuthCallback()),
        Effect.flatMap(Client.Client, (client) => client.getUserOrAnonymous)
      ]
      for (const call of calls) {
        const { become, store } = silentStore(tokens())
        const { cache, userName } = yield* connect(store, ({ method }, index) =>
          method === "GET" && index > 0 ? status(418) : undefined
        )
        cache.subscribe(userQuery, () => {})
        yield* wait(100)
        become(tokens("another"))
        const { promise } = yield* runUntilSettled(() => cache.run(Effect.andThen(Effect.ignore(call), rename("Ada"))))
        yield* wait(100)
        assert.strictEqual(userName(), "failed")
        yield* wait(2000)
        assert.strictEqual(yield* reasonOf(promise), "SessionChanged")
      }
    })
  )

  it.effect("writes as the anonymous user whom getUserOrAnonymous has signed up", () =>
    Effect.gen(function* () {
      const { cache, client, userName } = yield* connect(makeFixed(tokens("guest")), ({ method, url }, index) => {
        if (index === 0) return ok(user({ id: "guest", display_name: "Guest" }))
        if (method === "DELETE") return ok({ success: true })
        return url.endsWith("/anonymous/sign-up") ? ok(session({ forever: true })) : undefined
      })
      cache.subscribe(userQuery, () => {})
      yield* wait(100)
      const release = cache.hold()
      const signingOut = yield* Effect.forkChild(client.signOut)
      yield* wait(100)
      yield* Fiber.join(signingOut)
      assert.strictEqual(userName(), "Guest")
      const write = Effect.flatMap(Client.Client, ({ getUserOrAnonymous }) =>
        Effect.andThen(getUserOrAnonymous, rename("Ada"))
      )
      const { promise } = yield* runUntilSettled(() => cache.run(write))
      yield* wait(100)
      yield* wait(100)
      yield* wait(100)
      assert.isTrue(Exit.isSuccess(yield* Effect.promise(() => promise)))
      release()
    })
  )

  it.effect("writes as the signed-in user where no user is shown", () =>
    Effect.gen(function* () {
      const store = makeFixed(tokens("guest"))
      const { cache } = yield* connect(store, (_, index) => (index === 0 ? ok(user({ id: "guest" })) : undefined))
      const leave = cache.subscribe(userQuery, () => {})
      yield* wait(100)
      const next = yield* makeFixed(tokens()).get
      yield* store.update(() => next)
      yield* settle
      leave()
      const { promise } = yield* runUntilSettled(() => cache.run(rename("Ada")))
      yield* wait(100)
      assert.isTrue(Exit.isSuccess(yield* Effect.promise(() => promise)))
    })
  )

  it.effect("drops the user on sign-out, also when the request fails", () =>
    Effect.gen(function* () {
      const { cache, client, userName } = yield* connect(tokens(), ({ method }) =>
        method === "DELETE" ? status(418) : undefined
      )
      cache.subscribe(userQuery, () => {})
      yield* wait(100)
      assert.isString(userName())
      const signingOut = yield* Effect.forkChild(Effect.flip(client.signOut))
      yield* settle
      assert.isNull(userName())
      yield* wait(100)
      yield* Fiber.join(signingOut)
    })
  )

  it.effect("keeps the project after a sign-in, and reads only the user", () =>
    Effect.gen(function* () {
      const { cache, requests, userName } = yield* connect("memory")
      cache.subscribe(projectQuery, () => {})
      cache.subscribe(userQuery, () => {})
      yield* wait(100)
      assert.isNull(userName())
      const { promise } = cache.run(signIn)
      yield* wait(100)
      yield* Effect.promise(() => promise)
      yield* wait(100)
      assert.isString(userName())
      assert.deepStrictEqual(
        requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`),
        ["GET /api/v1/projects/current", "POST /api/v1/auth/password/sign-in", "GET /api/v1/users/me"]
      )
    })
  )

  it.effect("reports wrong options only when the client is used", () =>
    Effect.gen(function* () {
      const cache = makeTierCache(
        Client.Client,
        runtimeOf(Client.Client, Client.make({ projectId: "p", tokenStore: "memory" })),
        clientTable
      )
      const exit = yield* Effect.exit(cache.get(userQuery))
      assert.include(String(Exit.isFailure(exit) && exit.cause), "ConfigurationError")
    })
  )
})

describe("a process", () => {
  it.effect("does not keep the process alive for unread data", () =>
    Effect.gen(function* () {
      const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length
      const { cache } = yield* connect("memory")
      const before = timers()
      cache.subscribe(userQuery, () => {})()
      yield* settle
      // A timer of another test may have ended.
      assert.isAtMost(timers(), before)
      yield* wait(ENTRY_LIFE)
    })
  )
})
