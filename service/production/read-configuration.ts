/**
 * Reads the configuration from flags, the environment and an optional file of JSON, in this order of precedence.
 *
 * All mistakes are reported at once, each with its source. Values are not quoted, since they may be secrets.
 */
import { Effect, Schema } from "effect"
import { isPostgresUrl } from "../sql/postgres-database.ts"
import { closestName } from "./closest-name.ts"
import type { Configuration } from "./configuration.ts"
import { readConfigurationFile } from "./configuration-file.ts"
import { DatabaseSetting } from "./database-setting.ts"
import {
  ConfigurationInvalid,
  decodeConfiguration,
  type SettingValue,
  hintFor,
  isSettingName,
  problemOf,
  type Source
} from "./decode-configuration.ts"
import type { Environment } from "../../core/environment/variables.ts"
import { fileVariable, findInEnvironment } from "./environment-settings.ts"
import { FILE_FLAG, FILE_VARIABLE, type SettingName, settingNames, settings } from "./settings.ts"

export interface ConfigurationSources {
  /** The values of flags, by the name of the setting. */
  readonly flags: Readonly<Partial<Record<SettingName, string>>>
  /** The path of `--config`. */
  readonly file?: string | undefined
  readonly environment: Environment
}

export interface ReadConfiguration {
  readonly configuration: Configuration
  readonly sources: Readonly<Record<SettingName, Source>>
}

const DEFAULT = "default"

/** Reads the file that a flag or the environment names. */
const readFile = Effect.fnUntraced(function* ({ environment, file }: ConfigurationSources) {
  const path = file ?? (environment[FILE_VARIABLE] || undefined)
  return { path, inFile: yield* path === undefined ? Effect.succeed(noFile) : readConfigurationFile(path) }
})

/** Reads and checks the configuration. */
export const readConfiguration = Effect.fnUntraced(function* (from: ConfigurationSources) {
  const { environment, file, flags } = from
  const { inFile, path } = yield* readFile(from)
  const given = new Map<SettingName, SettingValue>()
  for (const name of settingNames) {
    const found = find(name, flags, environment, inFile.values, path)
    if (found !== null) given.set(name, found)
  }
  const problems = [
    ...inFile.problems.map((problem) => `${sourceOfFile(file)}: ${problem}`),
    ...(path === undefined ? [] : unknownKeys(inFile.values, path)),
    ...findMisspelledVariables(environment),
    ...passwordsInFlags(flags)
  ]
  const configuration = yield* decodeConfiguration(given, describeMissing, problems)
  const sources = Object.fromEntries(settingNames.map((name) => [name, given.get(name)?.source ?? DEFAULT]))
  // The type of `Object.fromEntries` forgets the names.
  return { configuration, sources: sources as Record<SettingName, Source> } satisfies ReadConfiguration
})

const readDatabaseSetting = Schema.decodeUnknownEffect(DatabaseSetting)

/** Reads and checks the database alone: other settings may be missing or wrong. */
export const readDatabase = Effect.fnUntraced(function* (from: ConfigurationSources) {
  const { inFile, path } = yield* readFile(from)
  const found = find("database", from.flags, from.environment, inFile.values, path)
  if (found === null) {
    const problems = inFile.problems.map((problem) => `${sourceOfFile(from.file)}: ${problem}`)
    return yield* new ConfigurationInvalid({ problems: problems.length > 0 ? problems : [describeMissing("database")] })
  }
  return yield* Effect.mapError(
    readDatabaseSetting(found.value),
    ({ issue }) => new ConfigurationInvalid({ problems: [`${found.source} ${problemOf(issue)}`] })
  )
})

const noFile = { values: {}, problems: [] }

const sourceOfFile = (flag: string | undefined) => (flag === undefined ? FILE_VARIABLE : `--${FILE_FLAG}`)

/** Returns the value of the first source that has one. */
const find = (
  name: SettingName,
  flags: ConfigurationSources["flags"],
  environment: Environment,
  file: Readonly<Record<string, unknown>>,
  path: string | undefined
): SettingValue | null => {
  const { fallback, flag } = settings[name]
  const given = flags[name]
  if (given !== undefined && flag !== null) return { value: given, source: `--${flag}` }
  const inEnvironment = findInEnvironment(name, environment)
  if (inEnvironment !== null) return inEnvironment
  if (Object.hasOwn(file, name)) return { value: file[name], source: `${name} in ${path}` }
  return fallback === undefined ? null : { value: fallback, source: DEFAULT }
}

const describeMissing = (name: SettingName): string => {
  const { description, example, flag, variable } = settings[name]
  const also = flag === null ? "(no flag: command lines are visible to other users)" : `or --${flag}`
  return `${variable} is missing. ${description}. Set it ${also}, or ${name} in the file. Example: ${example}`
}

const unknownKeys = (file: Readonly<Record<string, unknown>>, path: string): ReadonlyArray<string> =>
  Object.keys(file)
    .filter((key) => !isSettingName(key))
    .map((key) => `${JSON.stringify(key.slice(0, 60))} in ${path} is no setting. ${hintFor(key, settingNames)}`)

const variables = new Set<string>([
  FILE_VARIABLE,
  ...settingNames.flatMap((name) => [settings[name].variable, fileVariable(name)].filter((each) => each !== null))
])

/** Other programs have variables of the prefix, too, so only names that are close to a known one are reported. */
const findMisspelledVariables = (environment: Environment): ReadonlyArray<string> =>
  Object.keys(environment)
    .filter((name) => name.startsWith("KEYSTILE_") && !variables.has(name) && environment[name] !== "")
    .flatMap((name) => {
      const closest = closestName(
        name.slice("KEYSTILE_".length),
        [...variables].map((each) => each.slice("KEYSTILE_".length))
      )
      return closest === null ? [] : [`${name} is no setting. Did you mean KEYSTILE_${closest}?`]
    })

const IN_PROCESS_LIST = "contains a password, which other users see in the list of processes."

/** A flag may name a database or a mail server, but not with a password. */
const passwordsInFlags = ({
  database,
  databaseReplica,
  mail
}: ConfigurationSources["flags"]): ReadonlyArray<string> => [
  ...(database !== undefined && isPostgresUrl(database) && hasPassword(database)
    ? [`--db ${IN_PROCESS_LIST} Set ${settings.database.variable} instead.`]
    : []),
  ...(databaseReplica !== undefined && hasPassword(databaseReplica)
    ? [`--db-replica ${IN_PROCESS_LIST} Set ${settings.databaseReplica.variable} instead.`]
    : []),
  ...(mail !== undefined && hasPassword(mail)
    ? [`--mail ${IN_PROCESS_LIST} Set ${settings.mail.variable} instead.`]
    : [])
]

const hasPassword = (text: string): boolean => /^[a-z]+:\/*[^@]*:[^@]*@/i.test(text) || /[?&]password=/i.test(text)
