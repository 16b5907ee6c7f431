/**
 * Decodes the values of settings, and reports all mistakes at once. Values are not quoted, since they may be secrets.
 */
import { Data, Effect, Redacted, Schema, SchemaIssue } from "effect"
import { replicaProblem } from "../sql/replica/replica-url.ts"
import { closestName } from "./closest-name.ts"
import { Configuration } from "./configuration.ts"
import { type SettingName, settings } from "./settings.ts"

/** The source of a value: `--port`, `KEYSTILE_PORT`, `port in keystile.json`, or `default`. */
export type Source = string

export interface SettingValue {
  readonly value: unknown
  readonly source: Source
}

/** The configuration cannot be used. */
export class ConfigurationInvalid extends Data.TaggedError("ConfigurationInvalid")<{
  /** Each with the name of the setting or option, and what to do. */
  readonly problems: ReadonlyArray<string>
}> {
  override get message(): string {
    return ["The configuration cannot be used:", ...this.problems].join("\n  - ")
  }
}

export const isSettingName = (name: PropertyKey): name is SettingName => Object.hasOwn(settings, name)

const decode = Schema.decodeUnknownEffect(Configuration, { errors: "all" })

/**
 * Decodes the values.
 *
 * @param missing describes a setting without a value
 * @param problems mistakes that were found before
 */
export const decodeConfiguration = Effect.fnUntraced(function* (
  given: ReadonlyMap<SettingName, SettingValue>,
  missing: (name: SettingName) => string,
  problems: ReadonlyArray<string>
) {
  const decoded = yield* Effect.result(decode(Object.fromEntries([...given].map(([name, { value }]) => [name, value]))))
  if (decoded._tag === "Failure") {
    const found = problemsOf(decoded.failure.issue, given, missing)
    return yield* new ConfigurationInvalid({ problems: [...problems, ...found] })
  }
  const replicaFault = faultOfReplica(decoded.success)
  const all =
    replicaFault === null
      ? problems
      : [...problems, `${given.get("databaseReplica")?.source ?? "databaseReplica"} ${replicaFault}`]
  return all.length > 0 ? yield* new ConfigurationInvalid({ problems: all }) : decoded.success
})

const faultOfReplica = ({ database, databaseReplica }: Configuration): string | null =>
  databaseReplica === null ? null : replicaProblem(Redacted.value(databaseReplica), Redacted.value(database))

const problemsOf = (
  issue: SchemaIssue.Issue,
  given: ReadonlyMap<SettingName, SettingValue>,
  missing: (name: SettingName) => string
): ReadonlyArray<string> =>
  format(issue).issues.flatMap(({ message, path }) => {
    const [segment] = path ?? []
    const name = typeof segment === "object" ? segment.key : segment
    if (name === undefined || !isSettingName(name)) return [message]
    const source = given.get(name)?.source
    return [source === undefined ? missing(name) : `${source} ${message}`]
  })

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Returns the problem of the value of one setting. */
export const problemOf = (issue: SchemaIssue.Issue): string =>
  format(issue)
    .issues.map(({ message }) => message)
    .join(" ")

/** Suggests a name for one that does not exist. */
export const hintFor = (name: string, known: ReadonlyArray<string>): string => {
  const closest = closestName(name, known)
  return closest === null ? `Known keys: ${known.join(", ")}.` : `Did you mean ${closest}?`
}
