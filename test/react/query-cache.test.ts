/** The cache under the hooks, without React. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { ENTRY_LIFE, FETCH_INTERVAL, makeQueryCache, type Query } from "../../react/query/query-cache.ts"

/** A cache, and the requests that it has started, each to be answered by hand. */
const scripted = () => {
  const requests: Array<{ readonly answer: (exit: Exit.Exit<string, string>) => Promise<void>; aborted: boolean }> = []
  const cache = makeQueryCache(() => {
    let resolve = (_: Exit.Exit<never, never>) => {}
    const promise = new Promise<Exit.Exit<never, never>>((done) => void (resolve = done))
    const request = {
      aborted: false,
      answer: async (exit: Exit.Exit<string, string>) => {
        resolve(exit as Exit.Exit<never, never>)
        await vi.advanceTimersByTimeAsync(0)
      }
    }
    requests.push(request)
    return { exit: undefined, promise, interrupt: () => void (request.aborted = true) }
  })
  return { cache, requests }
}

const query: Query<string, string> = { key: "name", ofSession: true, effect: Effect.succeed("") }
const value = (exit: Exit.Exit<string, string> | undefined) =>
  exit === undefined ? undefined : Exit.isSuccess(exit) ? exit.value : "failed"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe("the query cache", () => {
  it("sends one request for all who read, and gives them one state", async () => {
    const { cache, requests } = scripted()
    expect(cache.read(query)).toBe(cache.read(query))
    await requests[0]?.answer(Exit.succeed("Noor"))
    expect(value(cache.read(query).exit)).toBe("Noor")
    expect(cache.read(query)).toBe(cache.read(query))
    expect(requests).toHaveLength(1)
  })

  it("drops an answer 5 s after its last subscriber left, not before", async () => {
    const { cache, requests } = scripted()
    const leave = cache.subscribe(query, () => {})
    await requests[0]?.answer(Exit.succeed("Noor"))
    await vi.advanceTimersByTimeAsync(60_000)
    leave()
    await vi.advanceTimersByTimeAsync(ENTRY_LIFE - 1)
    cache.read(query)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    cache.read(query)
    expect(requests).toHaveLength(2)
  })

  it("keeps an answer for a subscriber who comes back within 5 s", async () => {
    const { cache, requests } = scripted()
    cache.subscribe(query, () => {})()
    await requests[0]?.answer(Exit.succeed("Noor"))
    await vi.advanceTimersByTimeAsync(ENTRY_LIFE - 1)
    cache.subscribe(query, () => {})
    await vi.advanceTimersByTimeAsync(ENTRY_LIFE)
    cache.read(query)
    expect(requests).toHaveLength(1)
  })

  it("asks again when the session changes, and tells late answers of the old one nobody", async () => {
    const { cache, requests } = scripted()
    const seen = vi.fn<() => void>()
    cache.subscribe(query, seen)
    const first = cache.read(query).promise
    cache.sessionChanged()
    expect(requests.map(({ aborted }) => aborted)).toEqual([true, false])
    await requests[0]?.answer(Exit.succeed("old"))
    expect(cache.read(query).exit).toBeUndefined()
    await requests[1]?.answer(Exit.succeed("new"))
    expect(value(cache.read(query).exit)).toBe("new")
    // Who waited for the first answer gets the one that overtook it.
    expect(value(await first)).toBe("new")
  })

  it("leaves what does not belong to the session alone", async () => {
    const { cache, requests } = scripted()
    const project = { ...query, ofSession: false }
    cache.subscribe(project, () => {})
    await requests[0]?.answer(Exit.succeed("Fernhill"))
    cache.sessionChanged()
    expect(requests).toHaveLength(1)
  })

  it("shows a change of the session only when every hold is released", async () => {
    const { cache, requests } = scripted()
    cache.subscribe(query, () => {})
    await requests[0]?.answer(Exit.succeed("Noor"))
    const [first, second] = [cache.hold(), cache.hold()]
    cache.sessionChanged()
    first()
    first()
    expect(value(cache.read(query).exit)).toBe("Noor")
    second()
    expect(cache.read(query).exit).toBeUndefined()
    expect(requests).toHaveLength(2)
  })

  it("refreshes at most every 300 ms, one request at a time, shared by those who wait together", async () => {
    const { cache, requests } = scripted()
    cache.subscribe(query, () => {})
    await requests[0]?.answer(Exit.succeed("1"))
    const both = [cache.refresh(query), cache.refresh(query)]
    await vi.advanceTimersByTimeAsync(FETCH_INTERVAL - 1)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toHaveLength(2)
    expect(value(cache.read(query).exit)).toBe("1")
    await requests[1]?.answer(Exit.succeed("2"))
    await Promise.all(both)
    expect(value(cache.read(query).exit)).toBe("2")
    expect(requests).toHaveLength(2)
  })

  it("keeps what is known when a refresh fails", async () => {
    const { cache, requests } = scripted()
    cache.subscribe(query, () => {})
    await requests[0]?.answer(Exit.succeed("Noor"))
    const refreshed = cache.refresh(query)
    await vi.advanceTimersByTimeAsync(FETCH_INTERVAL)
    await requests[1]?.answer(Exit.fail("offline"))
    await refreshed
    expect(value(cache.read(query).exit)).toBe("Noor")
  })

  it("tells a failure to those who waited, and asks again for who comes later", async () => {
    const { cache, requests } = scripted()
    cache.read(query)
    await requests[0]?.answer(Exit.fail("offline"))
    expect(value(cache.read(query).exit)).toBe("failed")
    await vi.advanceTimersByTimeAsync(1001)
    expect(cache.read(query).exit).toBeUndefined()
    expect(requests).toHaveLength(2)
  })

  it("takes the answer of a write before one that is on its way", async () => {
    const { cache, requests } = scripted()
    cache.subscribe(query, () => {})
    cache.set(query, "written")
    await requests[0]?.answer(Exit.succeed("read before"))
    expect(value(cache.read(query).exit)).toBe("written")
  })
})
