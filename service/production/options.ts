/** The options of a service that is mounted in an application: the settings of `keystile serve` without its ports. */
import { Effect, Redacted } from "effect"
import { mountPathOf } from "../deployment/mount-path.ts"
import { isBehindPgBouncer, isPostgresUrl, SCHEMA_OPTION, schemaOf, schemaProblem } from "../sql/postgres-database.ts"
import {
  ConfigurationInvalid,
  decodeConfiguration,
  type SettingValue,
  hintFor,
  isSettingName
} from "./decode-configuration.ts"
import { type SettingName, settingNames, settings } from "./settings.ts"

type Text = string | Redacted.Redacted<string>

/** The options of the service in a program of your own. */
export interface MountOptions {
  /**
   * The URL under which browsers reach the service: `https`, except on this machine. Its path is the mount path, as in
   * `https://app.example.com/api/auth`.
   */
  readonly publicUrl: string
  /** The path of a SQLite file, or a PostgreSQL URL (`postgres://user:password@host:port/name`). */
  readonly database: Text
  /**
   * The schema of all tables of the service in a PostgreSQL database, which is created. Default `keystile`, or none for
   * a URL with `pgbouncer=true`, where the search path of the database user decides.
   */
  readonly databaseSchema?: string | undefined
  /**
   * The URL of a standby of the PostgreSQL database, from which lists are read once it has every confirmed change.
   * Default: none.
   */
  readonly databaseReplica?: Text | undefined
  /** Secrets of at least 32 bytes: the first encrypts, all decrypt. A text has commas between them. */
  readonly secrets: Text | ReadonlyArray<Text>
  /** `smtp://user:password@host:port`, `smtps://…`, or `log`, which writes mails to the log. */
  readonly mail: Text
  /** The sender of mails. Default: `no-reply@` and the host of the public URL. */
  readonly mailFrom?: string | undefined
  /** Log one line for each request. Default false. */
  readonly requestLog?: boolean | undefined
  /** The number of proxies before the application that append to `X-Forwarded-For`. Default 0. */
  readonly trustedProxies?: number | undefined
  /** The lifetime of access tokens, in seconds. Default 600. */
  readonly accessTokenLifetime?: number | undefined
  /** The time for which entries of the audit log are kept, in days. Default 365. */
  readonly auditRetention?: number | undefined
  /** The time without activity after which anonymous users are deleted, in days. Default: never. */
  readonly anonymousRetention?: number | undefined
  /** The path of a sorted list with the SHA-1 hashes of breached passwords. Default: none. */
  readonly breachedPasswords?: string | undefined
  /** Allow the mail servers of projects to be on private networks. Default false. */
  readonly privateSmtp?: boolean | undefined
  /** Allow webhooks to this machine and to private networks, also without TLS. Default false. */
  readonly privateWebhooks?: boolean | undefined
  /** The maximum of a project's rate limits, as a multiple of the defaults. None may then be off. Default: none. */
  readonly maxRateLimits?: number | undefined
  /** The time in which running requests can complete when the service is closed, in seconds. Default 20. */
  readonly drainTimeout?: number | undefined
}

/** The settings of the ports of `keystile serve`. An application has its own. */
const ofPorts: ReadonlySet<string> = new Set<SettingName>([
  "host",
  "port",
  "metricsHost",
  "metricsPort",
  "drainDelay",
  "maxConnections"
])

const DATABASE_SCHEMA = "databaseSchema"
const DEFAULT_SCHEMA = "keystile"

const optionNames: ReadonlyArray<string> = [...settingNames.filter((name) => !ofPorts.has(name)), DATABASE_SCHEMA]

/** The default path of the screens of an application. */
const SCREENS = "/handler"

/** Decodes the options. Fails with all mistakes. */
export const readOptions = Effect.fnUntraced(function* (options: MountOptions) {
  const values = new Map<string, unknown>(
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, reveal(value)]]))
  )
  const unknown = [...values.keys()].flatMap((name) => unknownOption(name))
  const database = withSchema(values.get("database"), values.get(DATABASE_SCHEMA))
  const given = new Map<SettingName, SettingValue>()
  for (const name of settingNames) {
    const fallback = name === "requestLog" ? false : settings[name].fallback
    const value = name === "database" ? database.value : ofPorts.has(name) ? undefined : values.get(name)
    if (value !== undefined) given.set(name, { value, source: name })
    else if (fallback !== undefined) given.set(name, { value: fallback, source: "default" })
  }
  const configuration = yield* decodeConfiguration(given, describeMissing, [...unknown, ...database.problems])
  const problem = mountPathProblem(mountPathOf(configuration.publicUrl))
  return problem === null ? configuration : yield* new ConfigurationInvalid({ problems: [`publicUrl ${problem}`] })
})

const reveal = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reveal)
  return Redacted.isRedacted(value) ? Redacted.value(value) : value
}

const unknownOption = (name: string): ReadonlyArray<string> => {
  if (optionNames.includes(name)) return []
  return isSettingName(name)
    ? [`${name} is an option of keystile serve only: the application has its own server. Remove it.`]
    : [`${JSON.stringify(name.slice(0, 60))} is no option. ${hintFor(name, optionNames)}`]
}

const describeMissing = (name: SettingName): string =>
  `${name} is missing. ${settings[name].description}. Example: ${settings[name].example}`

/** Adds the schema to the URL of a PostgreSQL database. */
const withSchema = (database: unknown, schema: unknown): { value: unknown; problems: ReadonlyArray<string> } => {
  const unchanged = (...problems: ReadonlyArray<string>) => ({ value: database, problems })
  if (typeof database !== "string" || !isPostgresUrl(database.trim()) || !URL.canParse(database)) {
    return schema !== undefined && typeof database === "string" && !isPostgresUrl(database.trim())
      ? unchanged(`${DATABASE_SCHEMA} is for PostgreSQL only. Remove it, or set database to a postgres:// URL.`)
      : unchanged()
  }
  const inUrl = schemaOf(database)
  if (schema === undefined && (inUrl !== null || isBehindPgBouncer(database))) return unchanged()
  const name = schema ?? DEFAULT_SCHEMA
  if (typeof name !== "string") return unchanged(`${DATABASE_SCHEMA} has to be a text.`)
  const problem = schemaProblem(name)
  if (problem !== null) return unchanged(`${DATABASE_SCHEMA} ${problem}`)
  if (inUrl !== null && inUrl !== name) {
    return unchanged(`${DATABASE_SCHEMA} differs from the schema in the URL of the database. Remove one of them.`)
  }
  const url = new URL(database)
  url.searchParams.set(SCHEMA_OPTION, name)
  return { value: url.href, problems: [] }
}

const mountPathProblem = (path: string): string | null => {
  if (path === "") {
    return (
      "has to end with the path under which the application mounts the service, as in " +
      "https://app.example.com/api/auth. A service with a host of its own is keystile serve."
    )
  }
  return path === SCREENS || path.startsWith(`${SCREENS}/`)
    ? `may not have the path ${path}: ${SCREENS} is the path of the application's screens. Choose another, such as ` +
        "/api/auth."
    : null
}
