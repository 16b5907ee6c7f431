/** `keystile secrets`: the secrets that encrypt data at rest. */
import { Command, Flag } from "effect/cli"
import { runCommand } from "../../run/load-command.ts"
import { configurationFlags, givenFlags } from "../../flags/configuration-flags.ts"

const flags = {
  ...configurationFlags,
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON, one line each"), Flag.withDefault(false))
}

const rotate = Command.make("rotate", flags, ({ json, ...given }) =>
  runCommand(() => import("./run-rotate-secrets.ts"), { json, ...givenFlags(given) })
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
  Command.withShortDescription("Rotate the secrets that encrypt data at rest"),
  Command.withSubcommands([rotate])
)
