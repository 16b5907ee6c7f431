/** Under which names a service answers, so that no page of a foreign name reaches it (DNS rebinding). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { send, service } from "./fixture.ts"

describe("the names that the service answers to", () => {
  const get = (host: string) => Effect.map(send("GET", "/health", { headers: { host } }), ({ status }) => status)

  it.effect("are those of this machine, and more when they are allowed", () =>
    Effect.gen(function* () {
      const own = ["localhost", "LOCALHOST:8102", "app.localhost:1", "127.0.0.1:8102", "127.1.2.3", "[::1]:1"]
      for (const host of [...own, "localhost.", "host.docker.internal:8102"]) {
        assert.strictEqual(yield* get(host), 200, host)
      }
      const names = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:8102"]
      for (const host of [...names, "", "[::2]", "192.168.0.1", "localhost@evil.example", "notlocalhost"]) {
        assert.strictEqual(yield* get(host), 403, host)
      }
    }).pipe(Effect.provide(service({}, { allowedHosts: ["host.docker.internal"] })))
  )

  it.effect("are all names where nobody reaches it through a port", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* get("service.test"), 200)
    }).pipe(Effect.provide(service()))
  )
})
