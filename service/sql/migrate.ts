/** Applies the migrations that a database does not record as applied. */
import { Data, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import {
  historyProblem,
  type MigrationId,
  MIGRATIONS_TABLE,
  pendingMigrations,
  readMigrations
} from "./migration-history.ts"
import * as migrations from "./migrations/index.ts"
import { REMOVE_STATEMENT_LIMIT } from "./statement-limit.ts"

type Statements = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>

interface Migration extends MigrationId {
  readonly statements: Statements
}

const migration = (number: number, name: string, statements: Statements): Migration => ({ number, name, statements })

/** All migrations, by number. A published one never changes; a new one gets the next number. */
export const allMigrations: ReadonlyArray<Migration> = [
  migration(1, "projects", migrations.projects),
  migration(2, "users", migrations.users),
  migration(3, "sessions", migrations.sessions),
  migration(4, "verification_codes", migrations.verificationCodes),
  migration(5, "mail", migrations.mail),
  migration(6, "second_factor", migrations.secondFactor),
  migration(10, "teams", migrations.teams),
  migration(11, "permissions", migrations.permissions),
  migration(12, "team_invitations", migrations.teamInvitations),
  migration(20, "oauth_providers", migrations.oauthProviders),
  migration(21, "oauth_accounts", migrations.oauthAccounts),
  migration(22, "oauth_flows", migrations.oauthFlows),
  migration(30, "passkeys", migrations.passkeys),
  migration(31, "project_settings", migrations.projectSettings),
  migration(32, "user_activity", migrations.userActivity),
  migration(33, "webhook_portal_tokens", migrations.webhookPortalTokens),
  migration(34, "limit_buckets", migrations.limitBuckets),
  migration(35, "webhooks", migrations.webhooks),
  migration(36, "team_inviters", migrations.teamInviters),
  migration(37, "address_domains", migrations.addressDomains),
  migration(38, "expiry_indexes", migrations.expiryIndexes),
  migration(39, "recovery_codes", migrations.recoveryCodes),
  migration(40, "multiple_passkeys", migrations.multiplePasskeys),
  migration(41, "project_logo", migrations.projectLogo),
  migration(42, "secrets_key_id", migrations.secretsKeyId),
  migration(43, "signing_keys", migrations.signingKeys),
  migration(45, "outgoing_mails", migrations.outgoingMails),
  migration(47, "audit_log", migrations.auditLog),
  migration(48, "project_limits", migrations.projectLimits),
  migration(49, "audit_details", migrations.auditDetails),
  migration(50, "sign_up_proofs", migrations.signUpProofs),
  migration(51, "session_use", migrations.sessionUse),
  migration(52, "user_team_api_keys", migrations.userTeamApiKeys),
  migration(53, "project_permissions", migrations.projectPermissions),
  migration(54, "invitation_recipients", migrations.invitationRecipients),
  migration(55, "oauth_account_rows", migrations.oauthAccountRows),
  migration(56, "command_line_sign_ins", migrations.commandLineSignIns),
  migration(57, "anonymous_users", migrations.anonymousUsers),
  migration(58, "restricted_users", migrations.restrictedUsers),
  migration(59, "user_signals", migrations.userSignals),
  migration(60, "impersonation", migrations.impersonation),
  migration(61, "audit_filters", migrations.auditFilters),
  migration(62, "team_search", migrations.teamSearch),
  migration(63, "previous_webhook_secrets", migrations.previousWebhookSecrets),
  migration(65, "optional_client_keys", migrations.optionalClientKeys),
  migration(66, "sign_ins_by_time", migrations.signInsByTime),
  migration(67, "cross_domain_codes", migrations.crossDomainCodes),
  migration(68, "user_search", migrations.userSearch),
  migration(69, "webhook_target_settings", migrations.webhookTargetSettings),
  migration(70, "otp_users", migrations.otpUsers),
  migration(71, "native_app_origins", migrations.nativeAppOrigins),
  migration(72, "password_and_session_rules", migrations.passwordAndSessionRules),
  migration(73, "mail_languages", migrations.mailLanguages),
  migration(74, "search_of_many_rows", migrations.searchOfManyRows),
  migration(75, "user_traits", migrations.userTraits),
  migration(76, "unused_user_indexes", migrations.unusedUserIndexes),
  migration(77, "user_counts", migrations.userCounts),
  migration(79, "sessions_by_age", migrations.sessionsByAge),
  migration(80, "linking_sessions", migrations.linkingSessions),
  migration(82, "linking_sessions_of_codes", migrations.linkingSessionsOfCodes),
  migration(83, "first_verified_emails", migrations.firstVerifiedEmails),
  migration(84, "released_emails", migrations.releasedEmails),
  migration(85, "replaced_emails", migrations.replacedEmails),
  migration(86, "claimed_provider_tokens", migrations.claimedProviderTokens),
  migration(87, "unused_webhook_index", migrations.unusedWebhookIndex),
  migration(88, "indexes_of_users", migrations.indexesOfUsers),
  migration(89, "personal_teams", migrations.personalTeams),
  migration(90, "sessions_of_anonymous_flows", migrations.sessionsOfAnonymousFlows)
]

/** The recorded migrations are unknown to this version. `problem` has the cause and a remedy. */
export class UnknownHistory extends Data.TaggedError("UnknownHistory")<{ readonly problem: string }> {}

/** Reads the recorded migrations. A new database has no table of them. */
const readApplied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT 1 AS found WHERE to_regclass(${MIGRATIONS_TABLE}) IS NOT NULL`,
    orElse: () => sql`SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = ${MIGRATIONS_TABLE}`
  })
  if (tables.length === 0) return []
  const rows = yield* sql`SELECT migration_id, name FROM ${sql(MIGRATIONS_TABLE)} ORDER BY migration_id`
  return readMigrations(rows)
})

/** Reads the migrations that are not applied yet. Fails with `UnknownHistory` as `migrate` does. */
export const readPending = Effect.gen(function* () {
  const applied = yield* readApplied
  const problem = historyProblem(allMigrations, applied)
  if (problem !== null) return yield* new UnknownHistory({ problem })
  return pendingMigrations(allMigrations, applied)
})

/** This form of the table dates from the first version, when Effect's `Migrator` created it. */
const createTable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      sql`
        CREATE TABLE IF NOT EXISTS ${sql(MIGRATIONS_TABLE)} (
          migration_id integer PRIMARY KEY,
          created_at timestamp with time zone NOT NULL DEFAULT now(),
          name text NOT NULL
        )`,
    orElse: () =>
      sql`
        CREATE TABLE IF NOT EXISTS ${sql(MIGRATIONS_TABLE)} (
          migration_id integer PRIMARY KEY NOT NULL,
          created_at datetime NOT NULL DEFAULT current_timestamp,
          name VARCHAR(255) NOT NULL
        )`
  })
})

/** "keys" in ASCII: the key of the advisory lock. One for all schemas of a database. */
export const MIGRATION_LOCK = 0x6b657973

/** Logs that another process migrates if the lock is not free soon. */
const logWait = Effect.delay(
  Effect.logInfo("Another process applies migrations to the database. The start continues when it has finished."),
  "3 seconds"
)

/**
 * Locks migrating for other processes until the transaction ends. On SQLite the transaction itself locks.
 *
 * Not serializable: such a transaction would continue with its snapshot from before the lock. Its statements have no
 * time limit, since an index of a large table and the migrations of another process take minutes. They wait for a lock
 * of a table for 30 seconds at most, because all other statements of the table wait behind them.
 */
const lock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      Effect.gen(function* () {
        yield* sql`SET TRANSACTION ISOLATION LEVEL READ COMMITTED`
        yield* sql.unsafe(REMOVE_STATEMENT_LIMIT)
        yield* sql`SET LOCAL lock_timeout = 0`
        yield* Effect.forkScoped(logWait)
        yield* sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`
        yield* sql`SET LOCAL lock_timeout = '30s'`
      }).pipe(Effect.scoped),
    orElse: () => Effect.void
  })
})

