/** Stores teams. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TeamRecord } from "../../sql/records/team-record.ts"
import { containing, lowered } from "../../sql/dialect.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"

/** The filter, the order and the size of a list of teams. */
export interface TeamPage {
  /** Lists only the teams of this user; `null` for all teams. */
  readonly userId: string | null
  /** A part of a display name in any case, or a whole id. */
  readonly text: string | null
  /** The id of the first team. The list is empty if that team does not exist. */
  readonly from: string | null
  readonly newestFirst: boolean
  /** `null` for all teams. */
  readonly limit: number | null
}

const wholeList: TeamPage = { userId: null, text: null, from: null, newestFirst: false, limit: null }

export class TeamStore extends Context.Service<
  TeamStore,
  {
    readonly find: (projectId: string, teamId: string) => Effect.Effect<TeamRecord | null>
    /** Lists the teams of a project by their creation, by default all of them, the oldest first. */
    readonly list: (projectId: string, page?: Partial<TeamPage>) => Effect.Effect<ReadonlyArray<TeamRecord>>
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
    const startOf = (projectId: string, teamId: string) =>
      sql`SELECT created_at, id FROM teams AS start WHERE project_id = ${projectId} AND id = ${teamId}`

    const list = (projectId: string, page: Partial<TeamPage> = {}) => {
      const { from, limit, newestFirst, text, userId } = { ...wholeList, ...page }
      const conditions = [
        userId === null
          ? sql`teams.project_id = ${projectId}`
          : sql`team_memberships.project_id = ${projectId} AND team_memberships.user_id = ${userId}`,
        ...(from === null
          ? []
          : [
              newestFirst
                ? sql`(teams.created_at, teams.id) <= (${startOf(projectId, from)})`
                : sql`(teams.created_at, teams.id) >= (${startOf(projectId, from)})`
            ]),
        ...(text === null
          ? []
          : [
              sql`(
                teams.id = ${text.toLowerCase()}
                OR ${lowered(sql, sql`teams.display_name`)} LIKE ${containing(text)} ESCAPE '!'
              )`
            ])
      ]
      return teams.all(sql`
        SELECT teams.* FROM ${
          userId === null ? sql`teams` : sql`team_memberships JOIN teams ON teams.id = team_memberships.team_id`
        }
        WHERE ${sql.and(conditions)}
        ORDER BY ${newestFirst ? sql`teams.created_at DESC, teams.id DESC` : sql`teams.created_at, teams.id`}
        ${limit === null ? sql`` : sql`LIMIT ${limit}`}`)
    }

    return TeamStore.of({
      find: (projectId, teamId) =>
        teams.first(sql`SELECT * FROM teams WHERE project_id = ${projectId} AND id = ${teamId}`),
      list,
      listOfUser: (projectId, userId) => list(projectId, { userId }),
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
