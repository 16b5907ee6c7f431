/** Stores teams. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlConnection, type Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { TeamRecord } from "../../sql/records/team-record.ts"
import { inTexts, rowsOfTexts } from "../../sql/dialect.ts"
import {
  longColumns,
  LONGEST_OF_LIST,
  longestValue,
  readList,
  readLongValues,
  shortValue,
  totalBytes
} from "../../sql/long-values.ts"
import { isAfter, isFrom, type Position, positions } from "../../sql/page-position.ts"
import { readInRanges } from "../../sql/read-in-ranges.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"
import { teamIndex } from "../../sql/search/search-indexes.ts"
import { makeTextSearch } from "../../sql/search/text-search.ts"

/** The filter and the order of a list of teams. */
export interface TeamList {
  /** Lists only the teams of this user; `null` for all teams. */
  readonly userId: string | null
  /** A part of a display name in any case, or a whole id. */
  readonly text: string | null
  /** The position at which the list starts; `null` for its first team. */
  readonly from: Position | null
  readonly newestFirst: boolean
}

/** A page of a list of teams. */
export interface StoredTeamPage extends TeamList {
  readonly limit: number
}

/** Teams of a page. */
export interface TeamsOfPage {
  readonly teams: ReadonlyArray<TeamRecord>
  /** The position at which the next page starts; `null` on the last page. */
  readonly next: Position | null
}

/** The most teams of a page. */
export const MAX_PAGE = 1000

const allTeams: TeamList = { userId: null, text: null, from: null, newestFirst: false }

export class TeamStore extends Context.Service<
  TeamStore,
  {
    readonly find: (projectId: string, teamId: string) => Effect.Effect<TeamRecord | null>
    /**
     * Lists the teams of a project by their creation, by default all of them, the oldest first. Returns `null` if their
     * images and metadata have more than `MAX_LIST_BYTES`.
     */
    readonly list: (projectId: string, list?: Partial<TeamList>) => Effect.Effect<ReadonlyArray<TeamRecord> | null>
    /** Lists a page of teams. It may have fewer than its limit, although others follow. */
    readonly page: (projectId: string, page: StoredTeamPage) => Effect.Effect<TeamsOfPage>
    /** Returns the position of a team in the order of a list, or `null`. */
    readonly positionOf: (projectId: string, teamId: string) => Effect.Effect<Position | null>
    /** Lists the ids of a user's teams, the oldest first. */
    readonly idsOfUser: (projectId: string, userId: string) => Effect.Effect<ReadonlyArray<string>>
    readonly countOfUser: (projectId: string, userId: string) => Effect.Effect<number>
    readonly insert: (team: TeamRecord) => Effect.Effect<void>
    /** Updates all mutable fields of a team. */
    readonly update: (team: TeamRecord) => Effect.Effect<void>
    /** Deletes a team with its memberships, grants and invitations. Returns whether it existed. */
    readonly remove: (projectId: string, teamId: string) => Effect.Effect<boolean>
  }
>()("keystile/service/TeamStore") {}

const teams = rowsOf(TeamRecord)

const ids = rowsOf(wire({ id: Schema.String }))
const counts = rowsOf(wire({ count: Schema.Number }))
const sizes = rowsOf(wire({ id: Schema.String, bytes: Schema.Number }))
const totals = rowsOf(wire({ bytes: Schema.Number }))

