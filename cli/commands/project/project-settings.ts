/** Builds the settings of a project from flags and a file. */
import { Data, Duration, Effect, Option, Predicate, Schema } from "effect"
import { linesOf } from "../../../service/validation/schema-error.ts"
import { LimitsSetting } from "../../../service/http/rate-limits/limits.ts"
import { readJsonFile, STDIN } from "../../../service/process/json-file.ts"
import { type ProjectChange, switches } from "./project-task.ts"

/** The file or the flags cannot be used. No message quotes the file, which may contain secrets. */
export class SettingsUnusable extends Data.TaggedError("SettingsUnusable")<{ readonly message: string }> {}

/** The path of the sign-in pages in an application (`<Handler />`). */
const HANDLER_PATH = "/handler"

const readSettings = Effect.fnUntraced(function* (path: string) {
  const content = yield* Effect.mapError(
    readJsonFile(path === "-" ? STDIN : path),
    ({ problem }) => new SettingsUnusable({ message: `The file of --settings ${problem}` })
  )
  if (
    Predicate.isReadonlyObject(content) &&
    (content["config"] === undefined || Predicate.isReadonlyObject(content["config"]))
  )
    return content
  return yield* new SettingsUnusable({ message: "The file of --settings has to contain a JSON object." })
})

const DEFAULT = "default"

const asDuration = Schema.decodeUnknownOption(Schema.DurationFromString)

/** Returns the milliseconds of a duration in a flag: `null` for the default. */
const millisOf = Effect.fnUntraced(function* (flag: string, given: string) {
  if (given === DEFAULT) return null
  const duration = asDuration(given)
  if (Option.isSome(duration) && Duration.isFinite(duration.value)) return Duration.toMillis(duration.value)
  return yield* new SettingsUnusable({
    message: `--${flag} has to be a duration such as "30 minutes", "12 hours" or "7 days", or default.`
  })
})

/** Returns the rules for passwords and sessions in flags. The service checks the bounds. */
const rulesOf = Effect.fnUntraced(function* ({ passwordMinLength, sessionIdle, sessionLifetime }: ProjectChange) {
  return {
    ...(passwordMinLength !== undefined && {
      password_min_length: passwordMinLength === DEFAULT ? null : Number(passwordMinLength)
    }),
    ...(sessionLifetime !== undefined && {
      session_lifetime_millis: yield* millisOf("session-lifetime", sessionLifetime)
    }),
    ...(sessionIdle !== undefined && { session_idle_millis: yield* millisOf("session-idle", sessionIdle) })
  }
})

/** Returns the body of `PATCH /projects/current`. Flags have precedence over the file. */
export const settingsOf = Effect.fnUntraced(function* (change: ProjectChange) {
  const { disable, domains, enable, limitsFile, mailLanguage, settingsFile, signUpProof } = change
  const contradictory = enable.find((name) => disable.includes(name))
  if (contradictory !== undefined) {
    return yield* new SettingsUnusable({ message: `--enable and --disable both name ${contradictory}. Choose one.` })
  }
  if (settingsFile === "-" && limitsFile === "-") {
    return yield* new SettingsUnusable({
      message: "--settings and --limits cannot both be read from stdin. Give a file for one of them."
    })
  }
  const inFile = settingsFile === undefined ? {} : yield* readSettings(settingsFile)
  const config = {
    ...(Predicate.isReadonlyObject(inFile["config"]) ? inFile["config"] : {}),
    ...(domains.length > 0 && { domains: domains.map((domain) => ({ domain, handler_path: HANDLER_PATH })) }),
    ...(signUpProof !== undefined && { sign_up_proof: signUpProof === "none" ? null : { type: signUpProof } }),
    ...(mailLanguage !== undefined && { mail_language: mailLanguage === DEFAULT ? null : mailLanguage }),
    ...(yield* rulesOf(change)),
    ...Object.fromEntries(enable.map((name) => [switches[name], true])),
    ...Object.fromEntries(disable.map((name) => [switches[name], false]))
  }
  return { ...inFile, config }
})

const decodeLimits = Schema.decodeUnknownEffect(LimitsSetting, { onExcessProperty: "error", errors: "all" })

/** Returns the rate limits of `--limits`: `null` for the defaults, `undefined` without the flag. */
export const limitsOf = Effect.fnUntraced(function* ({ limitsFile }: ProjectChange) {
  if (limitsFile === undefined) return undefined
  if (limitsFile === DEFAULT) return null
  const content = yield* Effect.mapError(
    readJsonFile(limitsFile === "-" ? STDIN : limitsFile),
    ({ problem }) => new SettingsUnusable({ message: `The file of --limits ${problem}` })
  )
  return yield* Effect.mapError(
    decodeLimits(content),
    ({ issue }) => new SettingsUnusable({ message: `The file of --limits:\n${linesOf(issue).join("\n")}` })
  )
})
