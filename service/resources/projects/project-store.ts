/**
 * Stores projects, their settings and their trusted domains.
 *
 * A project without its row in `project_configs` is deleted: every read of a project joins this row. Then
 * `service/pruning/delete-project-rows.ts` deletes its other rows.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Domain as TrustedDomain } from "../../../core/schema/admin-project.ts"
import { ProjectRecord } from "../../sql/records/project-record.ts"
import { inTexts } from "../../sql/dialect.ts"
import { rowsOf, run } from "../../sql/rows.ts"
import { type ProjectCredentials, type OwnedClaim, makeClaims } from "./claim-project.ts"

type Domain = typeof TrustedDomain.Type

export class ProjectStore extends Context.Service<
  ProjectStore,
  {
    readonly find: (projectId: string) => Effect.Effect<ProjectRecord | null>
    /**
     * Returns the project of a claim; `null` for a revoked or expired key, and without a key for a project that
     * requires one. Most requests need this one statement.
     */
    readonly claimed: (claim: ProjectCredentials) => Effect.Effect<OwnedClaim | null>
    /** Lists all projects, the oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<ProjectRecord>>
    /** Lists those of the given projects that exist, the newest first. */
    readonly listByIds: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<ProjectRecord>>
    /** Inserts a project that does not exist. First deletes the rows that are left of a deleted one with this id. */
    readonly insert: (project: ProjectRecord) => Effect.Effect<void>
    /** Writes all settings of a project. Belongs in the transaction that read it. Inserts nothing after a deletion. */
    readonly update: (project: ProjectRecord) => Effect.Effect<void>
    /**
     * Marks a project as deleted: no read returns it. Deletes its API keys. The pruner deletes its other rows, of which
     * there may be millions. Belongs in a transaction.
     */
    readonly remove: (projectId: string) => Effect.Effect<void>
    /** Deletes all projects with all of their rows in one statement. */
    readonly removeAll: Effect.Effect<void>
    /** Counts the users, without anonymous ones. */
    readonly userCount: (projectId: string) => Effect.Effect<number>
    /** Lists the trusted domains, the oldest first. */
    readonly domains: (projectId: string) => Effect.Effect<ReadonlyArray<Domain>>
    /** Replaces all trusted domains. */
    readonly setDomains: (projectId: string, domains: ReadonlyArray<Domain>) => Effect.Effect<void>
    /** Lists the origins of native applications whose passkeys are accepted. */
    readonly nativeAppOrigins: (projectId: string) => Effect.Effect<ReadonlyArray<string>>
    /** Replaces all origins of native applications. */
    readonly setNativeAppOrigins: (projectId: string, origins: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("keystile/service/ProjectStore") {}

const projects = rowsOf(ProjectRecord)
const domains = rowsOf(TrustedDomain)
const origins = rowsOf(Schema.Struct({ origin: Schema.String }))
const counts = rowsOf(Schema.Struct({ count: Schema.Int }))

/**
 * A condition that a project is deleted.
 *
 * @param projectId an id, or a column with one
 */
export const isDeleted = (sql: SqlClient.SqlClient, projectId: string | Statement.Fragment) =>
  sql`NOT EXISTS (SELECT 1 FROM project_configs WHERE project_configs.project_id = ${projectId})`

export const layer: Layer.Layer<ProjectStore, never, SqlClient.SqlClient> = Layer.effect(
  ProjectStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const insert = Effect.fnUntraced(function* (project: ProjectRecord) {
      yield* run(sql`DELETE FROM projects WHERE id = ${project.id} AND ${isDeleted(sql, project.id)}`)
      yield* run(sql`
        INSERT INTO projects (
          id, display_name, description, is_production_mode, logo_url, logo_dark_mode_url, created_at
        )
        VALUES (
          ${project.id}, ${project.displayName}, ${project.description}, ${project.isProductionMode},
          ${project.logoUrl}, ${project.logoDarkModeUrl}, ${project.createdAt.getTime()}
        )`)
      yield* run(sql`
        INSERT INTO project_configs (
          id, project_id, sign_up_enabled, credential_enabled, magic_link_enabled, passkey_enabled,
          client_team_creation_enabled, client_user_deletion_enabled, allow_user_api_keys,
          allow_team_api_keys, require_email_verification, create_team_on_sign_up, allow_localhost,
          client_key_required, allow_impersonation, password_min_length, allow_breached_passwords,
          session_lifetime_millis, session_idle_millis, mail_language, translate_mails
        )
        VALUES (
          ${project.configId}, ${project.id}, ${project.signUpEnabled}, ${project.credentialEnabled},
          ${project.magicLinkEnabled}, ${project.passkeyEnabled}, ${project.clientTeamCreationEnabled},
          ${project.clientUserDeletionEnabled}, ${project.allowUserApiKeys}, ${project.allowTeamApiKeys},
          ${project.requireEmailVerification}, ${project.createTeamOnSignUp}, ${project.allowLocalhost},
          ${project.clientKeyRequired}, ${project.allowImpersonation}, ${project.passwordMinLength},
          ${project.allowBreachedPasswords}, ${project.sessionLifetimeMillis}, ${project.sessionIdleMillis},
          ${project.mailLanguage}, ${project.translateMails}
        )`)
    })

    const update = Effect.fnUntraced(function* (project: ProjectRecord) {
      yield* run(sql`
        UPDATE projects SET
          display_name = ${project.displayName},
          description = ${project.description},
          is_production_mode = ${project.isProductionMode},
          logo_url = ${project.logoUrl},
          logo_dark_mode_url = ${project.logoDarkModeUrl}
        WHERE id = ${project.id}`)
      yield* run(sql`
        UPDATE project_configs SET
          sign_up_enabled = ${project.signUpEnabled},
          credential_enabled = ${project.credentialEnabled},
          magic_link_enabled = ${project.magicLinkEnabled},
          passkey_enabled = ${project.passkeyEnabled},
          client_team_creation_enabled = ${project.clientTeamCreationEnabled},
          client_user_deletion_enabled = ${project.clientUserDeletionEnabled},
          allow_user_api_keys = ${project.allowUserApiKeys},
          allow_team_api_keys = ${project.allowTeamApiKeys},
          require_email_verification = ${project.requireEmailVerification},
          create_team_on_sign_up = ${project.createTeamOnSignUp},
          allow_localhost = ${project.allowLocalhost},
          client_key_required = ${project.clientKeyRequired},
          allow_impersonation = ${project.allowImpersonation},
          password_min_length = ${project.passwordMinLength},
          allow_breached_passwords = ${project.allowBreachedPasswords},
          session_lifetime_millis = ${project.sessionLifetimeMillis},
          session_idle_millis = ${project.sessionIdleMillis},
          mail_language = ${project.mailLanguage},
          translate_mails = ${project.translateMails}
        WHERE project_id = ${project.id}`)
    })

    return ProjectStore.of({
      find: (projectId) =>
        projects.first(sql`
          SELECT projects.*, project_configs.*, projects.id AS id, project_configs.id AS config_id
          FROM projects JOIN project_configs ON project_configs.project_id = projects.id
          WHERE projects.id = ${projectId}`),
      claimed: makeClaims(sql),
      list: projects.all(sql`
        SELECT projects.*, project_configs.*, projects.id AS id, project_configs.id AS config_id
        FROM projects JOIN project_configs ON project_configs.project_id = projects.id
        ORDER BY projects.rowid`),
      listByIds: (ids) =>
        projects.all(sql`
          SELECT projects.*, project_configs.*, projects.id AS id, project_configs.id AS config_id
          FROM projects JOIN project_configs ON project_configs.project_id = projects.id
          WHERE ${inTexts(sql, sql`projects.id`, ids)}
          ORDER BY projects.rowid DESC`),
      insert,
      update,
      remove: Effect.fnUntraced(function* (projectId) {
        yield* run(sql`DELETE FROM project_configs WHERE project_id = ${projectId}`)
        yield* run(sql`DELETE FROM api_key_sets WHERE project_id = ${projectId}`)
      }),
      removeAll: run(sql`DELETE FROM projects`),
      userCount: (projectId) =>
        Effect.map(
          counts.first(sql`
            SELECT count(*) AS count FROM users WHERE project_id = ${projectId} AND is_anonymous = 0`),
          (row) => row?.count ?? 0
        ),
      domains: (projectId) =>
        domains.all(sql`
          SELECT domain, handler_path FROM trusted_domains WHERE project_id = ${projectId} ORDER BY position`),
      setDomains: Effect.fnUntraced(function* (projectId, all) {
        yield* run(sql`DELETE FROM trusted_domains WHERE project_id = ${projectId}`)
        for (const [position, { domain, handlerPath }] of all.entries()) {
          yield* run(sql`
            INSERT INTO trusted_domains (project_id, domain, handler_path, position)
            VALUES (${projectId}, ${domain}, ${handlerPath}, ${position})`)
        }
      }),
      nativeAppOrigins: (projectId) =>
        Effect.map(
          origins.all(sql`
            SELECT origin FROM native_app_origins WHERE project_id = ${projectId} ORDER BY position`),
          (rows) => rows.map(({ origin }) => origin)
        ),
      setNativeAppOrigins: Effect.fnUntraced(function* (projectId, all) {
        yield* run(sql`DELETE FROM native_app_origins WHERE project_id = ${projectId}`)
        for (const [position, origin] of all.entries()) {
          yield* run(sql`
            INSERT INTO native_app_origins (project_id, origin, position)
            VALUES (${projectId}, ${origin}, ${position})`)
        }
      })
    })
  })
)