type Rows = ReadonlyArray<SqlConnection.Row>

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
    const order = ({ newestFirst }: TeamList) =>
      newestFirst ? sql`ORDER BY teams.created_at DESC, teams.id DESC` : sql`ORDER BY teams.created_at, teams.id`

    const bytes = sql.literal(totalBytes(longColumns.map((name) => `teams.${name}`)))
    /** The columns for a list. Values of more bytes than `longest` are empty texts. */
    const shortColumns = (longest: number) => {
      const long = longColumns.map((name) => `${shortValue(`teams.${name}`, longest)} AS ${name}`)
      return sql.literal(`teams.id, teams.project_id, teams.display_name, teams.created_at, ${long.join(", ")}`)
    }
    const pageColumns = shortColumns(longestValue(MAX_PAGE + 1, longColumns.length))
    const listColumns = shortColumns(LONGEST_OF_LIST)

    const fromFirst = ({ from, newestFirst }: TeamList) =>
      from === null ? [] : [isFrom(sql, key, { ...from, newestFirst })]

    const hasText = ({ text }: TeamList) => (text === null ? [] : [search.isFound(text)])

    /** The teams of a search are read in ranges, and by the index of the search. */
    const inRanges = (projectId: string, page: StoredTeamPage, text: string) => {
      const { limit } = page
      const rangeAfter = (last: Position | null) => {
        const start = last === null ? fromFirst(page) : [isAfter(sql, key, { ...last, newestFirst: page.newestFirst })]
        return sql`FROM teams WHERE ${sql.and([sql`teams.project_id = ${projectId}`, ...start])} ${order(page)}`
      }
      const read = readInRanges<SqlConnection.Row, Position>(sql, {
        limit,
        text,
        read: (last, size, most) =>
          Effect.orDie(sql`
            SELECT ${pageColumns} FROM (SELECT teams.* ${rangeAfter(last)} LIMIT ${sql.literal(String(size))}) AS teams
            WHERE ${sql.and(hasText(page))} ${order(page)} LIMIT ${most}`),
        lastOf: (last, size) =>
          positions.first(sql`
            SELECT teams.created_at AS at, teams.id AS id ${rangeAfter(last)}
            LIMIT 1 OFFSET ${sql.literal(String(size - 1))}`),
        readByIndex: Effect.flatMap(
          search.findFirst(projectId, text, {
            conditions: [sql`teams.project_id = ${projectId}`, ...fromFirst(page)],
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
    const amongIds = (projectId: string, page: StoredTeamPage, ids: ReadonlyArray<string>) =>
      Effect.orDie(sql`
        SELECT ${pageColumns} FROM ${rowsOfTexts(sql, ids)} AS hit CROSS JOIN teams
        WHERE ${sql.and([sql`teams.id = hit.value AND teams.project_id = ${projectId}`, ...fromFirst(page)])}
        ${order(page)} LIMIT ${page.limit}`)

    /** `FROM` and `WHERE` of the teams of a list. */
    const selected = (projectId: string, list: TeamList) => {
      const source =
        list.userId === null ? sql`teams` : sql`team_memberships JOIN teams ON teams.id = team_memberships.team_id`
      const owner =
        list.userId === null
          ? sql`teams.project_id = ${projectId}`
          : sql`team_memberships.project_id = ${projectId} AND team_memberships.user_id = ${list.userId}`
      return sql`FROM ${source} WHERE ${sql.and([owner, ...fromFirst(list), ...hasText(list)])}`
    }

    const list = (projectId: string, wanted: Partial<TeamList> = {}) => {
      const all = { ...allTeams, ...wanted }
      const read = (columns: Statement.Fragment): Effect.Effect<Rows> =>
        Effect.orDie(sql`SELECT ${columns} ${selected(projectId, all)} ${order(all)}`)
      const listed = readList({
        columns: longColumns,
        readShort: read(listColumns),
        measure: Effect.map(
          totals.first(sql`SELECT coalesce(sum(${bytes}), 0) AS bytes ${selected(projectId, all)}`),
          (total) => total?.bytes ?? 0
        ),
        readWhole: read(sql`teams.*`)
      })
      return Effect.flatMap(listed, (rows) => (rows === null ? Effect.succeed(null) : teams.all(Effect.succeed(rows))))
    }

    const longRows = {
      columns: longColumns,
      measure: (ids: ReadonlyArray<string>) =>
        Effect.map(
          sizes.all(sql`SELECT id, ${bytes} AS bytes FROM teams WHERE ${inTexts(sql, sql`id`, ids)}`),
          (rows) => new Map(rows.map((row) => [row.id, row.bytes]))
        ),
      readWhole: (ids: ReadonlyArray<string>): Effect.Effect<Rows> =>
        Effect.orDie(sql`SELECT * FROM teams WHERE ${inTexts(sql, sql`id`, ids)}`)
    }

    const page = Effect.fnUntraced(function* (
      projectId: string,
      wanted: StoredTeamPage
    ): Effect.fn.Return<TeamsOfPage> {
      const { limit, text, userId } = wanted
      // Reads one more than the page has: the next page starts there.
      const longer = { ...wanted, limit: limit + 1 }
      const rows: Rows = yield* text !== null && userId === null
        ? inRanges(projectId, longer, text)
        : Effect.orDie(sql`SELECT ${pageColumns} ${selected(projectId, longer)} ${order(longer)} LIMIT ${limit + 1}`)
      const fitting = yield* readLongValues(rows.slice(0, limit), longRows)
      const first = fitting.next ?? rows[limit]
      return {
        teams: yield* teams.all(Effect.succeed(fitting.rows)),
        next: first === undefined ? null : { at: Number(first["created_at"]), id: String(first["id"]) }
      }
    })

    return TeamStore.of({
      find: (projectId, teamId) =>
        teams.first(sql`SELECT * FROM teams WHERE project_id = ${projectId} AND id = ${teamId}`),
      list,
      page,
      positionOf: (projectId, teamId) =>
        positions.first(sql`
          SELECT created_at AS at, id FROM teams WHERE project_id = ${projectId} AND id = ${teamId}`),
      idsOfUser: (projectId, userId) =>
        Effect.map(
          ids.all(sql`SELECT teams.id ${selected(projectId, { ...allTeams, userId })} ${order(allTeams)}`),
          (rows) => rows.map(({ id }) => id)
        ),
      countOfUser: (projectId, userId) =>
        Effect.map(
          counts.first(sql`
            SELECT count(*) AS count FROM team_memberships WHERE project_id = ${projectId} AND user_id = ${userId}`),
          (found) => found?.count ?? 0
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
