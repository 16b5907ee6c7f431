/** Deletes anonymous users who do not return. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { TeamStore } from "../resources/teams/team-store.ts"
import { UserStore } from "../resources/users/user-store.ts"
import { DELETE_BATCH, repeatInBatches } from "../sql/delete-in-batches.ts"
import { isPrunedHere } from "../sql/dialect.ts"
import { inTransaction, rowsOf } from "../sql/rows.ts"

export class AbandonedUserStore extends Context.Service<
  AbandonedUserStore,
  {
    /**
     * Deletes the anonymous users who were not active for the configured days, with the teams that have no other
     * member, and returns their number. A user with a sign-in method is kept. Each deletion raises the same events as
     * one by the API.
     */
    readonly prune: (now: number) => Effect.Effect<number>
  }
>()("keystile/service/AbandonedUserStore") {}

const userRows = rowsOf(wire({ id: Schema.String, projectId: Schema.String }))
const ids = rowsOf(wire({ id: Schema.String }))

/** @param retention the time in milliseconds after which a user is deleted; `null` keeps all users */
export const layer = (
  retention: number | null
): Layer.Layer<AbandonedUserStore, never, SqlClient.SqlClient | UserStore | TeamStore> =>
  Layer.effect(
    AbandonedUserStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* UserStore
      const teams = yield* TeamStore

      // By project, and by the sign-up, which the index has. The last activity changes too often for one. A deleted
      // project has no row in project_configs: its users are deleted without events.
      const abandoned = (before: number) =>
        userRows.all(sql`
          SELECT users.id, users.project_id
          FROM project_configs CROSS JOIN users
          WHERE users.project_id = project_configs.project_id AND users.is_anonymous = 1
            AND users.signed_up_at <= ${before} AND users.last_active_at <= ${before}
            AND NOT EXISTS (SELECT 1 FROM passwords WHERE passwords.user_id = users.id)
            AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)
            AND NOT EXISTS (
              SELECT 1 FROM oauth_accounts
              WHERE oauth_accounts.project_id = users.project_id AND oauth_accounts.user_id = users.id
                AND oauth_accounts.allow_sign_in = 1
            )
            AND ${isPrunedHere(sql, "abandonedUsers")}
          LIMIT ${DELETE_BATCH}`)

      const teamsOfOnly = (userId: string) =>
        ids.all(sql`
          SELECT team_memberships.team_id AS id FROM team_memberships
          WHERE team_memberships.user_id = ${userId} AND NOT EXISTS (
            SELECT 1 FROM team_memberships AS other
            WHERE other.team_id = team_memberships.team_id AND other.user_id <> ${userId}
          )`)

      const removeBatch = (before: number) =>
        Effect.gen(function* () {
          const found = yield* abandoned(before)
          for (const { id, projectId } of found) {
            for (const team of yield* teamsOfOnly(id)) yield* teams.remove(projectId, team.id)
            yield* users.remove(projectId, id)
          }
          return found.length
        }).pipe(inTransaction, Effect.provideService(SqlClient.SqlClient, sql))

      return AbandonedUserStore.of({
        prune: (now) => (retention === null ? Effect.succeed(0) : repeatInBatches(removeBatch(now - retention)))
      })
    })
  )
