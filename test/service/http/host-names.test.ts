/** The host names that a service accepts (protection from DNS rebinding). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { send, service } from "../fixture.ts"

describe("accepted host names", () => {
  const get = (host: string) => Effect.map(send("GET", "/health", { headers: { host } }), ({ status }) => status)

  it.effect("are those of this machine and the configured ones", () =>
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

  it.effect("are all names for a service without a port", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* get("service.test"), 200)
    }).pipe(Effect.provide(service()))
  )
})
