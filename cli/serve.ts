/** `keystile serve`: runs the service in production until the process is stopped. */
import { Effect, Option, Record } from "effect"
import { Command, Flag } from "effect/cli"
import { FILE_FLAG, FILE_VARIABLE, type SettingName, settingNames, settings } from "../service/production/settings.ts"
import { loadCommand } from "./load-command.ts"
import { reportFailure } from "./report-failure.ts"

/** The flags of the settings. Each is a text: one schema decodes flags, environment and file, and reports all mistakes. */
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

const flags = {
  settings: settingFlags,
  file: Flag.String(FILE_FLAG).pipe(
    Flag.withDescription(`A JSON file with settings that have neither a flag nor a variable [$${FILE_VARIABLE}]`),
    Flag.withMetavar("FILE"),
    Flag.optional
  ),
  check: Flag.Boolean("check").pipe(
    Flag.withDescription("Print the configuration, check database, mail server, clock and public URL, and exit"),
    Flag.withDefault(false)
  ),
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false))
}

export interface ServeFlags {
  readonly settings: Readonly<Partial<Record<SettingName, string>>>
  readonly file: string | undefined
  readonly check: boolean
  readonly json: boolean
}

export const serve = Command.make("serve", flags, ({ file, settings, ...switches }) =>
  loadCommand(() => import("./run-serve.ts")).pipe(
    reportFailure(({ message }) => message),
    Effect.flatMap(({ explain, run }) =>
      run({ ...switches, settings: Record.getSomes(settings), file: Option.getOrUndefined(file) }).pipe(
        reportFailure(explain)
      )
    )
  )
).pipe(
  Command.withDescription(
    [
      "Run the service in production.",
      "Required are the public URL, the database, the secrets and the mail server.",
      "A flag has precedence over the environment, and the environment over the file.",
      "It listens on this machine only: put a proxy with TLS in front, or choose another --host."
    ].join("\n  ")
  ),
  Command.withShortDescription("Run the service in production"),
  Command.withExamples([
    { command: "keystile serve --check", description: "Check the configuration of the environment" },
    { command: "keystile serve --config /etc/keystile.json", description: "With the settings of a file" },
    {
      command: "keystile serve --public-url https://auth.example.com --db keystile.db --mail log",
      description: "With KEYSTILE_SECRETS in the environment"
    }
  ])
)
