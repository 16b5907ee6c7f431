/** Reads the project of a request with what its credentials claim: the key, the user and the session. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import type { TokenSubject } from "../../crypto/access-tokens.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import { compileOnce } from "../../sql/compile-once.ts"
import { type KeyKind, projectFields } from "../../sql/records/project-record.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { Flag, rowsOf } from "../../sql/rows.ts"
import { relatedJoins, userColumns, users } from "../users/user-columns.ts"

/** The credentials of a request. */
export interface ProjectCredentials {
  readonly projectId: string
  /** The key of the tier. `null` for a client without one, which projects may allow. */
  readonly key: { readonly kind: KeyKind; readonly text: string } | null
  /** The user and the session of the access token; `null` without one. */
  readonly subject: TokenSubject | null
  /** Reads the record of the user in the same statement. */
  readonly readsUser: boolean
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * A project with the key set of a claim, which is `null` without a key, the existence of its user and
 * session, and the restriction of the user.
 */
const ClaimedProject = wire(
  {
    ...projectFields,
    keySetId: Schema.NullOr(Schema.String),
    hasUser: Flag,
    hasSession: Flag,
    /** The owner who is signed in as the user; `null` for the user's own session. */
    impersonatorId: Schema.NullOr(Schema.String),
    isAnonymous: Flag,
    restrictedByAdmin: Flag,
    lacksVerifiedEmail: Flag
  },
  // The names of the others are those of users.
  { id: "claimed_project_id", displayName: "project_display_name" }
)
export type ClaimedProject = typeof ClaimedProject.Type

/** The project of a claim. */
export interface OwnedClaim {
  readonly project: ClaimedProject
  /** The user. `null` if there is none, and if the claim does not read it. */
  readonly user: UserRecord | null
}

const projects = rowsOf(ClaimedProject)

type Parameters = Readonly<Record<"userId" | "sessionId", string>>

/** Selects users whose primary address is verified. */
const hasVerifiedEmail = (sql: SqlClient.SqlClient) =>
  sql`EXISTS (
    SELECT 1 FROM contact_channels AS verified
    WHERE verified.user_id = users.id AND verified.type = 'email'
      AND verified.is_primary = 1 AND verified.is_verified = 1
  )`

/** Returns the function that finds the project of a claim by one statement. */
export const makeClaims = (sql: SqlClient.SqlClient) => {
  /**
   * A column of users replaces one of the same name before it, and is NULL without a user. So projects and their
   * configurations have no other columns of the same names than these, and the id of the project.
   */
  const columnsOf = (readsUser: boolean) => sql`
    projects.*, project_configs.*,
    projects.id AS claimed_project_id, projects.display_name AS project_display_name, project_configs.id AS config_id,
    ${
      readsUser
        ? userColumns(sql)
        : sql`project_configs.require_email_verification = 1 AND NOT ${hasVerifiedEmail(sql)} AS lacks_verified_email`
    },
    users.id IS NOT NULL AS has_user,
    coalesce(users.is_anonymous, 0) AS is_anonymous,
    coalesce(users.restricted_by_admin, 0) AS restricted_by_admin,
    sessions.id IS NOT NULL AS has_session,
    sessions.impersonator_id`

  const joinsOf = (readsUser: boolean, { sessionId, userId }: Parameters) => sql`
    JOIN project_configs ON project_configs.project_id = projects.id
    LEFT JOIN users ON users.project_id = projects.id AND users.id = ${userId}
    LEFT JOIN sessions ON sessions.id = ${sessionId} AND sessions.user_id = ${userId}
    ${readsUser ? relatedJoins(sql) : sql.literal("")}`

  const withKey = (readsUser: boolean) =>
    compileOnce(
      sql,
      ["projectId", "kind", "keyHash", "userId", "sessionId", "now"],
      ({ keyHash, kind, now, projectId, ...subject }) => sql`
        SELECT ${columnsOf(readsUser)}, api_keys.key_set_id
        FROM api_keys
          JOIN api_key_sets ON api_key_sets.id = api_keys.key_set_id
          JOIN projects ON projects.id = api_key_sets.project_id
          ${joinsOf(readsUser, subject)}
        WHERE api_keys.hash = ${keyHash}
          AND api_keys.kind = ${kind}
          AND api_key_sets.project_id = ${projectId}
          AND api_key_sets.revoked_at IS NULL
          AND api_key_sets.expires_at > ${now}`
    )
  const withoutKey = (readsUser: boolean) =>
    compileOnce(
      sql,
      ["projectId", "userId", "sessionId"],
      ({ projectId, ...subject }) => sql`
        SELECT ${columnsOf(readsUser)}, NULL AS key_set_id
        FROM projects
          ${joinsOf(readsUser, subject)}
        WHERE projects.id = ${projectId} AND project_configs.client_key_required = 0`
    )
  const byKey = { project: withKey(false), user: withKey(true) }
  const byProject = { project: withoutKey(false), user: withoutKey(true) }

  return ({ key, now, projectId, readsUser, subject }: ProjectCredentials): Effect.Effect<OwnedClaim | null> => {
    const ids = { projectId, userId: subject?.userId ?? null, sessionId: subject?.sessionId ?? null }
    const isUserRead = readsUser && subject !== null
    const read = isUserRead ? "user" : "project"
    const statement =
      key === null
        ? byProject[read](ids)
        : byKey[read]({ ...ids, kind: key.kind, keyHash: hashOpaqueToken(key.text), now })
    return Effect.orDie(
      Effect.map(statement, ([row]) => {
        if (row === undefined) return null
        const project = projects.decode(row)
        return { project, user: isUserRead && project.hasUser ? users.decode(row) : null }
      })
    )
  }
}
