/** Stores teams. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { TeamRecord } from "../../sql/records/team-record.ts"
import { rowsOfTexts } from "../../sql/dialect.ts"
import { readInRanges } from "../../sql/read-in-ranges.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"
import { teamIndex } from "../../sql/search/search-indexes.ts"
import { makeTextSearch } from "../../sql/search/text-search.ts"

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
    /** Counts the teams of a user, and the bytes of their images and metadata. */
    readonly measureOfUser: (projectId: string, userId: string) => Effect.Effect<TeamsMeasure>
    readonly insert: (team: TeamRecord) => Effect.Effect<void>
    /** Updates all mutable fields of a team. */
    readonly update: (team: TeamRecord) => Effect.Effect<void>
    /** Deletes a team with its memberships, grants and invitations. Returns whether it existed. */
    readonly remove: (projectId: string, teamId: string) => Effect.Effect<boolean>
  }
>()("keystile/service/TeamStore") {}

const teams = rowsOf(TeamRecord)

const TeamsMeasure = wire({ count: Schema.Number, bytes: Schema.Number })
export type TeamsMeasure = typeof TeamsMeasure.Type
const measures = rowsOf(TeamsMeasure)

/** The position of a team in the order of a page. */
const positions = rowsOf(wire({ at: Schema.Number, id: Schema.String }))
type Position = { readonly at: number; readonly id: string }

export const layer: Layer.Layer<TeamStore, never, SqlClient.SqlClient> = Layer.effect(
  TeamStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const search = makeTextSearch(
      sql,
      teamIndex,
      (isFound) =>
        sql`EXISTS (
          SELECT 1 FROM teams AS named WHERE named.id = entry.team_id AND ${isFound(sql`named.display_name`)}
        )`
    )

    const key = sql`(teams.created_at, teams.id)`
    const order = ({ newestFirst }: TeamPage) =>
      newestFirst ? sql`ORDER BY teams.created_at DESC, teams.id DESC` : sql`ORDER BY teams.created_at, teams.id`
    const limited = (limit: number | null) => (limit === null ? sql`` : sql`LIMIT ${limit}`)

    const fromFirst = (projectId: string, { from, newestFirst }: TeamPage) => {
      if (from === null) return []
      const first = sql`(
        SELECT created_at, id FROM teams AS start WHERE project_id = ${projectId} AND id = ${from}
      )`
      return [newestFirst ? sql`${key} <= ${first}` : sql`${key} >= ${first}`]
    }
    const after = ({ newestFirst }: TeamPage, { at, id }: Position) =>
      newestFirst ? sql`${key} < (${at}, ${id})` : sql`${key} > (${at}, ${id})`

    const hasText = ({ text }: TeamPage) => (text === null ? [] : [search.isFound(text)])

    /** The teams of a search are read in ranges, and by the index of the search. */
    const inRanges = (projectId: string, page: TeamPage, text: string, limit: number) => {
      const rangeAfter = (last: Position | null) => {
        const start = last === null ? fromFirst(projectId, page) : [after(page, last)]
        return sql`FROM teams WHERE ${sql.and([sql`teams.project_id = ${projectId}`, ...start])} ${order(page)}`
      }
      const read = readInRanges<TeamRecord, Position>(sql, {
        limit,
        text,
        read: (last, size, most) =>
          teams.all(sql`
            SELECT teams.* FROM (SELECT teams.* ${rangeAfter(last)} LIMIT ${sql.literal(String(size))}) AS teams
            WHERE ${sql.and(hasText(page))} ${order(page)} ${limited(most)}`),
        lastOf: (last, size) =>
          positions.first(sql`
            SELECT teams.created_at AS at, teams.id AS id ${rangeAfter(last)}
            LIMIT 1 OFFSET ${sql.literal(String(size - 1))}`),
        readByIndex: Effect.flatMap(
          search.findFirst(projectId, text, {
            conditions: [sql`teams.project_id = ${projectId}`, ...fromFirst(projectId, page)],
            column: sql`created_at`,
            isDescending: page.newestFirst,
            limit
          }),
          (ids) => (ids === null ? Effect.succeed(null) : amongIds(projectId, page, ids))
        )
      })
      return Effect.map(read, ({ rows }) => rows)
    }

    /** CROSS JOIN makes SQLite start with the ids. */
    const amongIds = (projectId: string, page: TeamPage, ids: ReadonlyArray<string>) =>
      teams.all(sql`
        SELECT teams.* FROM ${rowsOfTexts(sql, ids)} AS hit CROSS JOIN teams
        WHERE ${sql.and([sql`teams.id = hit.value AND teams.project_id = ${projectId}`, ...fromFirst(projectId, page)])}
        ${order(page)} ${limited(page.limit)}`)

    const list = (projectId: string, wanted: Partial<TeamPage> = {}) => {
      const page = { ...wholeList, ...wanted }
      const { limit, text, userId } = page
      if (text !== null && userId === null && limit !== null) return inRanges(projectId, page, text, limit)
      const source =
        userId === null ? sql`teams` : sql`team_memberships JOIN teams ON teams.id = team_memberships.team_id`
      const owner =
        userId === null
          ? sql`teams.project_id = ${projectId}`
          : sql`team_memberships.project_id = ${projectId} AND team_memberships.user_id = ${userId}`
      return teams.all(sql`
        SELECT teams.* FROM ${source}
        WHERE ${sql.and([owner, ...fromFirst(projectId, page), ...hasText(page)])}
        ${order(page)} ${limited(limit)}`)
    }

    return TeamStore.of({
      find: (projectId, teamId) =>
        teams.first(sql`SELECT * FROM teams WHERE project_id = ${projectId} AND id = ${teamId}`),
      list,
      listOfUser: (projectId, userId) => list(projectId, { userId }),
      // Neither database reads a long text for its length.
      measureOfUser: (projectId, userId) =>
        Effect.map(
          measures.first(sql`
            SELECT count(*) AS count, coalesce(sum(
              octet_length(coalesce(teams.profile_image_url, '')) + octet_length(teams.client_metadata)
              + octet_length(teams.client_read_only_metadata) + octet_length(teams.server_metadata)
            ), 0) AS bytes
            FROM team_memberships JOIN teams ON teams.id = team_memberships.team_id
            WHERE team_memberships.project_id = ${projectId} AND team_memberships.user_id = ${userId}`),
          (found) => found ?? { count: 0, bytes: 0 }
        ),
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
