/** The query cache on the virtual clock, without React. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { DAY } from "../../durations.ts"
import { makeCache } from "../../../tiers/cache/cache.ts"
import { ENTRY_LIFE, FAILURE_LIFE, FETCH_INTERVAL } from "../../../tiers/cache/cache-entry.ts"
import type { Query } from "../../../tiers/cache/query.ts"

type Result = Exit.Exit<string, string>
interface Request {
  readonly at: number
  readonly respond: (exit: Result) => Effect.Effect<void>
  state: "open" | "completed" | "aborted"
}

/** Lets promises go on that are ready to. */
const settle = Effect.promise(() => new Promise<void>((resolve) => void setImmediate(resolve)))

/** A cache, a query of it, and the requests that went out, each to be completed by hand. */
const scripted = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const requests: Array<Request> = []
  const cache = makeCache<never>((effect) => {
    const fiber = Effect.runForkWith(context)(Effect.exit(effect))
    const promise = new Promise<Exit.Exit<never, never>>((resolve) => {
      fiber.addObserver((exit) =>
        resolve((Exit.isSuccess(exit) ? exit.value : Exit.interrupt()) as Exit.Exit<never, never>)
      )
    })
    return { exit: undefined, promise, interrupt: () => fiber.interruptUnsafe() } as never
  })
  const effect = Effect.flatMap(Clock.currentTimeMillis, (at) =>
    Effect.callback<string, string>((resume) => {
      const request: Request = {
        at,
        state: "open",
        respond: (exit) => {
          request.state = "completed"
          resume(exit)
          return settle
        }
      }
      requests.push(request)
      return Effect.sync(() => void (request.state = "aborted"))
    })
  )
  const query: Query<string, string, never> = { name: "name", key: "name", ofSession: true, effect }
  const value = (of = query) => {
    const { exit } = cache.read(of)
    return exit === undefined ? undefined : Exit.isSuccess(exit) ? exit.value : "failed"
  }
  const respond = (index: number, exit: Result) => {
    const request = requests[index]
    if (request === undefined) throw new Error(`there is no request ${index}`)
    return request.respond(exit)
  }
  return { cache, requests, query, value, respond }
})

const wait = (millis: number) => Effect.andThen(TestClock.adjust(millis), settle)

