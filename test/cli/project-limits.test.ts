/** The rate limits of a project, which operators set with `keystile project set --limits`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { writeFileSync } from "node:fs"
import { PROJECT_ID } from "../service/fixture.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { makeSeededInstallation } from "./installation.ts"
import { serve } from "./serve-process.ts"

const one = { burst: 1, perMinute: 0.01 }
const strict = { attempts: { perAccount: one, perAddress: "off" } }

/** Makes an installation with a project, whose limits a file sets. */
const installation = Effect.map(makeSeededInstallation(), ({ keystile, path, ...made }) => {
  const project = (...args: ReadonlyArray<string>) => keystile("project", ...args)
  const limit = Effect.fnUntraced(function* (content: string) {
    writeFileSync(path("limits.json"), content)
    return yield* project("set", PROJECT_ID, "--limits", path("limits.json"))
  })
  return { ...made, limit, project }
})

const Shown = Schema.fromJsonString(Schema.Struct({ limits: Schema.Unknown }))

describe("the limits of a project", () => {
  it.live("apply to a running service within seconds, and are the defaults again after that", () =>
    Effect.gen(function* () {
      const { environment, limit, project, url } = yield* installation
      yield* serve(environment)
      const client = makeRawClient(url)
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
        fetch(`${url}/api/v1/auth/password/sign-in`, {
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

  it.live("above the maximum of the installation change nothing of a project, and create none", () =>
    Effect.gen(function* () {
      const { keystile, path } = yield* makeSeededInstallation({ KEYSTILE_MAX_RATE_LIMITS: "1" })
      const file = path("limits.json")
      writeFileSync(file, JSON.stringify({ attempts: { perAccount: "off" } }))
      const before = yield* keystile("project", "list")
      for (const args of [
        ["create", "Shop"],
        ["set", PROJECT_ID, "--name", "Renamed"]
      ]) {
        const { code, stdout } = yield* keystile("project", ...args, "--limits", file)
        assert.deepStrictEqual([code, stdout], [1, ""], args.join(" "))
      }
      assert.strictEqual((yield* keystile("project", "list")).stdout, before.stdout)
      const audit = yield* keystile("audit", "list")
      assert.notInclude(audit.stdout, "keystile project")
    })
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
