/** How hosts that owners of projects choose are resolved. */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"
import { resolveAllowed } from "../../service/remote-address.ts"
import { type DnsAnswer, dnsServer } from "./dns-server.ts"

interface Lookup {
  readonly host: string
  readonly end: (address: string | null) => void
}

/** The name server, the lines that the hosts file has besides its own, and the lookups that the system makes. */
const network = vi.hoisted(() => ({ server: "", hosts: "", lookups: Array<Lookup>() }))

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

vi.mock("node:fs/promises", async (load) => {
  const original = await load<typeof import("node:fs/promises")>()
  const readFile = (path: string) => Promise.resolve(path.endsWith("hosts") ? network.hosts : assert.fail(path))
  return { ...original, readFile }
})

beforeEach(() => {
  network.hosts = ""
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
const lookupCount = (count: number) =>
  Effect.promise(() => vi.waitFor(() => assert.lengthOf(network.lookups, count), { timeout: 10_000 }))

describe("a host that an owner chooses", () => {
  it.live("delays no other lookup while its name server does not answer", () =>
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

  it.live("has the address of the hosts file before that of DNS", () =>
    Effect.gen(function* () {
      const dns = yield* withDns(() => ["8.8.8.8"])
      network.hosts =
        "127.0.0.1 localhost\n# 10.1.1.1 mail.example\n10.2.2.2\tother Mail.Example # the relay\n::bad mail.example"
      assert.strictEqual((yield* Effect.promise(() => resolve("mail.example", "private")))?.address, "10.2.2.2")
      assert.strictEqual((yield* Effect.promise(() => resolve("localhost", "loopback")))?.address, "127.0.0.1")
      assert.isNull(yield* Effect.promise(() => resolve("mail.example")))
      assert.deepStrictEqual([dns.asked, network.lookups], [[], []])
    }).pipe(Effect.scoped)
  )

  it.live.each<DnsAnswer>(["nxdomain", "servfail", []])(
    "is looked up by the system if DNS does not know it: %s",
    (answer) =>
      Effect.gen(function* () {
        yield* withDns(() => answer)
        const found = resolve("mailpit.mail", "private")
        yield* lookupCount(1)
        network.lookups[0]?.end("10.3.3.3")
        assert.strictEqual((yield* Effect.promise(() => found))?.address, "10.3.3.3")
      }).pipe(Effect.scoped)
  )

  it.live("is looked up by the system if its name has no dot, one host at a time", () =>
    Effect.gen(function* () {
      const dns = yield* withDns(() => "silence")
      const controller = new AbortController()
      const first = resolve("mailpit", "private")
      const gone = Promise.allSettled([resolve("gone", "private", controller.signal)])
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
        ["mailpit", "relay"]
      )
      assert.deepStrictEqual(dns.asked, [])
    }).pipe(Effect.scoped)
  )
})
