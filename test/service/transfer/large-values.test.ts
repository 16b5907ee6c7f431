/** The export of users, teams and members with large images. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { newDatabase, writesOf } from "./transfer-fixture.ts"

const LARGE = `data:image/gif;base64,${"R".repeat(900_000)}`
const idOf = (kind: string, number: number) => `${kind.repeat(8)}-aaaa-4aaa-8aaa-${String(number).padStart(12, "0")}`

const users = Array.from({ length: 40 }, (_, index) => ({ id: idOf("b", index), profileImageUrl: LARGE }))
const teams = Array.from({ length: 40 }, (_, index) => ({
  id: idOf("c", index),
  displayName: "Team",
  profileImageUrl: LARGE,
  members: index === 0 ? users.map(({ id }) => ({ user: id, profileImageUrl: LARGE })) : []
}))

describe("an export of large images", () => {
  it.effect("has all of them, and reads at most 32 MB at once", () =>
    Effect.gen(function* () {
      const writes = yield* writesOf(yield* newDatabase({ users, teams }))
      const types = writes.join("").match(/"type":"(?:user|team|membership)"/g) ?? []
      assert.deepStrictEqual(
        ["user", "team", "membership"].map((type) => types.filter((each) => each.includes(type)).length),
        [40, 40, 40]
      )
      assert.isBelow(Math.max(...writes.map((lines) => lines.length)), 33_000_000)
    }).pipe(Effect.scoped)
  )
})