describe("the cache", () => {
  it.effect("sends one request for concurrent readers, who share one state", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests, value } = yield* scripted
      assert.strictEqual(cache.read(query), cache.read(query))
      yield* respond(0, Exit.succeed("Noor"))
      assert.strictEqual(value(), "Noor")
      assert.strictEqual(cache.read(query), cache.read(query))
      assert.lengthOf(requests, 1)
    })
  )

  it.effect("drops a response 5 s after its last subscriber left, not before", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests } = yield* scripted
      const leave = cache.subscribe(query, () => {})
      yield* respond(0, Exit.succeed("Noor"))
      yield* wait(60_000)
      leave()
      yield* wait(ENTRY_LIFE - 1)
      cache.read(query)
      assert.lengthOf(requests, 1)
      yield* wait(1)
      cache.read(query)
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("keeps a response for a subscriber that returns within 5 s", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests } = yield* scripted
      cache.subscribe(query, () => {})()
      yield* respond(0, Exit.succeed("Noor"))
      yield* wait(ENTRY_LIFE - 1)
      cache.subscribe(query, () => {})
      yield* wait(ENTRY_LIFE)
      cache.read(query)
      assert.lengthOf(requests, 1)
    })
  )

  it.effect("reads again when the session changes, and drops late responses of the old one", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests, value } = yield* scripted
      cache.subscribe(query, () => {})
      const first = cache.read(query).promise
      cache.sessionChanged()
      yield* settle
      assert.deepStrictEqual(
        requests.map(({ state }) => state),
        ["aborted", "open"]
      )
      yield* respond(0, Exit.succeed("old"))
      assert.isUndefined(value())
      yield* respond(1, Exit.succeed("new"))
      assert.strictEqual(value(), "new")
      // A caller of the first request gets the response that overtook it.
      assert.deepStrictEqual(yield* Effect.promise(() => first), Exit.succeed("new"))
    })
  )

  it.effect("drops unwatched data of an ended session at once", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests, value } = yield* scripted
      cache.read(query)
      yield* respond(0, Exit.succeed("Noor"))
      cache.sessionChanged()
      assert.lengthOf(requests, 1)
      assert.isUndefined(value())
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("interrupts unwatched reads of an ended session", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests } = yield* scripted
      const leave = cache.subscribe(query, () => {})
      yield* respond(0, Exit.succeed("Noor"))
      void cache.refresh(query)
      yield* wait(FETCH_INTERVAL)
      leave()
      cache.sessionChanged()
      yield* settle
      assert.deepStrictEqual(
        requests.map(({ state }) => state),
        ["completed", "aborted"]
      )
    })
  )

  it.effect("keeps data that does not belong to the session", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests } = yield* scripted
      cache.subscribe({ ...query, ofSession: false }, () => {})
      yield* respond(0, Exit.succeed("Fernhill"))
      cache.sessionChanged()
      assert.lengthOf(requests, 1)
    })
  )

  it.effect("shows a change of the session only when every hold is released", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests, value } = yield* scripted
      cache.subscribe(query, () => {})
      yield* respond(0, Exit.succeed("Noor"))
      const [first, second] = [cache.hold(), cache.hold()]
      cache.sessionChanged()
      first()
      first()
      assert.strictEqual(value(), "Noor")
      second()
      assert.isUndefined(value())
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("forgets the value that is shown once the session has changed, until the next result", () =>
    Effect.gen(function* () {
      const { respond, cache, query } = yield* scripted
      const shown = () => cache.shown(query.key)
      const leave = cache.subscribe(query, () => {})
      yield* respond(0, Exit.succeed("Noor"))
      cache.forgetShown(query.key)
      assert.strictEqual(shown(), "Noor")
      cache.sessionChanged()
      assert.strictEqual(shown(), "Noor")
      cache.forgetShown(query.key)
      assert.isUndefined(shown())
      yield* respond(1, Exit.succeed("Bob"))
      assert.strictEqual(shown(), "Bob")

      const release = cache.hold()
      cache.sessionChanged()
      assert.strictEqual(shown(), "Bob")
      cache.forgetShown(query.key)
      assert.isUndefined(shown())
      release()
      assert.isUndefined(shown())
      yield* respond(2, Exit.fail("no"))
      assert.isUndefined(shown())
      cache.forgetFailures()
      yield* wait(FETCH_INTERVAL)
      yield* respond(3, Exit.succeed("Ada"))
      assert.strictEqual(shown(), "Ada")
      cache.sessionChanged()
      assert.strictEqual(shown(), "Ada")
      leave()
      assert.isUndefined(shown())
    })
  )

  it.effect("refreshes at most every 300 ms, with one request for all that wait", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests, value } = yield* scripted
      cache.subscribe(query, () => {})
      yield* respond(0, Exit.succeed("1"))
      const both = [cache.refresh(query), cache.refresh(query)]
      yield* wait(FETCH_INTERVAL - 1)
      assert.lengthOf(requests, 1)
      yield* wait(1)
      assert.lengthOf(requests, 2)
      assert.strictEqual(value(), "1")
      yield* respond(1, Exit.succeed("2"))
      yield* Effect.promise(() => Promise.all(both))
      assert.strictEqual(value(), "2")
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("has one request in flight; reads requested meanwhile share one request after it", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests, value } = yield* scripted
      cache.subscribe(query, () => {})
      const both = [cache.refresh(query), cache.refresh(query)]
      yield* wait(10 * FETCH_INTERVAL)
      assert.lengthOf(requests, 1)
      yield* respond(0, Exit.succeed("from before the write"))
      assert.strictEqual(value(), "from before the write")
      yield* wait(0)
      assert.lengthOf(requests, 2)
      yield* respond(1, Exit.succeed("from after it"))
      yield* Effect.promise(() => Promise.all(both))
      assert.strictEqual(value(), "from after it")
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("keeps the last response when a refresh fails", () =>
    Effect.gen(function* () {
      const { respond, cache, query, value } = yield* scripted
      cache.subscribe(query, () => {})
      yield* respond(0, Exit.succeed("Noor"))
      const refreshed = cache.refresh(query)
      yield* wait(FETCH_INTERVAL)
      yield* respond(1, Exit.fail("offline"))
      yield* Effect.promise(() => refreshed)
      assert.strictEqual(value(), "Noor")
    })
  )

  it.effect("fails for those that waited, and sends a new request for later readers", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests, value } = yield* scripted
      cache.read(query)
      yield* respond(0, Exit.fail("offline"))
      assert.strictEqual(value(), "failed")
      yield* wait(FAILURE_LIFE + 1)
      assert.isUndefined(value())
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("reads again after a failure for a later subscriber, also while others still watch it", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests, value } = yield* scripted
      cache.subscribe(query, () => {})
      yield* respond(0, Exit.fail("offline"))
      cache.subscribe(query, () => {})
      yield* wait(FAILURE_LIFE + 1)
      assert.strictEqual(value(), "failed")
      assert.lengthOf(requests, 1)
      cache.subscribe(query, () => {})
      yield* settle
      assert.lengthOf(requests, 2)
      yield* respond(1, Exit.succeed("Noor"))
      assert.strictEqual(value(), "Noor")
    })
  )

  it.effect("prefers the response of a write to one that is in flight", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests, value } = yield* scripted
      cache.subscribe(query, () => {})
      cache.put(query.key, "written", "write")
      yield* settle
      assert.strictEqual(requests[0]?.state, "aborted")
      yield* respond(0, Exit.succeed("read before"))
      assert.strictEqual(value(), "written")
    })
  )

  it.effect("stores the response of a direct read, unless a request is in flight", () =>
    Effect.gen(function* () {
      const { respond, cache, query, value } = yield* scripted
      cache.put(query.key, "nobody asked", "read")
      cache.subscribe(query, () => {})
      cache.put(query.key, "too early", "read")
      assert.isUndefined(value())
      yield* respond(0, Exit.succeed("Noor"))
      cache.put(query.key, "Amir", "read")
      assert.strictEqual(value(), "Amir")
    })
  )

  it.effect("reads watched data again by name, and drops unwatched data", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests } = yield* scripted
      const one = { ...query, name: "members", key: "members 1" }
      const two = { ...query, name: "members", key: "members 2" }
      cache.subscribe(one, () => {})
      cache.subscribe(query, () => {})
      cache.read(two)
      for (const index of [0, 1, 2]) yield* respond(index, Exit.succeed(""))
      const touched = cache.touch(["members", "invitations"])
      yield* wait(FETCH_INTERVAL)
      assert.lengthOf(requests, 4)
      yield* respond(3, Exit.succeed("new"))
      yield* Effect.promise(() => touched)
      assert.deepStrictEqual(cache.read(one).exit, Exit.succeed("new"))
      assert.isUndefined(cache.read(two).exit)
    })
  )

  it.effect("reads watched data again by name that was read before a time, and leaves later data", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests } = yield* scripted
      const one = { ...query, name: "members", key: "members 1" }
      const two = { ...query, name: "members", key: "members 2" }
      cache.subscribe(one, () => {})
      yield* respond(0, Exit.succeed("old"))
      yield* wait(FETCH_INTERVAL)
      const time = yield* Clock.currentTimeMillis
      cache.subscribe(two, () => {})
      yield* respond(1, Exit.succeed("fresh"))
      const touched = cache.touch(["members"], time)
      yield* wait(FETCH_INTERVAL)
      assert.lengthOf(requests, 3)
      yield* respond(2, Exit.succeed("new"))
      yield* Effect.promise(() => touched)
      assert.deepStrictEqual(cache.read(one).exit, Exit.succeed("new"))
      assert.deepStrictEqual(cache.read(two).exit, Exit.succeed("fresh"))
    })
  )

  const step = Schema.Union([
    Schema.Literals([
      "read directly",
      "read",
      "subscribe",
      "leave",
      "refresh",
      "touch",
      "forget",
      "session",
      "write",
      "respond",
      "fail"
    ]),
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6000 }))
  ])

  it.effect.prop(
    "never has two requests on their way, never starts two within 300 ms, and never shows another session's response",
    [Schema.Array(step)],
    ([steps]) =>
      Effect.gen(function* () {
        const { cache, query, requests, value } = yield* scripted
        const leaves: Array<() => void> = []
        let session = 0
        let firstOfSession = 0
        for (const step of steps) {
          if (step === "read") cache.read(query)
          else if (step === "subscribe") leaves.push(cache.subscribe(query, () => {}))
          else if (step === "leave") leaves.pop()?.()
          else if (step === "refresh") void cache.refresh(query)
          else if (step === "touch") void cache.touch(["name"])
          else if (step === "forget") cache.forget(query)
          else if (step === "write") cache.put(query.key, `${session}`, "write")
          else if (step === "read directly") cache.put(query.key, `${session}`, "read")
          else if (step === "session") {
            session++
            firstOfSession = requests.length
            cache.sessionChanged()
          } else if (step === "respond" || step === "fail") {
            const latest = requests.at(-1)
            const of = requests.length > firstOfSession ? session : "another"
            if (latest !== undefined)
              yield* latest.respond(step === "respond" ? Exit.succeed(`${of}`) : Exit.fail("no"))
          } else yield* TestClock.adjust(step)
          yield* settle
          assert.isAtMost(requests.filter(({ state }) => state === "open").length, 1)
          const starts = requests.slice(firstOfSession).map(({ at }) => at)
          starts.slice(1).forEach((at, index) => assert.isAtLeast(at - (starts[index] ?? 0), FETCH_INTERVAL))
          if (leaves.length > 0) assert.include([undefined, "failed", `${session}`], value())
        }
      }),
    { arbitrary: { runs: 300, seed: 4 } }
  )
})

