/** How hosts that owners of projects choose are resolved. */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"
import { type HostAddress, hasRoute, sortByRoute } from "../../../service/network/host-addresses.ts"
import { resolveAllowed } from "../../../service/network/remote-address.ts"
import { type DnsAnswer, dnsServer } from "../dns-server.ts"

interface Lookup {
  readonly host: string
  readonly end: (address: string | null) => void
}

/** The name server and the lookups that the system makes. */
const network = vi.hoisted(() => ({ server: "", lookups: Array<Lookup>() }))

vi.mock("node:dns/promises", async (load) => {
  const original = await load<typeof import("node:dns/promises")>()
  class Resolver extends original.Resolver {
    constructor(options: ConstructorParameters<typeof original.Resolver>[0]) {
      super(options)
      this.setServers([network.server])
    }
  }
  const lookup = (host: string) =>
    new Promise((resolve, reject) => {
      const end = (address: string | null) =>
        address === null ? reject(new Error("ENOTFOUND")) : resolve([{ address, family: 4 }])
      network.lookups.push({ host, end })
    })
  return { ...original, Resolver, lookup }
})

beforeEach(() => {
  network.lookups = []
})

const withDns = (answerTo: (name: string) => DnsAnswer) =>
  Effect.tap(dnsServer(answerTo), ({ server }) =>
    Effect.sync(() => {
      network.server = server
    })
  )

const never = new AbortController().signal
const resolve = (host: string, addresses: Parameters<typeof resolveAllowed>[1] = "public", signal = never) =>
  resolveAllowed(host, addresses, signal)
/** Returns the code of the error with which a host is not resolved. */
const codeOf = (host: string) =>
  Effect.map(Effect.flip(Effect.tryPromise({ try: () => resolve(host), catch: (cause) => cause })), (cause): unknown =>
    cause instanceof Error && "code" in cause ? cause.code : cause
  )
const lookupCount = (count: number) =>
  Effect.promise(() => vi.waitFor(() => assert.lengthOf(network.lookups, count), { timeout: 10_000 }))

describe("a host that an owner chooses", () => {
  it.live("delays no other lookup while its name server does not respond", () =>
    Effect.gen(function* () {
      const dns = yield* withDns((name) => (name.startsWith("slow") ? "silence" : ["93.184.215.14"]))
      const controller = new AbortController()
      const slow = Array.from({ length: 20 }, (_, index) =>
        resolve(`slow${index}.example`, "public", controller.signal)
      )
      const all = Promise.allSettled(slow)
      yield* Effect.promise(() => vi.waitFor(() => assert.isAtLeast(new Set(dns.asked).size, 20), { timeout: 10_000 }))
      assert.strictEqual((yield* Effect.promise(() => resolve("quick.example")))?.address, "93.184.215.14")
      // None of them takes a thread of the system's lookups.
      assert.deepStrictEqual(network.lookups, [])
      controller.abort()
      for (const { status } of yield* Effect.promise(() => all)) assert.strictEqual(status, "rejected")
    }).pipe(Effect.scoped)
  )

  it.live("has the first address of DNS that is allowed, IPv4 before IPv6 where the machine has both", () =>
    Effect.gen(function* () {
      yield* withDns((name) => (name === "v6.example" ? ["2606:2800::1"] : ["10.0.0.1", "2606:2800::1", "8.8.8.8"]))
      const found = Effect.promise(() => resolve("mixed.example"))
      assert.include(["8.8.8.8", "2606:2800::1"], (yield* found)?.address)
      assert.deepStrictEqual(yield* Effect.promise(() => resolve("v6.example")), {
        address: "2606:2800::1",
        family: 6,
        kind: "public"
      })
      assert.isNull(yield* Effect.promise(() => resolve("127.0.0.1")))
      assert.strictEqual((yield* Effect.promise(() => resolve("::1", "loopback")))?.family, 6)
      assert.deepStrictEqual(network.lookups, [])
    }).pipe(Effect.scoped)
  )

  it.live.each<[DnsAnswer, string]>([
    ["nxdomain", "ENOTFOUND"],
    ["servfail", "ESERVFAIL"],
    [[], "ENODATA"]
  ])("is not looked up by the system if only public addresses are allowed: %s", ([response, code]) =>
    Effect.gen(function* () {
      yield* withDns(() => response)
      assert.strictEqual(yield* codeOf("mail.example"), code)
      assert.deepStrictEqual(network.lookups, [])
    }).pipe(Effect.scoped)
  )

  it.live("has no address if its name has no dot and only public addresses are allowed", () =>
    Effect.gen(function* () {
      const dns = yield* withDns(() => ["8.8.8.8"])
      for (const host of ["localhost", "mailpit", "mailpit."]) assert.isNull(yield* Effect.promise(() => resolve(host)))
      assert.deepStrictEqual([dns.asked, network.lookups], [[], []])
    }).pipe(Effect.scoped)
  )

  it.live("is looked up by the system if private addresses are allowed, one host at a time", () =>
    Effect.gen(function* () {
      const dns = yield* withDns(() => "silence")
      const controller = new AbortController()
      const first = resolve("mailpit.mail", "private")
      const gone = Promise.allSettled([resolve("gone", "loopback", controller.signal)])
      const last = resolve("relay", "private")
      yield* lookupCount(1)
      controller.abort()
      network.lookups[0]?.end(null)
      assert.match(
        String(yield* Effect.flip(Effect.tryPromise({ try: () => first, catch: (cause) => cause }))),
        /ENOTFOUND/
      )
      yield* lookupCount(2)
      network.lookups[1]?.end("10.4.4.4")
      assert.strictEqual((yield* Effect.promise(() => last))?.address, "10.4.4.4")
      assert.strictEqual((yield* Effect.promise(() => gone))[0]?.status, "rejected")
      // Not the one that was aborted before its turn.
      assert.deepStrictEqual(
        network.lookups.map(({ host }) => host),
        ["mailpit.mail", "relay"]
      )
      assert.deepStrictEqual(dns.asked, [])
    }).pipe(Effect.scoped)
  )
})

describe("the addresses of a host", () => {
  const v4 = { address: "8.8.8.8", family: 4 }
  const v6 = { address: "2606:2800::1", family: 6 }
  const sorted = (addresses: ReadonlyArray<HostAddress>, isRouted: boolean) =>
    Effect.promise(() => sortByRoute(addresses, () => Promise.resolve(isRouted)))

  it.effect("are those of IPv6 first on a machine without a route to that of IPv4, and else those of IPv4", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* sorted([v4, v6], true), [v4, v6])
      assert.deepStrictEqual(yield* sorted([v4, v6], false), [v6, v4])
      assert.deepStrictEqual(yield* sorted([v4], false), [v4])
      assert.deepStrictEqual(yield* sorted([v6], false), [v6])
    })
  )

  it.live("have a route if they are those of the machine", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* Effect.promise(() => hasRoute({ address: "127.0.0.1", family: 4 })))
    })
  )
})
