/** Query plans of PostgreSQL for a project with many users and many buckets of rate limits. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeSharedBuckets } from "../../service/http/rate-limits/bucket-store.ts"
import * as ProfileStore from "../../service/resources/team-members/profile-store.ts"
import { layerTest } from "../../service/development.ts"
import * as Postgres from "../../service/sql/postgres.ts"
import { MetricsStore } from "../../service/resources/metrics/metrics-store.ts"
import { ProjectStore } from "../../service/resources/projects/project-store.ts"
import { UserStore } from "../../service/resources/users/user-store.ts"
import { PROJECT_ID, seedWith } from "../service/fixture.ts"
import { recordStatements, type Stores } from "../service/sql/executed-statements.ts"
import { server, temporaryDatabase } from "./server.ts"

const USERS = 20_000
const MEMBERS = 50
const LIMIT = 20
const TEAM_ID = "team"

/** Fills `PROJECT_ID` with users `user-1` and later; the first of them are members of a team. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO users (
      id, project_id, client_metadata, client_read_only_metadata, server_metadata, otp_auth_enabled, signed_up_at,
      last_active_at
    )
    SELECT 'user-' || i, ${PROJECT_ID}, 'null', 'null', 'null', 0, i, i FROM generate_series(1, ${USERS}::bigint) AS i`
  yield* sql`
    INSERT INTO passwords (user_id, hash, changed_at)
    SELECT 'user-' || i, 'hash', i FROM generate_series(1, ${USERS}::bigint) AS i`
  yield* sql`
    INSERT INTO passkeys (user_id, id, name, project_id, credential_id, public_key, counter, registered_at)
    SELECT 'user-' || i, i, 'Passkey', ${PROJECT_ID}, i, 'key', 0, i FROM generate_series(1, ${USERS}::bigint) AS i`
  yield* sql`
    INSERT INTO contact_channels (
      id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at
    )
    SELECT i, ${PROJECT_ID}, 'user-' || i, 'email', i || '@example.com', 1, 1, 1, i
    FROM generate_series(1, ${USERS}::bigint) AS i`
  yield* sql`
    INSERT INTO oauth_accounts (project_id, provider_id, account_id, user_id, created_at)
    SELECT ${PROJECT_ID}, 'github', i, 'user-' || i, i FROM generate_series(1, ${USERS}::bigint) AS i`
  yield* sql`
    INSERT INTO teams (
      id, project_id, display_name, client_metadata, client_read_only_metadata, server_metadata, created_at
    )
    VALUES (${TEAM_ID}, ${PROJECT_ID}, 'Team', 'null', 'null', 'null', 0)`
  yield* sql`
    INSERT INTO team_memberships (project_id, team_id, user_id, is_selected, created_at)
    SELECT ${PROJECT_ID}, ${TEAM_ID}, 'user-' || i, 1, i FROM generate_series(1, ${MEMBERS}::bigint) AS i`
  yield* sql`
    INSERT INTO limit_buckets (key, full_at) SELECT 'used-' || i, 2 FROM generate_series(1, ${USERS}::bigint) AS i`
  yield* sql`INSERT INTO limit_buckets (key, full_at) SELECT 'full-' || i, 1 FROM generate_series(1, 600) AS i`
  yield* sql`VACUUM ANALYZE`
})

interface Node {
  readonly "Node Type": string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Node>
}
const Node = Schema.Struct({
  "Node Type": Schema.String,
  "Actual Rows": Schema.Number,
  "Actual Loops": Schema.Number,
  "Rows Removed by Filter": Schema.optionalKey(Schema.Number),
  Plans: Schema.optionalKey(Schema.Array(Schema.suspend((): Schema.Codec<Node> => Node)))
})
const readPlan = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ "QUERY PLAN": Schema.fromJsonString(Schema.Tuple([Schema.Struct({ Plan: Node })])) })])
)

/** Returns the number of rows that a plan reads from tables and indexes. */
const rowsRead = (node: Node): number => {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), 0)
  if (!node["Node Type"].endsWith("Scan")) return below
  return below + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
}

