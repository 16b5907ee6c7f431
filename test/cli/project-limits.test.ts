/** The rate limits of a project, which operators set with `keystile project set --limits`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { writeFileSync } from "node:fs"
import { freePort } from "../free-port.mjs"
import { PROJECT_ID } from "../service/fixture.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { start } from "./keystile-process.ts"
import { seedDatabase } from "./serve-cluster.ts"
import { serve } from "./serve-process.ts"

const one = { burst: 1, perMinute: 0.01 }
const strict = { attempts: { perAccount: one, perAddress: "off" } }

const installation = Effect.gen(function* () {
  const { path } = yield* temporaryFolder
  yield* seedDatabase({ database: path("keystile.db") })
  const port = yield* Effect.promise(() => freePort())
  const environment = {
    KEYSTILE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    KEYSTILE_PORT: String(port),
    KEYSTILE_DB: path("keystile.db"),
    KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
    KEYSTILE_MAIL: "log"
  }
  const project = (...args: ReadonlyArray<string>) =>
    Effect.scoped(Effect.flatMap(start(["project", ...args], environment), ({ ended }) => ended))
  const limit = Effect.fnUntraced(function* (content: string) {
    writeFileSync(path("limits.json"), content)
    return yield* project("set", PROJECT_ID, "--limits", path("limits.json"))
  })
  return { environment, limit, project }
})

const Shown = Schema.fromJsonString(Schema.Struct({ limits: Schema.Unknown }))

describe("the limits of a project", () => {
  it.live("apply to a running service within seconds, and are the defaults again after that", () =>
    Effect.gen(function* () {
      const { environment, limit, project } = yield* installation
      yield* serve(environment)
      const client = makeRawClient(environment.KEYSTILE_PUBLIC_URL)
      const attempt = Effect.map(client.signIn("ada@example.com", "wrong password"), ({ status }) => status)
      assert.strictEqual(yield* attempt, 400)
      assert.strictEqual(yield* attempt, 400)

      assert.strictEqual((yield* limit(JSON.stringify(strict))).code, 0)
      const shown = yield* Schema.decodeUnknownEffect(Shown)((yield* project("show", PROJECT_ID)).stdout)
      assert.deepStrictEqual(shown.limits, strict)
      const until = (expected: number) =>
        Effect.repeat(attempt, { until: (status) => status === expected, schedule: Schedule.spaced("1 second") })
      yield* until(429)
      const headers = {
        "x-stack-access-type": "client",
        "x-stack-project-id": PROJECT_ID,
        "x-stack-publishable-client-key": "pck_of_the_project",
        "content-type": "application/json"
      }
      const refused = yield* Effect.promise(() =>
        fetch(`${environment.KEYSTILE_PUBLIC_URL}/api/v1/auth/password/sign-in`, {
          method: "POST",
          headers,
          body: JSON.stringify({ email: "ada@example.com", password: "wrong password" })
        })
      )
      assert.strictEqual(refused.status, 429)
      assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d{2,3}$/)

      assert.strictEqual((yield* project("set", PROJECT_ID, "--limits", "default")).code, 0)
      yield* until(400)
    }).pipe(Effect.scoped)
  )

  it.live("are refused when they cannot be used, and stay as they were", () =>
    Effect.gen(function* () {
      const { limit, project } = yield* installation
      assert.strictEqual((yield* limit(JSON.stringify(strict))).code, 0)
      const unusable = [
        "{",
        "null",
        "[]",
        '"none"',
        '{"attempts": {"perAccount": {"burst": 0, "perMinute": 1}}}',
        '{"attempts": {"perAccount": {"burst": 1e9, "perMinute": 1}}}',
        '{"attempts": {"perAccount": {"burst": 1, "perMinute": -1}}}',
        '{"attempt": {}}',
        '{"attempts": {"perUser": "off"}}'
      ]
      for (const content of unusable) {
        const { code, stderr, stdout } = yield* limit(content)
        assert.deepStrictEqual([code, stdout], [1, ""], content)
        assert.include(stderr, "The file of --limits")
      }
      const missing = yield* project("set", PROJECT_ID, "--limits", "/no/such/file.json")
      assert.include(missing.stderr, "The file of --limits cannot be read.")
      const shown = yield* Schema.decodeUnknownEffect(Shown)((yield* project("show", PROJECT_ID)).stdout)
      assert.deepStrictEqual(shown.limits, strict)
    })
  )
})
