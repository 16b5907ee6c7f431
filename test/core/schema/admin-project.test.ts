import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { AdminProjectCreate, AdminProjectUpdate, ProjectSettingsUpdate } from "../../../core/schema/admin-project.ts"

describe("a description of null", () => {
  // Version 2.7.20 of the service accepts `null` and then fails every read of that project.
  it.effect.each([
    ["an update", AdminProjectUpdate],
    ["an update for services since Stack Auth 2.8", ProjectSettingsUpdate],
    ["a new project", AdminProjectCreate]
  ] as const)("is sent as an empty text in %s", ([, schema]) =>
    Effect.gen(function* () {
      const sent = yield* Schema.encodeUnknownEffect(schema)({ displayName: "Name", description: null })
      assert.deepStrictEqual(sent, { display_name: "Name", description: "" })
    })
  )
})
