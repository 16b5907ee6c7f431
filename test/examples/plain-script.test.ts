/** Runs the example against a service on a port. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { settingUpATeam } from "../../examples/plain-script/src/setting-up-a-team.ts"
import { listen } from "../../service/index.ts"
import * as Testing from "../../testing/index.ts"

const founder = { email: "founder@example.com", password: "verdigris lantern" }
const colleague = { email: "colleague@example.com", password: "correct horse" }

const environment = Effect.gen(function* () {
  const { url } = yield* listen({ port: 0 })
  const { id, publishableClientKey, secretServerKey } = yield* Testing.TestProject
  vi.stubEnv("NEXT_PUBLIC_STACK_API_URL", url)
  vi.stubEnv("NEXT_PUBLIC_STACK_PROJECT_ID", id)
  vi.stubEnv("NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY", publishableClientKey)
  vi.stubEnv("STACK_SECRET_SERVER_KEY", secretServerKey)
})

afterEach(() => void vi.unstubAllEnvs())

describe("examples/plain-script", () => {
  it.live("signs up, creates a team, and lists the users", () =>
    Effect.gen(function* () {
      yield* environment
      const lines: Array<string> = []
      yield* Effect.promise(() => settingUpATeam(founder, colleague, (line) => void lines.push(line)))
      assert.deepStrictEqual(lines, [
        "founder@example.com is signed up",
        "Fernhill: The colleague, The founder",
        "2 users in all",
        "Refused: Wrong email or password.",
        "Signed out"
      ])
    }).pipe(Effect.provide(Testing.layerService()))
  )

  it.live("reports an address that is taken", () =>
    Effect.gen(function* () {
      yield* environment
      const lines: Array<string> = []
      yield* Effect.promise(() => settingUpATeam(founder, colleague, (line) => void lines.push(line)))
      assert.strictEqual(lines.length, 1)
      assert.match(lines[0] ?? "", /^founder@example\.com: ./)
    }).pipe(Effect.provide(Testing.layerService({ users: [founder] })))
  )
})
