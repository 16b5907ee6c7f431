/** Stores team memberships with their profiles, and the selected teams of users. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import type { GrantHolder } from "../permissions/grant-store.ts"
import { exists, existsUnlessTaken, rowsOf, run, type UniqueViolation } from "../../sql/rows.ts"

export class MembershipStore extends Context.Service<
  MembershipStore,
  {
    readonly exists: (member: GrantHolder) => Effect.Effect<boolean>
    /** Returns the ids of the members of a team. */
    readonly listUsers: (projectId: string, teamId: string) => Effect.Effect<ReadonlyArray<string>>
    /** Returns the ids of the personal teams that the user is a member of. More than one only after an import. */
    readonly listPersonal: (projectId: string, userId: string) => Effect.Effect<ReadonlyArray<string>>
    /** Makes a team the personal one of a member. It stays that until the membership is deleted. */
    readonly makePersonal: (member: GrantHolder) => Effect.Effect<void>
    /** Adds a user to an existing team. Returns whether the user exists. Fails with `UniqueViolation` for a member. */
    readonly add: (member: GrantHolder, now: number) => Effect.Effect<boolean, UniqueViolation>
    /** Deletes a membership with its profile, grants and selection. Returns whether it existed. */
    readonly remove: (member: GrantHolder) => Effect.Effect<boolean>
    /** Selects the team for the user. Returns false if the user is not a member. */
    readonly select: (member: GrantHolder) => Effect.Effect<boolean>
    /**
     * Sets the name and the image that the team shows instead of the user's own; `null` shows the user's own. A field
     * that is not given stays.
     */
    readonly setProfile: (
      member: GrantHolder,
      profile: { readonly displayName?: string | null; readonly profileImageUrl?: string | null }
    ) => Effect.Effect<void>
    readonly selectNone: (projectId: string, userId: string) => Effect.Effect<void>
  }
>()("keystile/service/MembershipStore") {}

const users = rowsOf(wire({ userId: Schema.String }))
const teams = rowsOf(wire({ teamId: Schema.String }))

export const layer: Layer.Layer<MembershipStore, never, SqlClient.SqlClient> = Layer.effect(
  MembershipStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const selectNone = (projectId: string, userId: string) =>
      run(sql`
        UPDATE team_memberships SET is_selected = ${false}
        WHERE project_id = ${projectId} AND user_id = ${userId} AND is_selected = ${true}`)

    return MembershipStore.of({
      exists: ({ projectId, teamId, userId }) =>
        exists(sql`
          SELECT 1 FROM team_memberships
          WHERE project_id = ${projectId} AND team_id = ${teamId} AND user_id = ${userId}`),
      listUsers: (projectId, teamId) =>
        Effect.map(
          users.all(sql`SELECT user_id FROM team_memberships WHERE project_id = ${projectId} AND team_id = ${teamId}`),
          (rows) => rows.map(({ userId }) => userId)
        ),
      listPersonal: (projectId, userId) =>
        Effect.map(
          teams.all(sql`
            SELECT team_id FROM team_memberships
            WHERE project_id = ${projectId} AND user_id = ${userId} AND is_personal = ${true} ORDER BY team_id`),
          (rows) => rows.map(({ teamId }) => teamId)
        ),
      makePersonal: ({ projectId, teamId, userId }) =>
        run(sql`
          UPDATE team_memberships SET is_personal = ${true}
          WHERE project_id = ${projectId} AND team_id = ${teamId} AND user_id = ${userId}`),
      add: ({ projectId, teamId, userId }, now) =>
        existsUnlessTaken(sql`
          INSERT INTO team_memberships (project_id, team_id, user_id, is_selected, created_at)
          SELECT project_id, ${teamId}, id, ${false}, ${now} FROM users
          WHERE project_id = ${projectId} AND id = ${userId}
          RETURNING user_id`),
      remove: ({ projectId, teamId, userId }) =>
        exists(sql`
          DELETE FROM team_memberships
          WHERE project_id = ${projectId} AND team_id = ${teamId} AND user_id = ${userId}
          RETURNING user_id`),
      select: ({ projectId, teamId, userId }) =>
        Effect.andThen(
          selectNone(projectId, userId),
          exists(sql`
            UPDATE team_memberships SET is_selected = ${true}
            WHERE project_id = ${projectId} AND team_id = ${teamId} AND user_id = ${userId}
            RETURNING user_id`)
        ),
      setProfile: ({ projectId, teamId, userId }, { displayName, profileImageUrl }) =>
        run(sql`
          UPDATE team_memberships SET ${sql.csv([
            displayName === undefined ? sql`display_name = display_name` : sql`display_name = ${displayName}`,
            profileImageUrl === undefined
              ? sql`profile_image_url = profile_image_url`
              : sql`profile_image_url = ${profileImageUrl}`
          ])}
          WHERE project_id = ${projectId} AND team_id = ${teamId} AND user_id = ${userId}`),
      selectNone
    })
  })
)
