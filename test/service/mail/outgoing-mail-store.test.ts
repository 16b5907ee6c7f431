/** The SQL of outgoing mails. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as OutgoingMailStore from "../../../service/mail/outbox/outgoing-mail-store.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import { isOverNetwork } from "../../postgres/server.ts"
import { layerDatabase } from "../database-layer.ts"

const stores = Layer.mergeAll(OutgoingMailStore.layer, ProjectStore.layer).pipe(Layer.provideMerge(layerDatabase()))

const insert = Effect.fnUntraced(function* (id: string, projectId: string, createdAt: number) {
  yield* (yield* OutgoingMailStore.OutgoingMailStore).insert({
    id,
    projectId,
    type: "magic_link",
    recipient: "ada@example.com",
    messageId: `<${id}@fernhill.example>`,
    content: "{}",
    createdAt,
    expiresAt: 1_000_000
  })
})

describe("the pending mails", () => {
  it.effect("have a lane for each project, due with its first mail", () =>
    Effect.gen(function* () {
      const { claim, due, note } = yield* OutgoingMailStore.OutgoingMailStore
      assert.deepStrictEqual(yield* due, [])
      for (const id of ["a", "b", "c", "d"]) yield* (yield* ProjectStore.ProjectStore).insert(blankProject(id, 0))
      yield* insert("1", "b", 30)
      yield* insert("2", "b", 20)
      yield* insert("3", "d", 10)
      yield* insert("4", "a", 40)
      yield* claim({ claim: "claim", lane: "a", now: 40, until: 50, limit: 1 })
      yield* note("4", "claim", { state: "delivered" }, 45)
      const lanes = [
        { lane: "b", projectId: "b", dueAt: 20 },
        { lane: "d", projectId: "d", dueAt: 10 }
      ]
      assert.deepStrictEqual(yield* due, lanes)
    }).pipe(Effect.provide(stores))
  )

  it.effect.skipIf(isOverNetwork)("are not read one by one to find the projects that have some", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const statements: Array<string> = []
      const watched = new Proxy(sql, {
        apply: (target, self, args) => {
          const [texts]: ReadonlyArray<unknown> = args
          if (Array.isArray(texts)) statements.push(texts.join("?"))
          const statement: unknown = Reflect.apply(target, self, args)
          return statement
        }
      })
      yield* OutgoingMailStore.OutgoingMailStore.use(({ due }) => due).pipe(
        Effect.provide(Layer.fresh(OutgoingMailStore.layer)),
        Effect.provideService(SqlClient.SqlClient, watched)
      )
      const due = statements.find((text) => text.includes("min(due_at)")) ?? assert.fail("There is no such statement")
      const steps = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${due}`)
      const reads = steps.map(({ detail }) => detail).filter((detail) => detail.includes("outgoing_mails"))
      assert.include(reads.join("\n"), "(state=? AND project_id>?)", "the next project with pending mails")
      for (const read of reads) assert.match(read, /^SEARCH outgoing_mails USING COVERING INDEX outgoing_mails_due /)
      assert.notInclude(reads.join("\n"), "SCAN")
    }).pipe(Effect.provide(stores))
  )
})
