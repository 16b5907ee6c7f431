/** Errors of the database file while the service runs. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as Database from "../../../service/sql/database.ts"
import { inTransaction } from "../../../service/sql/rows.ts"
import { sqliteProblem } from "../../../service/sql/sqlite-problem.ts"
import { outageReason } from "../../../service/sql/unavailable.ts"
import { layerTest } from "../../../service/development.ts"
import { blankUser } from "../../../service/resources/users/create-user.ts"
import * as UserStore from "../../../service/resources/users/user-store.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import { PROJECT_ID, seedWith, signIn, signUp } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const stores = (path: string) =>
  Layer.mergeAll(ProjectStore.layer, UserStore.layer).pipe(Layer.provideMerge(Database.layer(path)))

const problemOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) ? outageReason(Cause.squash(exit.cause)) : "it worked"

const isWhole = (path: string) => {
  const file = new DatabaseSync(path)
  const [check] = file.prepare("PRAGMA integrity_check").all()
  const broken = file.prepare("PRAGMA foreign_key_check").all()
  file.close()
  return check?.["integrity_check"] === "ok" && broken.length === 0
}

/** Adds users, each with a long text in its own transaction, until one fails. */
const addUser = (index: number) =>
  inTransaction(
    Effect.gen(function* () {
      const id = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`
      const user = blankUser(PROJECT_ID, id, 0)
      yield* (yield* UserStore.UserStore).insert({ ...user, clientMetadata: "x".repeat(3000) })
    })
  )

const countUsers = Effect.flatMap(ProjectStore.ProjectStore, ({ userCount }) => userCount(PROJECT_ID))

describe("a full disk", () => {
  it.effect("fails writes and keeps everything that was written", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* (yield* ProjectStore.ProjectStore).insert(blankProject(PROJECT_ID, 0))
        const [size] = yield* sql<{ page_count: number }>`PRAGMA page_count`
        // The page limit fails as a full disk does (SQLITE_FULL).
        yield* sql`PRAGMA max_page_count = ${sql.literal(String((size?.page_count ?? 0) + 20))}`
        let fitted = 0
        let exit: Exit.Exit<void> = Exit.void
        while (Exit.isSuccess(exit) && fitted < 1000) {
          exit = yield* Effect.exit(addUser(fitted))
          if (Exit.isSuccess(exit)) fitted++
        }
        assert.strictEqual(problemOf(exit), "the disk is full.")
        assert.isAbove(fitted, 3)
        assert.strictEqual(yield* countUsers, fitted)
        yield* sql`PRAGMA max_page_count = 100000`
        yield* addUser(fitted)
        assert.strictEqual(yield* countUsers, fitted + 1)
      }).pipe(Effect.provide(stores(path("a.db"))))
      assert.isTrue(isWhole(path("a.db")))
    })
  )
})

describe("a read-only database file", () => {
  it.effect("is reported, and accepts writes when it is writable again", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* (yield* ProjectStore.ProjectStore).insert(blankProject(PROJECT_ID, 0))
        yield* sql`PRAGMA query_only = ON`
        assert.strictEqual(problemOf(yield* Effect.exit(addUser(1))), "it can only be read.")
        assert.strictEqual(yield* countUsers, 0)
        yield* sql`PRAGMA query_only = OFF`
        yield* addUser(1)
      }).pipe(Effect.provide(stores(path("a.db"))))
      assert.isTrue(isWhole(path("a.db")))
    })
  )
})

describe("two services on one file", () => {
  it.effect("see each other's writes", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryFolder
      const start = Layer.fresh(layerTest({ database: path("a.db"), seed: seedWith() }))
      const inOne = yield* Layer.build(start)
      const inOther = yield* Layer.build(start)
      const email = "new@example.com"
      assert.strictEqual((yield* Effect.provide(signUp(email), inOne)).status, 200)
      yield* Effect.provide(signIn({ email, password: "correct horse" }), inOther)
      assert.strictEqual((yield* Effect.provide(signUp(email), inOther)).status, 409)
      assert.isTrue(isWhole(path("a.db")))
    })
  )
})

it("a build of Node without the module of the search is named as the problem", () => {
  const error = Object.assign(new Error("no such module: fts5"), { errcode: 1 })
  assert.strictEqual(sqliteProblem(error), "this build of Node has a SQLite without FTS5. Use another one.")
  assert.isUndefined(sqliteProblem(Object.assign(new Error("no such table: fts5"), { errcode: 1 })))
})
