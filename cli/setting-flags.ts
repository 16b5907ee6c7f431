/** The flags of the settings of production, for all commands that need its configuration. */
import { Flag } from "effect/cli"
import { FILE_FLAG, FILE_VARIABLE, settingNames, settings } from "../service/production/settings.ts"

/** The flags of the settings. Each is a text: one schema decodes flags, environment and file, and reports all mistakes. */
export const settingFlags = Object.fromEntries(
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

export const fileFlag = Flag.String(FILE_FLAG).pipe(
  Flag.withDescription(`A JSON file with settings that have neither a flag nor a variable [$${FILE_VARIABLE}]`),
  Flag.withMetavar("FILE"),
  Flag.optional
)
