/** Deletion of projects with all of their rows. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Latch, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { layer as deletedProjects } from "../../../service/pruning/delete-project-rows.ts"
import { DeletedProjects } from "../../../service/resources/projects/deleted-projects.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as Mails from "../../../service/mail/outbox/outgoing-mail-store.ts"
import { layer as queueGauges, QueueGauges } from "../../../service/operations/queue-gauges.ts"
import { Gauges } from "../../../service/process/gauges.ts"
import * as Database from "../../../service/sql/database.ts"
import { DELETE_BATCH } from "../../../service/sql/delete-in-batches.ts"
import * as Deliveries from "../../../service/webhooks/delivery-store.ts"
import { layerDatabase } from "../database-layer.ts"
import {
  asAdmin,
  asClient,
  asOtherClient,
  asServer,
  me,
  OTHER_PROJECT_ID,
  PROJECT_ID,
  refresh,
  seedWith,
  send,
  service,
  signIn,
  withToken
} from "../fixture.ts"
import { Browser, embedded, grace, locationOf } from "../resources/oauth/browser.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const stores = Layer.mergeAll(ProjectStore.layer, Deliveries.layer, Mails.layer, deletedProjects).pipe(
  Layer.provideMerge(layerDatabase())
)

const readCount = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ count: Schema.Finite })]))

const countOf = (table: string, projectId: string) =>
  SqlClient.SqlClient.use((sql) => {
    const column = table === "projects" ? "id" : "project_id"
    return sql`SELECT count(*) AS count FROM ${sql(table)} WHERE ${sql(column)} = ${projectId}`
  }).pipe(
    Effect.flatMap(readCount),
    Effect.map(([{ count }]) => count),
    Effect.orDie
  )

const numbers = (count: number) =>
  `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${count})`

/** Adds rows to the tables that can have many of them, and to those that refer to these. */
const addRows = Effect.fnUntraced(function* (id: string, count: number) {
  const sql = yield* SqlClient.SqlClient
  const insert = (table: string, columns: string, values: string) =>
    sql.unsafe(`INSERT INTO ${table} (${columns}) ${numbers(count)} SELECT ${values} FROM numbers`)
  yield* insert(
    "users",
    `id, project_id, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled, signed_up_at,
      last_active_at`,
    `'${id} ' || i, '${id}', 'null', 'null', 'null', 0, i, i`
  )
  yield* insert(
    "contact_channels",
    "id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at",
    `'${id} ' || i, '${id}', '${id} ' || i, 'email', i || '@example.com', 1, 1, 1, 0`
  )
  yield* insert("passwords", "user_id, hash, changed_at", `'${id} ' || i, 'hash', 0`)
  yield* insert(
    "sessions",
    "id, project_id, user_id, refresh_token_hash, created_at",
    `'${id} ' || i, '${id}', '${id} ' || i, '${id} ' || i, 0`
  )
  yield* insert(
    "teams",
    "id, project_id, display_name, client_metadata, client_read_only_metadata, server_metadata, created_at",
    `'${id} ' || i, '${id}', 'Team', 'null', 'null', 'null', 0`
  )
  yield* insert(
    "team_memberships",
    "project_id, team_id, user_id, is_selected, created_at",
    `'${id}', '${id} ' || i, '${id} ' || i, 1, 0`
  )
  yield* insert(
    "verification_codes",
    "id, project_id, user_id, kind, code_hash, tail_hash, data, attempts, created_at, expires_at",
    `'${id} ' || i, '${id}', '${id} ' || i, 'magic_link', '${id} ' || i, '', '{}', 0, 0, 1`
  )
  yield* insert(
    "outgoing_mails",
    "id, project_id, type, recipient, message_id, created_at, expires_at, state, tries, due_at",
    `'${id} ' || i, '${id}', 'magic_link', 'ada@example.com', i || '', 0, 1, 'pending', 0, 0`
  )
  yield* sql`
    INSERT INTO webhook_targets (id, project_id, url, secret, created_at)
    VALUES (${id}, ${id}, 'https://example.com', 'secret', 0)`
  yield* insert("webhook_messages", "id, project_id, type, payload, created_at", `'${id} ' || i, '${id}', '', '{}', 0`)
  yield* insert(
    "webhook_deliveries",
    "message_id, target_id, state, tries, due_at",
    `'${id} ' || i, '${id}', 'pending', 0, 0`
  )
})

const tables = ["outgoing_mails", "webhook_messages", "verification_codes", "users", "teams"]

const addProject = Effect.fnUntraced(function* (id: string, rows: number) {
  yield* (yield* ProjectStore.ProjectStore).insert(blankProject(id, 0))
  yield* addRows(id, rows)
})

const remove = (id: string) => ProjectStore.ProjectStore.use((projects) => projects.remove(id))
const prune = DeletedProjects.use((deleted) => deleted.prune)

/** Runs the deletion with this effect in place of each pause. */
const pruneWith = Effect.fnUntraced(function* (pause: Effect.Effect<void, never, SqlClient.SqlClient>) {
  const context = yield* Effect.context<SqlClient.SqlClient>()
  const clock = yield* Clock.Clock
  const own = Object.assign(Object.create(clock) as Clock.Clock, { sleep: () => Effect.provide(pause, context) })
  return yield* Effect.provideService(prune, Clock.Clock, own)
})

