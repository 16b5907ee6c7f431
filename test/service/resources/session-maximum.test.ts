/** The maximum number of sessions of a user: a new one ends the oldest. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as SessionStore from "../../../service/resources/sessions/session-store.ts"
import { DELETE_BATCH } from "../../../service/sql/delete-in-batches.ts"
import { layerDatabase } from "../database-layer.ts"
import { plainSession } from "../plain-session.ts"
import { asServer, me, refresh, send, service, signIn, USER_ID, withToken } from "../fixture.ts"

const { MAX_SESSIONS } = SessionStore

const readCreated = Schema.decodeUnknownEffect(Schema.Struct({ refresh_token: Schema.String }))

/** Starts a session by the application's server. */
const start = send("POST", "/api/v1/auth/sessions", { headers: asServer, json: { user_id: USER_ID } }).pipe(
  Effect.flatMap(({ json }) => Effect.orDie(readCreated(json)))
)

/** Stores a user with sessions of an earlier version, which had no maximum. */
const insertUser = (sessions: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      INSERT INTO projects (id, display_name, description, is_production_mode, created_at)
      VALUES ('project', 'Test', '', 0, 0)`
    yield* sql`
      INSERT INTO users (
        id, project_id, display_name, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled,
        signed_up_at, last_active_at
      )
      VALUES ('user', 'project', 'Ada', 'null', 'null', 'null', 0, 0, 0)`
    yield* sql`
      WITH RECURSIVE numbers (i) AS (
        SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${sql.literal(String(sessions))}
      )
      INSERT INTO sessions (id, project_id, user_id, refresh_token_hash, created_at, is_impersonation)
      SELECT 'session' || i, 'project', 'user', 'hash' || i, i, 0 FROM numbers`
  })

const insertSession = (number: number) =>
  SessionStore.SessionStore.use((sessions) =>
    sessions.insert({
      id: `new${number}`,
      projectId: "project",
      userId: "user",
      refreshToken: `token${number}`,
      createdAt: 1_000_000,
      ...plainSession
    })
  )

describe("a user with the most sessions", () => {
  it.effect("loses the oldest one with each new one, by a sign-in or by a server", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      yield* TestClock.adjust("1 second")
      const second = yield* start
      yield* TestClock.adjust("1 second")
      for (let count = 2; count < MAX_SESSIONS; count++) yield* start
      assert.strictEqual((yield* refresh(refresh_token)).status, 200)

      yield* start
      assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* me(withToken(access_token))).code, "ACCESS_TOKEN_EXPIRED")
      assert.strictEqual((yield* refresh(second.refresh_token)).status, 200)

      const newest = yield* signIn()
      assert.strictEqual((yield* refresh(second.refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      assert.strictEqual((yield* refresh(newest.refresh_token)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("loses those of earlier versions in batches, the oldest first", () =>
    Effect.gen(function* () {
      const stored = SqlClient.SqlClient.use((sql) => sql`SELECT id FROM sessions ORDER BY created_at, id`)
      const older = MAX_SESSIONS + 2 * DELETE_BATCH
      yield* insertUser(older)
      yield* insertSession(1)
      assert.lengthOf(yield* stored, older + 1 - DELETE_BATCH)
      yield* insertSession(2)
      yield* insertSession(3)
      yield* insertSession(4)
      const left = yield* stored
      assert.lengthOf(left, MAX_SESSIONS)
      assert.includeDeepMembers(
        [...left],
        [{ id: `session${older}` }, ...["new1", "new2", "new3", "new4"].map((id) => ({ id }))]
      )
      assert.notDeepInclude(left, { id: "session100" })
    }).pipe(Effect.provide(SessionStore.layer.pipe(Layer.provideMerge(layerDatabase()))))
  )
})
