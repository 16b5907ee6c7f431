/** Tests the export of users against the service. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { collectPages, newCollected } from "../../console/export/collect-pages.ts"
import * as Admin from "../../tiers/admin.ts"
import { withTiers } from "../tiers/server/fixture.ts"

describe("an export of users", () => {
  it.effect.each([
    { orderBy: "signedUpAt", desc: false },
    { orderBy: "signedUpAt", desc: true },
    { orderBy: "lastActiveAt", desc: false },
    { orderBy: "lastActiveAt", desc: true }
  ] as const)("has all users, although the one at each cursor is deleted between two pages: %o", (order) =>
    Effect.gen(function* () {
      const { users } = yield* Admin.Admin
      for (let index = 0; index < 7; index++) {
        yield* TestClock.adjust("1 second")
        yield* users.create({ displayName: `User ${index}` })
      }
      const { items } = yield* users.page({ ...order, query: "User" })
      const all = items.map(({ id }) => id)
      const written: Array<string> = []
      yield* collectPages(
        newCollected(""),
        (cursor) =>
          Effect.tap(users.page({ ...order, query: "User", limit: 2, cursor }), (page) => {
            const next = all[all.indexOf(page.items.at(-1)?.id ?? "") + 1]
            return next === undefined ? Effect.void : users.remove(next)
          }),
        ({ id }) => {
          written.push(id)
          return id
        },
        () => {}
      )
      assert.lengthOf(all, 7)
      assert.deepStrictEqual(
        written,
        all.filter((_, index) => index % 3 !== 2)
      )
    }).pipe(withTiers())
  )
})