describe("a deleted project", () => {
  it.effect("is not found, while its rows are deleted in statements of a bounded number of rows", () =>
    Effect.gen(function* () {
      const projects = yield* ProjectStore.ProjectStore
      yield* addProject("deleted", 120)
      yield* addProject("other", 60)
      yield* remove("deleted")
      assert.isNull(yield* projects.find("deleted"))
      assert.deepStrictEqual(
        (yield* projects.list).map(({ id }) => id),
        ["other"]
      )
      assert.deepStrictEqual(yield* projects.listByIds(["deleted"]), [])

      const counts = Effect.forEach(tables, (table) => countOf(table, "deleted"))
      const seen = [yield* counts]
      assert.deepStrictEqual(seen, [[120, 120, 120, 120, 120]])
      const deleted = yield* pruneWith(Effect.map(counts, (now) => void seen.push(now)))
      assert.strictEqual(deleted, 5 * 120)
      // Two full batches of each table, each followed by a pause. The third is not full.
      assert.lengthOf(seen, 1 + 2 * tables.length)
      for (const [index, now] of seen.entries()) {
        const before = seen[index - 1] ?? now
        const most = now.map((count, table) => (before[table] ?? 0) - count)
        assert.isAtMost(Math.max(...most), DELETE_BATCH)
      }

      for (const table of ["projects", "sessions", "contact_channels", ...tables]) {
        assert.strictEqual(yield* countOf(table, "deleted"), 0, table)
      }
      for (const table of ["sessions", "contact_channels", ...tables]) {
        assert.strictEqual(yield* countOf(table, "other"), 60, table)
      }
      assert.strictEqual(yield* prune, 0)
    }).pipe(Effect.provide(stores))
  )

  it.effect("sends neither mails nor webhooks", () =>
    Effect.gen(function* () {
      yield* addProject("deleted", 1)
      yield* addProject("other", 1)
      yield* remove("deleted")
      const mails = yield* (yield* Mails.OutgoingMailStore).due
      const deliveries = yield* (yield* Deliveries.DeliveryStore).due
      assert.deepStrictEqual(mails, [{ lane: "other", projectId: "other", dueAt: 0 }])
      assert.deepStrictEqual(deliveries, [{ lane: "other", projectId: "other", dueAt: 0 }])
    }).pipe(Effect.provide(stores))
  )

  it.effect("is not counted by the gauges of the queues", () =>
    Effect.gen(function* () {
      yield* addProject("deleted", 3)
      yield* addProject("other", 1)
      yield* remove("deleted")
      const gauges = new Map<string, () => number>()
      yield* QueueGauges.use(({ refresh }) => refresh).pipe(
        Effect.provide(queueGauges),
        Effect.provideService(Gauges, {
          publish: ({ labels, name, read }) => void gauges.set([name, ...Object.values(labels ?? {})].join(" "), read)
        })
      )
      for (const queue of ["mails", "webhooks"]) {
        assert.strictEqual(gauges.get(`keystile_queue_length ${queue} pending`)?.(), 1, queue)
      }
    }).pipe(Effect.provide(stores))
  )

  it.effect("whose deletion was interrupted is deleted by the next round", () =>
    Effect.gen(function* () {
      yield* addProject("deleted", 120)
      yield* remove("deleted")
      const paused = yield* Latch.make()
      const round = yield* Effect.forkChild(pruneWith(Effect.andThen(paused.open, Effect.never)))
      yield* paused.await
      yield* Fiber.interrupt(round)
      assert.strictEqual(yield* countOf("projects", "deleted"), 1)
      assert.strictEqual(yield* countOf("users", "deleted"), 120)
      assert.isAbove(yield* prune, 500)
      assert.strictEqual(yield* countOf("projects", "deleted"), 0)
    }).pipe(Effect.provide(stores))
  )

  it.effect("that is deleted during the deletion of another one is deleted, too", () =>
    Effect.gen(function* () {
      yield* addProject("deleted", 60)
      yield* addProject("next", 60)
      yield* remove("deleted")
      yield* pruneWith(Effect.provide(remove("next"), ProjectStore.layer))
      for (const table of ["projects", ...tables]) assert.strictEqual(yield* countOf(table, "next"), 0, table)
    }).pipe(Effect.provide(stores))
  )

  it.effect("that is added again during its deletion keeps its new rows, and no old ones", () =>
    Effect.gen(function* () {
      yield* addProject("deleted", 120)
      yield* remove("deleted")
      yield* pruneWith(
        Effect.gen(function* () {
          const projects = yield* ProjectStore.ProjectStore
          if ((yield* projects.find("deleted")) === null) yield* Effect.orDie(addProject("deleted", 70))
        }).pipe(Effect.provide(ProjectStore.layer))
      )
      assert.isNotNull(yield* (yield* ProjectStore.ProjectStore).find("deleted"))
      for (const table of tables) assert.strictEqual(yield* countOf(table, "deleted"), 70, table)
    }).pipe(Effect.provide(stores))
  )
})

