/** The audit log on PostgreSQL. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AuditLog, cursorOf, layer as auditLog } from "../../service/audit/audit-log.ts"
import * as ExpiredRowsStore from "../../service/pruning/expired-rows-store.ts"
import * as Database from "../../service/sql/database.ts"
import { DAY } from "../durations.ts"
import { entriesWith, newEntry } from "../service/audit/audit-fixture.ts"
import { server, temporaryDatabase } from "./server.ts"

describe.skipIf(server === undefined)("the audit log on PostgreSQL", () => {
  it.live("cannot be changed, is listed in pages, and is deleted after the retention only", () =>
    Effect.gen(function* () {
      const url = yield* temporaryDatabase
      const stores = Layer.merge(auditLog, ExpiredRowsStore.layer({ accessToken: 0, auditEntry: 30 * DAY }))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const log = yield* AuditLog
        for (const id of ["a", "b", "c"]) yield* log.append({ ...newEntry, id, createdAt: id === "a" ? 0 : DAY })
        yield* log.append({ ...newEntry, id: "a", action: "another action" })
        for (const statement of [
          sql`UPDATE audit_log SET action = 'another action'`,
          sql`DELETE FROM audit_log`,
          sql`TRUNCATE audit_log`
        ]) {
          assert.strictEqual((yield* Effect.flip(statement))._tag, "SqlError")
        }
        const [last, next] = yield* entriesWith({ limit: 2 })
        assert.deepStrictEqual([last?.id, next?.id], ["c", "b"])
        const rest = yield* entriesWith({ cursor: next === undefined ? null : cursorOf(next) })
        assert.deepStrictEqual(
          rest.map(({ action, id }) => [id, action]),
          [["a", newEntry.action]]
        )
        const { prune } = yield* ExpiredRowsStore.ExpiredRowsStore
        yield* prune(30 * DAY)
        assert.lengthOf(yield* entriesWith(), 3)
        yield* prune(30 * DAY + 1)
        assert.lengthOf(yield* entriesWith(), 2)
      }).pipe(Effect.provide(Layer.provideMerge(stores, Database.layer(url))))
    }).pipe(Effect.scoped)
  )
})
