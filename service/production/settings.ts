/** The settings of `keystile serve`: names, defaults and meanings. `configuration.ts` has their schemas. */
import { Struct } from "effect"
import { DEFAULT_AUDIT_DAYS } from "../audit/audit-retention.ts"

export interface SettingDefinition {
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

/** By the key of the configuration file. */
export const settings = {
  publicUrl: {
    flag: "public-url",
    variable: "KEYSTILE_PUBLIC_URL",
    metavar: "URL",
    description: "The URL under which browsers reach the service: https, except on this machine",
    example: "https://auth.example.com",
    fallback: undefined
  },
  database: {
    flag: "db",
    variable: "KEYSTILE_DB",
    metavar: "FILE|URL",
    description: "A SQLite file, or a PostgreSQL URL",
    example: "/var/lib/keystile/keystile.db",
    fallback: undefined
  },
  databaseReplica: {
    flag: "db-replica",
    variable: "KEYSTILE_DB_REPLICA",
    metavar: "URL",
    description: "A standby of the PostgreSQL database, from which lists are read; default: none",
    example: "postgres://keystile@replica.example.com:5432/keystile",
    fallback: null
  },
  secrets: {
    flag: null,
    variable: "KEYSTILE_SECRETS",
    metavar: "SECRETS",
    description: "Secrets of at least 32 bytes, with commas between them: the first encrypts, all decrypt",
    example: "the output of: openssl rand -base64 32",
    fallback: undefined
  },
  mail: {
    flag: "mail",
    variable: "KEYSTILE_MAIL",
    metavar: "URL|log",
    description: "The mail server, smtp://user:password@host:port or smtps://…; log writes mails to the log",
    example: "smtp://user:password@smtp.example.com:587",
    fallback: undefined
  },
  mailFrom: {
    flag: "mail-from",
    variable: "KEYSTILE_MAIL_FROM",
    metavar: "ADDRESS",
    description: "The sender of mails; default: no-reply@ and the host of the public URL",
    example: "no-reply@example.com",
    fallback: null
  },
  host: {
    flag: "host",
    variable: "KEYSTILE_HOST",
    metavar: "ADDRESS",
    description: "The IP address to listen on",
    example: "0.0.0.0",
    fallback: "127.0.0.1"
  },
  port: {
    flag: "port",
    variable: "KEYSTILE_PORT",
    metavar: "PORT",
    description: "The port to listen on",
    example: "8102",
    fallback: 8102
  },
  metricsHost: {
    flag: "metrics-host",
    variable: "KEYSTILE_METRICS_HOST",
    metavar: "ADDRESS",
    description: "The IP address of the metrics port",
    example: "10.0.0.5",
    fallback: "127.0.0.1"
  },
  metricsPort: {
    flag: "metrics-port",
    variable: "KEYSTILE_METRICS_PORT",
    metavar: "PORT",
    description: "The port of /metrics, /livez and /readyz; default: none",
    example: "9102",
    fallback: null
  },
  requestLog: {
    flag: "request-log",
    variable: "KEYSTILE_REQUEST_LOG",
    metavar: "true|false",
    description: "Log one line a request",
    example: "false",
    fallback: true
  },
  drainDelay: {
    flag: "drain-delay",
    variable: "KEYSTILE_DRAIN_DELAY",
    metavar: "SECONDS",
    description: "The time after SIGTERM in which /readyz is 503 and requests are still accepted",
    example: "10",
    fallback: 5
  },
  drainTimeout: {
    flag: "drain-timeout",
    variable: "KEYSTILE_DRAIN_TIMEOUT",
    metavar: "SECONDS",
    description: "The time in which running requests can complete after that",
    example: "60",
    fallback: 20
  },
  trustedProxies: {
    flag: "trusted-proxies",
    variable: "KEYSTILE_TRUSTED_PROXIES",
    metavar: "COUNT",
    description: "The number of proxies in front that append to X-Forwarded-For",
    example: "1",
    fallback: 0
  },
  accessTokenLifetime: {
    flag: "access-token-lifetime",
    variable: "KEYSTILE_ACCESS_TOKEN_LIFETIME",
    metavar: "SECONDS",
    description: "The lifetime of access tokens",
    example: "600",
    fallback: 600
  },
  auditRetention: {
    flag: "audit-retention",
    variable: "KEYSTILE_AUDIT_RETENTION",
    metavar: "DAYS",
    description: "The time for which entries of the audit log are kept",
    example: "365",
    fallback: DEFAULT_AUDIT_DAYS
  },
  anonymousRetention: {
    flag: "anonymous-retention",
    variable: "KEYSTILE_ANONYMOUS_RETENTION",
    metavar: "DAYS",
    description: "Delete anonymous users who were not active for this time; default: never",
    example: "90",
    fallback: null
  },
  breachedPasswords: {
    flag: "breached-passwords",
    variable: "KEYSTILE_BREACHED_PASSWORDS",
    metavar: "FILE",
    description: "Refuse new passwords whose SHA-1 hashes are in this sorted list; default: none",
    example: "/var/lib/keystile/pwned-passwords.txt",
    fallback: null
  },
  privateSmtp: {
    flag: "private-smtp",
    variable: "KEYSTILE_PRIVATE_SMTP",
    metavar: "true|false",
    description: "Allow the mail servers of projects to be on private networks",
    example: "true",
    fallback: false
  },
  privateWebhooks: {
    flag: "private-webhooks",
    variable: "KEYSTILE_PRIVATE_WEBHOOKS",
    metavar: "true|false",
    description: "Allow webhooks to this machine and to private networks, also without TLS",
    example: "true",
    fallback: false
  },
  maxRateLimits: {
    flag: "max-rate-limits",
    variable: "KEYSTILE_MAX_RATE_LIMITS",
    metavar: "FACTOR",
    description:
      "The maximum of projects' rate limits, as a multiple of the defaults; none may then be off; default: none",
    example: "10",
    fallback: null
  },
  maxConnections: {
    flag: "max-connections",
    variable: "KEYSTILE_MAX_CONNECTIONS",
    metavar: "COUNT",
    description: "Open connections in all; default: four fifths of the files that the process may open, at most 10,000",
    example: "10000",
    fallback: null
  }
} as const satisfies Readonly<Record<string, SettingDefinition>>

export type SettingName = keyof typeof settings

/** The names in the order of the help and of `--check`. */
export const settingNames: ReadonlyArray<SettingName> = Struct.keys(settings)

/** The flag and the variable of the configuration file. */
export const FILE_FLAG = "config"
export const FILE_VARIABLE = "KEYSTILE_CONFIG"
