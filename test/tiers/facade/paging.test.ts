/** All users of a project by page. The service's log shows that each page is fetched when the loop reaches it. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Testing from "../../../testing/index.ts"
import { createServerApp } from "../../../tiers/promise/index.ts"
import * as Server from "../../../tiers/server.ts"
import { withTiers } from "../server/fixture.ts"
import { LIST_USERS, startService, stopServices } from "./fixture.ts"

afterEach(stopServices)

const names = ["Ada", "Bea", "Cleo", "Dora", "Eve"]

describe("the stream of users", () => {
  const withUsers = Effect.gen(function* () {
    const { users } = yield* Server.Server
    const log = yield* Testing.RequestLog
    for (const displayName of names) {
      yield* TestClock.adjust("1 second")
      yield* users.create({ displayName })
    }
    yield* log.clear
    return { users, pages: log.count(LIST_USERS) }
  })

  it.effect("requests each page when its first user is pulled", () =>
    Effect.gen(function* () {
      const { pages, users } = yield* withUsers
      const all = users.list({ pageSize: 2 })
      assert.strictEqual(yield* pages, 0, "a stream that is not run sends no request")
      const asked: Array<number> = []
      const seen = yield* Stream.runCollect(
        Stream.mapEffect(all, ({ displayName }) =>
          Effect.map(pages, (count) => {
            asked.push(count)
            return displayName
          })
        )
      )
      assert.deepStrictEqual(seen, names)
      assert.deepStrictEqual(asked, [1, 1, 2, 2, 3])
      assert.strictEqual(yield* pages, 3)
    }).pipe(withTiers({ users: [] }))
  )

  it.effect("requests no page after the last user that was taken", () =>
    Effect.gen(function* () {
      const { pages, users } = yield* withUsers
      const first = (count: number) => Stream.runCollect(Stream.take(users.list({ pageSize: 2 }), count))
      assert.lengthOf(yield* first(2), 2)
      assert.strictEqual(yield* pages, 1)
      assert.lengthOf(yield* first(3), 3)
      assert.strictEqual(yield* pages, 3)
    }).pipe(withTiers({ users: [] }))
  )
})

describe("the async iterator of users", () => {
  const start = async () => {
    const { count, forgetRequests, options } = await startService({ users: [] })
    const app = createServerApp(options)
    for (const displayName of names) await app.createUser({ displayName })
    await forgetRequests()
    return { app, pages: () => count(LIST_USERS) }
  }

  it("requests each page when the loop reaches it", async () => {
    const { app, pages } = await start()
    const all = app.allUsers({ pageSize: 2 })
    assert.strictEqual(await pages(), 0, "a list that is not iterated sends no request")
    const seen: Array<string | null> = []
    const asked: Array<number> = []
    for await (const user of all) {
      seen.push(user.displayName)
      asked.push(await pages())
    }
    assert.sameMembers(seen, names)
    assert.deepStrictEqual(asked, [1, 1, 2, 2, 3])
    assert.strictEqual(await pages(), 3)
  })

  it("requests no page after the loop ends, and starts again with the next loop", async () => {
    const { app, pages } = await start()
    const all = app.allUsers({ pageSize: 2 })
    const firstOf = async (count: number) => {
      const seen: Array<string> = []
      for await (const { id } of all) {
        seen.push(id)
        if (seen.length === count) break
      }
      return seen
    }
    const two = await firstOf(2)
    assert.strictEqual(await pages(), 1)
    assert.deepStrictEqual((await firstOf(3)).slice(0, 2), two)
    assert.strictEqual(await pages(), 3)
  })

  it("returns objects with methods, in the requested order and of the requested team", async () => {
    const { app } = await start()
    const [first, second] = await app.listUsers({ query: "a" })
    if (first === undefined || second === undefined) return assert.fail("no users")
    const team = await app.createTeam({ displayName: "Crew", creatorUserId: first.id })
    await team.addUser(second.id)
    const members: Array<string> = []
    for await (const user of app.allUsers({ pageSize: 1, teamId: team.id })) {
      await user.setServerMetadata({ crew: true })
      members.push(user.id)
    }
    assert.sameMembers(members, [first.id, second.id])
    assert.deepStrictEqual((await app.getUser(second.id))?.serverMetadata, { crew: true })
  })
})
