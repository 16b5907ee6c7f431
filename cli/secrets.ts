/** `keystile secrets`: the secrets that encrypt data at rest. */
import { Effect, Option, Record } from "effect"
import { Command, Flag } from "effect/cli"
import type { SettingName } from "../service/production/settings.ts"
import { loadCommand } from "./load-command.ts"
import { reportFailure } from "./report-failure.ts"
import { fileFlag, settingFlags } from "./setting-flags.ts"

export interface RotateFlags {
  readonly settings: Readonly<Partial<Record<SettingName, string>>>
  readonly file: string | undefined
  readonly json: boolean
}

const flags = {
  settings: settingFlags,
  file: fileFlag,
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON, one line each"), Flag.withDefault(false))
}

const rotate = Command.make("rotate", flags, ({ file, json, settings }) =>
  loadCommand(() => import("./run-rotate-secrets.ts")).pipe(
    reportFailure(({ message }) => message),
    Effect.flatMap(({ explain, run }) =>
      run({ json, settings: Record.getSomes(settings), file: Option.getOrUndefined(file) }).pipe(reportFailure(explain))
    )
  )
).pipe(
  Command.withDescription(
    [
      "Encrypt all secrets of the database with the first secret of KEYSTILE_SECRETS.",
      "Takes the configuration of keystile serve, which may run meanwhile.",
      "An interrupted run continues with the next one. Remove an old secret only after a run that ended with success."
    ].join("\n  ")
  ),
  Command.withShortDescription("Encrypt all secrets of the database with the first secret"),
  Command.withExamples([
    { command: "keystile secrets rotate", description: "With the configuration of the environment" },
    { command: "keystile secrets rotate --config /etc/keystile.json", description: "With the settings of a file" }
  ])
)

export const secrets = Command.make("secrets").pipe(
  Command.withDescription("The secrets that encrypt data at rest."),
  Command.withSubcommands([rotate])
)