/** The position of a user in the middle. */
const LATER = { at: 10_000, id: "user-10000" }
const page = { teamId: null, text: null, from: null, newestFirst: false, limit: LIMIT }

/** A tenth of a table with one row per user. Pages and teams stay far below, even where a small table is scanned. */
const MOST_ROWS = USERS / 10

const cases: ReadonlyArray<readonly [name: string, run: Effect.Effect<unknown, unknown, Stores>]> = [
  ["a user", UserStore.use((users) => users.find(PROJECT_ID, "user-1"))],
  ["the first page of users", UserStore.use((users) => users.page(PROJECT_ID, page))],
  ["the newest users", UserStore.use((users) => users.page(PROJECT_ID, { ...page, newestFirst: true }))],
  ["a later page", UserStore.use((users) => users.page(PROJECT_ID, { ...page, from: LATER }))],
  [
    "the last active users, anonymous ones included",
    UserStore.use((users) =>
      users.page(PROJECT_ID, { ...page, anonymous: "all", orderBy: "last_active_at", newestFirst: true })
    )
  ],
  [
    "a page of verified users with a password",
    UserStore.use((users) =>
      users.page(PROJECT_ID, { ...page, filter: { primaryEmailVerified: true, signInMethod: "password" } })
    )
  ],
  ...["12345@example.com", "user-12345", "2345@ex", "~"].map(
    (text) =>
      [
        `a search by ${text}`,
        UserStore.use((users) => users.page(PROJECT_ID, { ...page, text, newestFirst: true }))
      ] as const
  ),
  ["a page of a team's users", UserStore.use((users) => users.page(PROJECT_ID, { ...page, teamId: TEAM_ID }))],
  [
    "the members of a team",
    ProfileStore.ProfileStore.use((profiles) => profiles.list(PROJECT_ID, { teamId: TEAM_ID, userId: null }))
  ],
  [
    "a rate limit, with the deletion of full buckets",
    SqlClient.SqlClient.use((sql) => makeSharedBuckets(sql).take({ key: "key", rate: { burst: 1, perMinute: 1 } }, 1))
  ]
]

const counts: ReadonlyArray<readonly [name: string, run: Effect.Effect<unknown, unknown, Stores>]> = [
  ["all users", ProjectStore.use((projects) => projects.userCount(PROJECT_ID))],
  ["the users of each method", MetricsStore.use((metrics) => metrics.userCounts(PROJECT_ID))]
]

/** Returns the plans of the statements that an effect executes. */
const plansOf = Effect.fnUntraced(function* (run: Effect.Effect<unknown, unknown, Stores>) {
  const sql = yield* SqlClient.SqlClient
  const plans: Array<Node> = []
  for (const [text, params] of yield* recordStatements(run)) {
    const [
      {
        "QUERY PLAN": [{ Plan }]
      }
    ] = yield* Effect.flatMap(sql.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, params), readPlan)
    plans.push(Plan)
  }
  return plans
})

/** Returns the types of a plan's nodes that read tables and indexes. */
const scans = (node: Node): ReadonlyArray<string> => [
  ...(node["Node Type"].endsWith("Scan") ? [node["Node Type"]] : []),
  ...(node.Plans ?? []).flatMap(scans)
]

describe.skipIf(server === undefined)("PostgreSQL with many users", () => {
  it.effect(
    "reads the rows of a page, a team or a rate limit without a full table scan, and counts users by an index alone",
    () =>
      Effect.gen(function* () {
        const url = yield* temporaryDatabase
        yield* Effect.provide(Effect.void, layerTest({ database: url, seed: seedWith() }))
        yield* Effect.gen(function* () {
          yield* fill
          for (const [name, run] of cases) {
            for (const plan of yield* plansOf(run)) {
              assert.isAtMost(rowsRead(plan), MOST_ROWS, `${name}: ${JSON.stringify(plan)}`)
            }
          }
          for (const [name, run] of counts) {
            assert.deepStrictEqual((yield* plansOf(run)).flatMap(scans), ["Index Only Scan"], name)
          }
        }).pipe(Effect.provide(Postgres.layer(Redacted.make(url))))
      }),
    60_000
  )
})
