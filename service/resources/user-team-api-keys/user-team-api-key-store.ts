/** Stores the API keys of users and teams, as hashes. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { wire } from "../../../core/schema/wire.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import { exists, Flag, rowsOf, run } from "../../sql/rows.ts"

/** The maximum number of keys in a list. Only a list of the keys of all users can have more: it has the newest ones. */
export const MAX_LISTED_API_KEYS = 1000

/** The user or the team that a key belongs to. */
export interface KeyOwner {
  readonly type: "user" | "team"
  readonly id: string
}

const ApiKeyRecord = wire({
  id: Schema.String,
  type: Schema.Literals(["user", "team"]),
  /** The id of the user or of the team. */
  ownerId: Schema.String,
  description: Schema.String,
  isPublic: Flag,
  lastFour: Schema.String,
  createdAt: Millis,
  /** `null` for a key that does not expire. */
  expiresAt: Schema.NullOr(Millis),
  revokedAt: Schema.NullOr(Millis)
})
export type ApiKeyRecord = typeof ApiKeyRecord.Type

/** Times are in epoch milliseconds. */
interface NewUserTeamApiKey {
  readonly id: string
  readonly projectId: string
  readonly owner: KeyOwner
  readonly key: string
  readonly description: string
  readonly isPublic: boolean
  readonly createdAt: number
  readonly expiresAt: number | null
}

export interface ApiKeyFilter {
  readonly type: KeyOwner["type"]
  /** The user or the team; `null` for all users or all teams. */
  readonly ownerId: string | null
}

interface ApiKeyChange {
  /** Unchanged without one. */
  readonly description: string | undefined
  /** Revokes the key at this time, unless it is revoked already. `null` does not revoke it. */
  readonly revokedAt: number | null
}

export class UserTeamApiKeyStore extends Context.Service<
  UserTeamApiKeyStore,
  {
    /** Inserts a key. Only its hash is stored. */
    readonly insert: (key: NewUserTeamApiKey) => Effect.Effect<void>
    /** Lists keys, the newest first. */
    readonly list: (
      projectId: string,
      filter: ApiKeyFilter,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ApiKeyRecord>>
    readonly find: (projectId: string, filter: ApiKeyFilter, id: string) => Effect.Effect<ApiKeyRecord | null>
    /** Finds a key of a user or a team by the key itself. */
    readonly findByKey: (projectId: string, key: string) => Effect.Effect<ApiKeyRecord | null>
    /** Returns whether there is such a key. */
    readonly update: (
      projectId: string,
      filter: ApiKeyFilter,
      id: string,
      change: ApiKeyChange
    ) => Effect.Effect<boolean>
    /**
     * Revokes all keys of a user, and those of the teams that have no other member. A key that is revoked already keeps
     * the time.
     */
    readonly revokeAll: (projectId: string, userId: string, now: number) => Effect.Effect<void>
    /** Counts the keys that are neither revoked nor expired at the given time. */
    readonly countValid: (projectId: string, owner: KeyOwner, now: number) => Effect.Effect<number>
    /** Deletes the keys that are revoked or expired at the given time, except the newest ones. */
    readonly removeInvalid: (projectId: string, owner: KeyOwner, now: number, kept: number) => Effect.Effect<void>
  }
>()("keystile/service/UserTeamApiKeyStore") {}

const records = rowsOf(ApiKeyRecord)
const counts = rowsOf(Schema.Struct({ count: Schema.Int }))

export const layer: Layer.Layer<UserTeamApiKeyStore, never, SqlClient.SqlClient> = Layer.effect(
  UserTeamApiKeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql`
      id, CASE WHEN user_id IS NULL THEN 'team' ELSE 'user' END AS type, coalesce(user_id, team_id) AS owner_id,
      description, is_public, last_four, created_at, expires_at, revoked_at`

    const ofOwner = (projectId: string, { ownerId, type }: ApiKeyFilter): Statement.Fragment => {
      const column = sql(type === "user" ? "user_id" : "team_id")
      return ownerId === null
        ? sql`project_id = ${projectId} AND ${column} IS NOT NULL`
        : sql`project_id = ${projectId} AND ${column} = ${ownerId}`
    }

    return UserTeamApiKeyStore.of({
      insert: (key) =>
        run(sql`
          INSERT INTO user_team_api_keys (
            id, project_id, user_id, team_id, description, is_public, hash, last_four, created_at, expires_at
          )
          VALUES (
            ${key.id}, ${key.projectId}, ${key.owner.type === "user" ? key.owner.id : null},
            ${key.owner.type === "team" ? key.owner.id : null}, ${key.description}, ${key.isPublic},
            ${hashOpaqueToken(key.key)}, ${key.key.slice(-4)}, ${key.createdAt}, ${key.expiresAt}
          )`),
      list: (projectId, filter, limit) =>
        records.all(sql`
          SELECT ${columns} FROM user_team_api_keys
          WHERE ${ofOwner(projectId, filter)}
          ORDER BY created_at DESC, rowid DESC
          LIMIT ${limit}`),
      find: (projectId, filter, id) =>
        records.first(sql`
          SELECT ${columns} FROM user_team_api_keys WHERE ${ofOwner(projectId, filter)} AND id = ${id}`),
      findByKey: (projectId, key) =>
        records.first(sql`
          SELECT ${columns} FROM user_team_api_keys
          WHERE hash = ${hashOpaqueToken(key)} AND project_id = ${projectId}`),
      update: (projectId, filter, id, { description, revokedAt }) =>
        exists(sql`
          UPDATE user_team_api_keys SET
            description = ${description === undefined ? sql`description` : sql`${description}`},
            revoked_at = ${revokedAt === null ? sql`revoked_at` : sql`coalesce(revoked_at, ${revokedAt})`}
          WHERE ${ofOwner(projectId, filter)} AND id = ${id}
          RETURNING id`),
      revokeAll: (projectId, userId, now) =>
        run(sql`
          UPDATE user_team_api_keys SET revoked_at = ${now}
          WHERE project_id = ${projectId} AND revoked_at IS NULL AND (
            user_id = ${userId} OR team_id IN (
              SELECT own.team_id FROM team_memberships AS own
              WHERE own.project_id = ${projectId} AND own.user_id = ${userId} AND NOT EXISTS (
                SELECT 1 FROM team_memberships AS other
                WHERE other.team_id = own.team_id AND other.user_id <> ${userId}
              )
            )
          )`),
      countValid: (projectId, { id, type }, now) =>
        Effect.map(
          counts.first(sql`
            SELECT count(*) AS count FROM user_team_api_keys
            WHERE ${ofOwner(projectId, { type, ownerId: id })} AND revoked_at IS NULL
              AND (expires_at IS NULL OR expires_at > ${now})`),
          (row) => row?.count ?? 0
        ),
      removeInvalid: (projectId, { id, type }, now, kept) => {
        const ofThisOwner = ofOwner(projectId, { type, ownerId: id })
        const invalid = sql`${ofThisOwner} AND (revoked_at IS NOT NULL OR expires_at <= ${now})`
        return run(sql`
          DELETE FROM user_team_api_keys
          WHERE ${invalid} AND id NOT IN (
            SELECT id FROM user_team_api_keys WHERE ${invalid} ORDER BY created_at DESC, rowid DESC LIMIT ${kept}
          )`)
      }
    })
  })
)