describe("DELETE /projects/current", () => {
  it.effect("ends keys, sessions and public keys at once", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
      const response = yield* send("DELETE", "/api/v1/projects/current", { headers: asAdmin })
      assert.deepStrictEqual([response.status, response.json], [200, { success: true }])
      const codes = yield* Effect.forEach([asClient, asServer, asAdmin, withToken(access_token)], (headers) =>
        Effect.map(send("GET", "/api/v1/users/me", { headers }), ({ code }) => code)
      )
      assert.deepStrictEqual(codes, [
        "INVALID_PUBLISHABLE_CLIENT_KEY",
        "INVALID_SECRET_SERVER_KEY",
        "INVALID_SUPER_SECRET_ADMIN_KEY",
        "INVALID_PUBLISHABLE_CLIENT_KEY"
      ])
      assert.strictEqual((yield* refresh(refresh_token)).code, "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      const keySet = yield* send("GET", `/api/v1/projects/${PROJECT_ID}/.well-known/jwks.json`)
      assert.strictEqual(keySet.status, 404)
      assert.strictEqual((yield* send("DELETE", "/api/v1/projects/current", { headers: asAdmin })).status, 401)
    }).pipe(Effect.provide(service()))
  )

  it.effect("refuses a sign-up that was authenticated before", () =>
    Effect.gen(function* () {
      const services = yield* Effect.context<Effect.Services<ReturnType<typeof send>>>()
      const deletion = send("DELETE", "/api/v1/projects/current", { headers: asAdmin })
      const response = yield* send("POST", "/api/v1/auth/password/sign-up", {
        headers: asClient,
        json: {
          email: "new@example.com",
          password: "correct horse",
          verification_callback_url: "http://localhost:3000/callback"
        },
        beforeBody: Effect.provideContext(deletion, services)
      })
      assert.strictEqual(response.code, "INVALID_PUBLISHABLE_CLIENT_KEY")
    }).pipe(Effect.provide(service()))
  )

  it.effect("ends sign-ins at a provider that are completed before their rows are deleted", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("a.db")
      yield* Effect.gen(function* () {
        const browser = new Browser()
        const page = yield* browser.begin("github")
        const state = page.searchParams.get("state") ?? ""
        const toCallback = yield* browser.visit("POST", page.pathname, { state, ...grace })
        // Without a request, which would start the deletion of the rows.
        yield* remove(PROJECT_ID).pipe(
          Effect.provide(Layer.provide(ProjectStore.layer, Database.layer(database)), { local: true }),
          Effect.orDie
        )
        const response = yield* browser.get(locationOf(toCallback))
        assert.strictEqual(response.status, 400)
        assert.include(response.text, "This sign-in has ended already.")
      }).pipe(Effect.provide(service({ config: { oauthProviders: [embedded] } }, { database })))
    }).pipe(Effect.scoped)
  )

  it.effect("deletes all rows in the background, also after a restart", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("a.db")
      const inFile = <A, E>(effect: Effect.Effect<A, E, ProjectStore.ProjectStore | SqlClient.SqlClient>) =>
        effect.pipe(
          Effect.provide(Layer.provideMerge(ProjectStore.layer, Database.layer(database)), { local: true }),
          Effect.orDie
        )
      const left = inFile(Effect.forEach(["projects", ...tables], (table) => countOf(table, PROJECT_ID)))
      const untilGone: Effect.Effect<void> = Effect.flatMap(left, (counts) =>
        counts.every((count) => count === 0) ? Effect.void : Effect.andThen(Effect.yieldNow, untilGone)
      )
      const seed = seedWith()
      const others = { projects: seed.projects.filter(({ id }) => id === OTHER_PROJECT_ID) }

      yield* Effect.gen(function* () {
        yield* inFile(addRows(PROJECT_ID, 120))
        yield* send("DELETE", "/api/v1/projects/current", { headers: asAdmin })
        yield* untilGone
      }).pipe(Effect.provide(service({}, { seed, database })))

      // The process ends after the response.
      yield* Effect.void.pipe(Effect.provide(service({}, { seed, database })))
      yield* inFile(Effect.andThen(addRows(PROJECT_ID, 120), remove(PROJECT_ID)))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* left, [1, 120, 120, 120, 121, 120])
        assert.strictEqual((yield* send("GET", "/api/v1/projects/current", { headers: asOtherClient })).status, 200)
        yield* untilGone
      }).pipe(Effect.provide(service({}, { seed: others, database })))

      // A seed may add the project again, before its rows are deleted.
      yield* Effect.void.pipe(Effect.provide(service({}, { seed, database })))
      yield* inFile(Effect.andThen(addRows(PROJECT_ID, 120), remove(PROJECT_ID)))
      yield* Effect.gen(function* () {
        assert.isString((yield* signIn()).access_token)
        assert.strictEqual(yield* inFile(countOf("users", PROJECT_ID)), 1)
      }).pipe(Effect.provide(service({}, { seed, database })))
    }).pipe(Effect.scoped)
  )
})
