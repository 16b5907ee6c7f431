/** Lookups by the system of hosts that owners of projects choose. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type HostAddress, lookupLimit } from "../../../service/network/host-addresses.ts"
import { makeHostLookups } from "../../../service/network/host-lookups.ts"

/** Lookups on a clock that the test sets, which end as the test says. */
const makeLookups = (limit = 1) => {
  const clock = { now: 0 }
  const begun: Array<{ readonly host: string; readonly end: (address: string | null) => void }> = []
  const { find } = makeHostLookups(
    (host) =>
      new Promise<ReadonlyArray<HostAddress>>((resolve, reject) => {
        const end = (address: string | null) =>
          address === null ? reject(new Error(`no ${host}`)) : resolve([{ address, family: 4 }])
        begun.push({ host, end })
      }),
    limit,
    () => clock.now
  )
  const look = (host: string, signal = new AbortController().signal) =>
    find(host, signal).then(
      ([first]) => first?.address,
      (cause: unknown) => (cause instanceof Error ? cause.message : "unknown")
    )
  return { begun, clock, look, hosts: () => begun.map(({ host }) => host) }
}

describe("the lookups of hosts", () => {
  it.effect("look a host up once for all callers, and cache the address for 30 seconds", () =>
    Effect.promise(async () => {
      const { begun, clock, hosts, look } = makeLookups()
      const found = Promise.all([look("relay"), look("relay")])
      begun[0]?.end("10.0.0.1")
      assert.deepStrictEqual(await found, ["10.0.0.1", "10.0.0.1"])
      clock.now = 29_999
      assert.strictEqual(await look("relay"), "10.0.0.1")
      clock.now = 30_000
      const again = look("relay")
      assert.deepStrictEqual(hosts(), ["relay", "relay"])
      begun[1]?.end("10.0.0.2")
      assert.strictEqual(await again, "10.0.0.2")
    })
  )

  it.effect("cache an error for three times the time of its lookup, for 1 to 30 seconds", () =>
    Effect.promise(async () => {
      const { begun, clock, hosts, look } = makeLookups()
      for (const [lookupMillis, cachedMillis] of [
        [0, 1000],
        [2000, 6000],
        [20_000, 30_000]
      ] as const) {
        const lookups = begun.length + 1
        const failed = look("relay")
        assert.lengthOf(hosts(), lookups)
        clock.now += lookupMillis
        begun.at(-1)?.end(null)
        assert.strictEqual(await failed, "no relay")
        clock.now += cachedMillis - 1
        assert.strictEqual(await look("relay"), "no relay")
        assert.lengthOf(hosts(), lookups, "cached")
        clock.now += 1
      }
      const found = look("relay")
      begun.at(-1)?.end("10.0.0.1")
      assert.strictEqual(await found, "10.0.0.1")
      assert.lengthOf(hosts(), 4)
    })
  )

  it.effect("take hosts whose last lookup did not fail first", () =>
    Effect.promise(async () => {
      const { begun, clock, hosts, look } = makeLookups()
      const failed = look("dead")
      begun[0]?.end(null)
      assert.strictEqual(await failed, "no dead")
      assert.strictEqual(await look("dead"), "no dead", "cached")
      assert.deepStrictEqual(hosts(), ["dead"])

      clock.now = 30_000
      const [first, dead, relay] = [look("first"), look("dead"), look("relay")]
      begun[1]?.end("10.0.0.1")
      assert.strictEqual(await first, "10.0.0.1")
      begun[2]?.end("10.0.0.2")
      assert.strictEqual(await relay, "10.0.0.2")
      begun[3]?.end(null)
      assert.strictEqual(await dead, "no dead")
      assert.deepStrictEqual(hosts(), ["dead", "first", "relay", "dead"])
    })
  )

  it.effect("run at the same time with more threads, of which hosts whose last lookup failed leave one", () =>
    Effect.promise(async () => {
      const { begun, clock, hosts, look } = makeLookups(3)
      const dead = ["dead-1", "dead-2", "dead-3"]
      const failed = Promise.all(dead.map((host) => look(host)))
      assert.deepStrictEqual(hosts(), dead)
      for (const { end } of begun) end(null)
      await failed

      clock.now = 30_000
      const again = Promise.all(dead.map((host) => look(host)))
      assert.deepStrictEqual(hosts(), [...dead, "dead-1", "dead-2"])
      const relay = look("relay")
      assert.strictEqual(hosts().at(-1), "relay")
      begun[5]?.end("10.0.0.1")
      assert.strictEqual(await relay, "10.0.0.1")
      begun[3]?.end(null)
      begun[4]?.end(null)
      while (hosts().length < 7) await Promise.resolve()
      begun[6]?.end(null)
      assert.deepStrictEqual(
        await again,
        dead.map((host) => `no ${host}`)
      )
    })
  )

  it.effect("leave one of the threads that libuv uses for them", () =>
    Effect.sync(() => {
      for (const [poolSize, limit] of [
        [undefined, 1],
        ["4", 1],
        ["5", 2],
        ["16", 7],
        ["1", 1],
        ["many", 1]
      ] as const) {
        assert.strictEqual(lookupLimit(poolSize), limit, poolSize)
      }
    })
  )

  it.effect("cache the address that is found after its caller has given up", () =>
    Effect.promise(async () => {
      const { begun, hosts, look } = makeLookups()
      const caller = new AbortController()
      const [gone, queued] = [look("slow", caller.signal), look("queued", caller.signal)]
      caller.abort(new Error("too late"))
      assert.deepStrictEqual(await Promise.all([gone, queued]), ["too late", "too late"])
      const again = look("slow")
      begun[0]?.end("10.0.0.1")
      assert.strictEqual(await again, "10.0.0.1")
      assert.strictEqual(await look("slow"), "10.0.0.1")
      assert.deepStrictEqual(hosts(), ["slow"], "not the one that was given up before it began")
    })
  )
})
