/** The flags of the configuration of production, for all commands that need it. */
import { Option, Record } from "effect"
import { Flag } from "effect/cli"
import {
  FILE_FLAG,
  FILE_VARIABLE,
  type SettingName,
  settingNames,
  settings
} from "../../service/production/settings.ts"

/**
 * The flags of the settings. Each is a text: one schema decodes flags, environment and file, and reports all mistakes.
 */
const settingFlags = Object.fromEntries(
  settingNames.flatMap((name) => {
    const { description, fallback, flag, metavar, variable } = settings[name]
    if (flag === null) return []
    const otherwise = fallback === undefined || fallback === null ? "" : ` (default ${fallback})`
    return [
      [
        name,
        Flag.String(flag).pipe(
          Flag.withDescription(`${description}${otherwise} [$${variable}]`),
          Flag.withMetavar(metavar),
          Flag.optional
        )
      ]
    ]
  })
)

/** The file of the configuration. */
export const fileFlag = Flag.String(FILE_FLAG).pipe(
  Flag.withDescription(`A JSON file with settings that have neither a flag nor a variable [$${FILE_VARIABLE}]`),
  Flag.withMetavar("FILE"),
  Flag.optional
)

export const configurationFlags = { settings: settingFlags, file: fileFlag }

/** The given flags of the configuration. */
export interface ConfigurationFlags {
  readonly settings: Readonly<Partial<Record<SettingName, string>>>
  readonly file: string | undefined
}

/** Returns the flags that were given. */
export const givenFlags = ({
  file,
  settings
}: {
  readonly file: Option.Option<string>
  readonly settings: Readonly<Record<string, Option.Option<string>>>
}): ConfigurationFlags => ({ settings: Record.getSomes(settings), file: Option.getOrUndefined(file) })