const apply = Effect.fnUntraced(function* ({ name, number, statements }: Migration) {
  const sql = yield* SqlClient.SqlClient
  yield* statements
  yield* sql`INSERT INTO ${sql(MIGRATIONS_TABLE)} (migration_id, name) VALUES (${number}, ${name})`
})

/** Creates the schema if it does not exist. One with tables of another program is left alone. */
const openSchema = Effect.fnUntraced(function* (schema: string) {
  const sql = yield* SqlClient.SqlClient
  // Not IF NOT EXISTS, which requires the right to create schemas even if the schema exists.
  const found = yield* sql`SELECT 1 AS found FROM pg_namespace WHERE nspname = ${schema}`
  if (found.length === 0) return yield* sql`CREATE SCHEMA ${sql(schema)}`
  const tables = yield* sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = ${schema}::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
    ORDER BY relname`
  const [other] = tables
  if (other === undefined || tables.some(({ name }) => name === MIGRATIONS_TABLE)) return
  return yield* new UnknownHistory({
    problem: `its schema ${schema} contains tables of another program, such as ${other.name}. Choose another schema.`
  })
})

/**
 * Applies and records all pending migrations in one transaction. Fails with `UnknownHistory` before it changes anything
 * when the database records a migration that this version does not have.
 *
 * @param schema the PostgreSQL schema to create for the tables; `null`: the first one of the search path, which exists
 */
export const migrateIn = Effect.fnUntraced(function* (schema: string | null) {
  const sql = yield* SqlClient.SqlClient
  if ((yield* readPending).length === 0) return
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* lock
      if (schema !== null) yield* openSchema(schema)
      yield* createTable
      // Another process may have applied them while this one waited for the lock.
      yield* Effect.forEach(yield* readPending, apply, { discard: true })
    })
  )
})

/** Applies the migrations where no schema is named. */
export const migrate = migrateIn(null)
