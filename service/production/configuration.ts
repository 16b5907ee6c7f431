/** The configuration of the service in production: one schema for flags, environment and file. */
import { Schema } from "effect"
import { isIP } from "node:net"
import { isEmail } from "../../core/schema/fields/email-pattern.ts"
import { MAX_AUDIT_DAYS } from "../audit/audit-retention.ts"
import { MIN_LIFETIME_SECONDS } from "../crypto/access-tokens.ts"
import { MAX_RATE_LIMIT_FACTOR } from "../http/rate-limits/limits.ts"
import {
  booleanField,
  field,
  integerField,
  optionalIntegerField,
  textField,
  InvalidValue
} from "./configuration-field.ts"
import { DatabaseSetting, ReplicaSetting } from "./database-setting.ts"
import { Mail } from "./mail-server.ts"
import { PublicUrl } from "./public-url.ts"
import { Secrets } from "./secrets.ts"
import type { Deployment } from "../deployment/deployment.ts"

const MAX_PORT = 65_535
const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const MAX_ANONYMOUS_DAYS = 3650

const Host = textField(Schema.String, (text) => {
  if (text === "localhost") return "127.0.0.1"
  return isIP(text) === 0
    ? new InvalidValue("has to be an IP address: 127.0.0.1 for this machine, 0.0.0.0 for all networks.")
    : text
})

const MailFrom = field(Schema.NullOr(Schema.String), (value) => {
  if (value === null) return null
  return typeof value === "string" && isEmail(value.trim())
    ? value.trim()
    : new InvalidValue("has to be an email address such as no-reply@example.com.")
})

const BreachedPasswordsSetting = field(Schema.NullOr(Schema.String), (value) => {
  if (value === null) return null
  return typeof value === "string" && /^(?!\w+:\/\/)./.test(value.trim())
    ? value.trim()
    : new InvalidValue("has to be the path of a file.")
})

export const Configuration = Schema.Struct({
  publicUrl: PublicUrl,
  database: DatabaseSetting,
  /** A standby of the database; `null` reads everything from the database itself. */
  databaseReplica: ReplicaSetting,
  secrets: Secrets,
  mail: Mail,
  mailFrom: MailFrom,
  host: Host,
  /** 0 selects a free port. */
  port: integerField(0, MAX_PORT),
  metricsHost: Host,
  metricsPort: optionalIntegerField(0, MAX_PORT),
  requestLog: booleanField,
  drainDelay: integerField(0, HOUR_SECONDS),
  drainTimeout: integerField(1, HOUR_SECONDS),
  trustedProxies: integerField(0, 10),
  /** In seconds, as all times here but the next. */
  accessTokenLifetime: integerField(MIN_LIFETIME_SECONDS, DAY_SECONDS),
  /** In days. */
  auditRetention: integerField(1, MAX_AUDIT_DAYS),
  /** In days; `null` keeps anonymous users. */
  anonymousRetention: optionalIntegerField(1, MAX_ANONYMOUS_DAYS),
  /** The path of a file. */
  breachedPasswords: BreachedPasswordsSetting,
  privateSmtp: booleanField,
  privateWebhooks: booleanField,
  /** A multiple of the defaults; `null` for no maximum. */
  maxRateLimits: optionalIntegerField(1, MAX_RATE_LIMIT_FACTOR),
  maxConnections: optionalIntegerField(1, 1_000_000)
})
export type Configuration = typeof Configuration.Type

/** Returns the facts about the environment of a service in production, also for commands beside it. */
export const deploymentOf = ({
  accessTokenLifetime,
  maxRateLimits,
  publicUrl
}: Pick<Configuration, "accessTokenLifetime" | "maxRateLimits" | "publicUrl">): Deployment => ({
  publicUrl,
  hasEmbeddedProviders: false,
  accessTokenSeconds: accessTokenLifetime,
  maxRateLimitFactor: maxRateLimits
})