describe("after the clock is set back a day, the cache", () => {
  it.effect("sends the next request after at most 300 ms", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests, value } = yield* scripted
      yield* TestClock.setTime(DAY)
      cache.subscribe(query, () => {})
      yield* respond(0, Exit.succeed("Noor"))
      yield* TestClock.setTime(0)
      void cache.refresh(query)
      yield* wait(FETCH_INTERVAL - 1)
      assert.lengthOf(requests, 1)
      yield* wait(1)
      yield* respond(1, Exit.succeed("Ada"))
      assert.strictEqual(value(), "Ada")
    })
  )

  it.effect("reads a value without subscribers again", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests } = yield* scripted
      yield* TestClock.setTime(DAY)
      cache.read(query)
      yield* respond(0, Exit.succeed("Noor"))
      yield* TestClock.setTime(0)
      cache.read(query)
      yield* wait(FETCH_INTERVAL)
      assert.lengthOf(requests, 2)
    })
  )

  it.effect("reads a failure again for the next subscriber", () =>
    Effect.gen(function* () {
      const { respond, cache, query, requests } = yield* scripted
      yield* TestClock.setTime(DAY)
      cache.subscribe(query, () => {})
      yield* respond(0, Exit.fail("lost"))
      yield* TestClock.setTime(0)
      cache.subscribe(query, () => {})
      yield* wait(FETCH_INTERVAL)
      assert.lengthOf(requests, 2)
    })
  )
})
