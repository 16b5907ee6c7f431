/** Stores teams. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TeamRecord } from "../../sql/records/team-record.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"

export class TeamStore extends Context.Service<
  TeamStore,
  {
    readonly find: (projectId: string, teamId: string) => Effect.Effect<TeamRecord | null>
    /** Lists the teams of a project, the oldest first. */
    readonly list: (projectId: string) => Effect.Effect<ReadonlyArray<TeamRecord>>
    /** Lists the teams of a user, the oldest first. */
    readonly listOfUser: (projectId: string, userId: string) => Effect.Effect<ReadonlyArray<TeamRecord>>
    readonly insert: (team: TeamRecord) => Effect.Effect<void>
    /** Updates all mutable fields of a team. */
    readonly update: (team: TeamRecord) => Effect.Effect<void>
    /** Deletes a team with its memberships, grants and invitations. Returns whether it existed. */
    readonly remove: (projectId: string, teamId: string) => Effect.Effect<boolean>
  }
>()("keystile/service/TeamStore") {}

const teams = rowsOf(TeamRecord)

export const layer: Layer.Layer<TeamStore, never, SqlClient.SqlClient> = Layer.effect(
  TeamStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return TeamStore.of({
      find: (projectId, teamId) =>
        teams.first(sql`SELECT * FROM teams WHERE project_id = ${projectId} AND id = ${teamId}`),
      list: (projectId) => teams.all(sql`SELECT * FROM teams WHERE project_id = ${projectId} ORDER BY created_at, id`),
      listOfUser: (projectId, userId) =>
        teams.all(sql`
          SELECT teams.* FROM team_memberships JOIN teams ON teams.id = team_memberships.team_id
          WHERE team_memberships.project_id = ${projectId} AND team_memberships.user_id = ${userId}
          ORDER BY teams.created_at, teams.id`),
      insert: (team) =>
        run(sql`
          INSERT INTO teams (
            id, project_id, display_name, profile_image_url, client_metadata, client_read_only_metadata,
            server_metadata, created_at
          )
          VALUES (
            ${team.id}, ${team.projectId}, ${team.displayName}, ${team.profileImageUrl},
            ${JSON.stringify(team.clientMetadata)}, ${JSON.stringify(team.clientReadOnlyMetadata)},
            ${JSON.stringify(team.serverMetadata)}, ${team.createdAt.getTime()}
          )`),
      update: (team) =>
        run(sql`
          UPDATE teams SET
            display_name = ${team.displayName},
            profile_image_url = ${team.profileImageUrl},
            client_metadata = ${JSON.stringify(team.clientMetadata)},
            client_read_only_metadata = ${JSON.stringify(team.clientReadOnlyMetadata)},
            server_metadata = ${JSON.stringify(team.serverMetadata)}
          WHERE project_id = ${team.projectId} AND id = ${team.id}`),
      remove: (projectId, teamId) =>
        exists(sql`DELETE FROM teams WHERE project_id = ${projectId} AND id = ${teamId} RETURNING id`)
    })
  })
)
