/** Brings a database to the newest form. Steps that were published never change; new ones are added below them. */
import { Effect } from "effect"
import { Migrator } from "effect/sql"
import * as migrations from "./migrations/index.ts"

const steps = {
  "0001_projects": migrations.projects,
  "0002_users": migrations.users,
  "0003_sessions": migrations.sessions,
  "0004_verification_codes": migrations.verificationCodes,
  "0005_mail": migrations.mail,
  "0006_second_factor": migrations.secondFactor,
  "0010_teams": migrations.teams,
  "0011_permissions": migrations.permissions,
  "0012_team_invitations": migrations.teamInvitations,
  "0020_oauth_providers": migrations.oauthProviders,
  "0021_oauth_accounts": migrations.oauthAccounts,
  "0022_oauth_flows": migrations.oauthFlows,
  "0030_passkeys": migrations.passkeys,
  "0031_project_settings": migrations.projectSettings,
  "0032_user_activity": migrations.userActivity,
  "0033_webhook_portal_tokens": migrations.webhookPortalTokens,
  "0034_limit_buckets": migrations.limitBuckets,
  "0035_webhooks": migrations.webhooks
}

/** The number of the newest step: a database with a higher one was made by a newer Keystile. */
export const NEWEST = Math.max(...Object.keys(steps).map((name) => Number.parseInt(name, 10)))

/** Where the steps that were taken are noted. */
export const MIGRATIONS_TABLE = "migrations"

export const migrate = Effect.asVoid(
  Migrator.make({})({ loader: Migrator.fromRecord(steps), table: MIGRATIONS_TABLE })
)
