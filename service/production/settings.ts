/** The settings of `keystile serve`: names, defaults and meanings. `configuration.ts` has their schemas. */
import { Struct } from "effect"
import { DEFAULT_AUDIT_DAYS } from "../audit/audit-retention.ts"

export interface Setting {
  /** The flag without `--`. A secret has none: command lines are visible in the list of processes. */
  readonly flag: string | null
  readonly variable: string
  /** Names the value in the help. */
  readonly metavar: string
  readonly description: string
  /** The value without a flag, a variable and a key of the file. `undefined` makes the setting required. */
  readonly fallback: string | number | boolean | null | undefined
  readonly example: string
}

const setting = (
  flag: string | null,
  variable: string,
  metavar: string,
  description: string,
  example: string,
  fallback?: Setting["fallback"]
): Setting => ({ flag, variable, metavar, description, fallback, example })

/** By the key of the configuration file. */
export const settings = {
  publicUrl: setting(
    "public-url",
    "KEYSTILE_PUBLIC_URL",
    "URL",
    "The URL under which browsers reach the service: https, except on this machine",
    "https://auth.example.com"
  ),
  database: setting(
    "db",
    "KEYSTILE_DB",
    "FILE|URL",
    "A SQLite file, or a PostgreSQL URL",
    "/var/lib/keystile/keystile.db"
  ),
  databaseReplica: setting(
    "db-replica",
    "KEYSTILE_DB_REPLICA",
    "URL",
    "A standby of the PostgreSQL database, from which lists are read; default: none",
    "postgres://keystile@replica.example.com:5432/keystile",
    null
  ),
  secrets: setting(
    null,
    "KEYSTILE_SECRETS",
    "SECRETS",
    "Secrets of at least 32 bytes, with commas between them: the first encrypts, all decrypt",
    "the output of: openssl rand -base64 32"
  ),
  mail: setting(
    "mail",
    "KEYSTILE_MAIL",
    "URL|log",
    "The mail server, smtp://user:password@host:port or smtps://…; log writes mails to the log",
    "smtp://user:password@smtp.example.com:587"
  ),
  mailFrom: setting(
    "mail-from",
    "KEYSTILE_MAIL_FROM",
    "ADDRESS",
    "The sender of mails; default: no-reply@ and the host of the public URL",
    "no-reply@example.com",
    null
  ),
  host: setting("host", "KEYSTILE_HOST", "ADDRESS", "The IP address to listen on", "0.0.0.0", "127.0.0.1"),
  port: setting("port", "KEYSTILE_PORT", "PORT", "The port to listen on", "8102", 8102),
  metricsHost: setting(
    "metrics-host",
    "KEYSTILE_METRICS_HOST",
    "ADDRESS",
    "The IP address of the metrics port",
    "10.0.0.5",
    "127.0.0.1"
  ),
  metricsPort: setting(
    "metrics-port",
    "KEYSTILE_METRICS_PORT",
    "PORT",
    "The port of /metrics, /livez and /readyz; default: none",
    "9102",
    null
  ),
  requestLog: setting("request-log", "KEYSTILE_REQUEST_LOG", "true|false", "Log one line a request", "false", true),
  drainDelay: setting(
    "drain-delay",
    "KEYSTILE_DRAIN_DELAY",
    "SECONDS",
    "The time after SIGTERM in which /readyz is 503 and requests are still accepted",
    "10",
    5
  ),
  drainTimeout: setting(
    "drain-timeout",
    "KEYSTILE_DRAIN_TIMEOUT",
    "SECONDS",
    "The time in which running requests can complete after that",
    "60",
    20
  ),
  trustedProxies: setting(
    "trusted-proxies",
    "KEYSTILE_TRUSTED_PROXIES",
    "COUNT",
    "The number of proxies in front that append to X-Forwarded-For",
    "1",
    0
  ),
  accessTokenLifetime: setting(
    "access-token-lifetime",
    "KEYSTILE_ACCESS_TOKEN_LIFETIME",
    "SECONDS",
    "The lifetime of access tokens",
    "600",
    600
  ),
  auditRetention: setting(
    "audit-retention",
    "KEYSTILE_AUDIT_RETENTION",
    "DAYS",
    "The time for which entries of the audit log are kept",
    "365",
    DEFAULT_AUDIT_DAYS
  ),
  anonymousRetention: setting(
    "anonymous-retention",
    "KEYSTILE_ANONYMOUS_RETENTION",
    "DAYS",
    "Delete anonymous users who were not active for this time; default: never",
    "90",
    null
  ),
  breachedPasswords: setting(
    "breached-passwords",
    "KEYSTILE_BREACHED_PASSWORDS",
    "FILE",
    "Refuse new passwords whose SHA-1 hashes are in this sorted list; default: none",
    "/var/lib/keystile/pwned-passwords.txt",
    null
  ),
  privateSmtp: setting(
    "private-smtp",
    "KEYSTILE_PRIVATE_SMTP",
    "true|false",
    "Allow the mail servers of projects to be on private networks",
    "true",
    false
  ),
  privateWebhooks: setting(
    "private-webhooks",
    "KEYSTILE_PRIVATE_WEBHOOKS",
    "true|false",
    "Allow webhooks to this machine and to private networks, also without TLS",
    "true",
    false
  ),
  maxRateLimits: setting(
    "max-rate-limits",
    "KEYSTILE_MAX_RATE_LIMITS",
    "FACTOR",
    "The maximum of projects' rate limits, as a multiple of the defaults; none may then be off; default: none",
    "10",
    null
  ),
  maxConnections: setting(
    "max-connections",
    "KEYSTILE_MAX_CONNECTIONS",
    "COUNT",
    "Open connections in all; default: four fifths of the files that the process may open, at most 10,000",
    "10000",
    null
  )
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings

/** The names in the order of the help and of `--check`. */
export const settingNames: ReadonlyArray<SettingName> = Struct.keys(settings)

/** The flag and the variable of the configuration file. */
export const FILE_FLAG = "config"
export const FILE_VARIABLE = "KEYSTILE_CONFIG"
