/** `keystile keys`: the keys that sign access tokens. */
import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { runCommand } from "../../run/load-command.ts"
import { configurationFlags, givenFlags } from "../../flags/configuration-flags.ts"

const flags = {
  ...configurationFlags,
  project: Flag.String("project").pipe(
    Flag.withDescription("The project (default: all)"),
    Flag.withMetavar("ID"),
    Flag.optional
  ),
  now: Flag.Boolean("now").pipe(
    Flag.withDescription("Refuse the tokens of the former key at once: for a key that leaked"),
    Flag.withDefault(false)
  ),
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON, one line a project"), Flag.withDefault(false))
}

const rotate = Command.make("rotate", flags, ({ json, now, project, ...given }) =>
  runCommand(() => import("./run-rotate-keys.ts"), {
    json,
    now,
    project: Option.getOrUndefined(project),
    ...givenFlags(given)
  })
).pipe(
  Command.withDescription(
    [
      "Add a signing key, which replaces the present one without an interruption.",
      "Takes the configuration of keystile serve, which may run meanwhile.",
      "The new key signs after 11 minutes, when verifiers have read it. " +
        "The former one is accepted until its tokens expire.",
      "With --now the new key signs, and tokens of the former one are refused, within a minute: clients refresh them."
    ].join("\n  ")
  ),
  Command.withShortDescription("Replace the keys that sign access tokens"),
  Command.withExamples([
    { command: "keystile keys rotate", description: "For all projects" },
    { command: "keystile keys rotate --project ID", description: "For one project" },
    { command: "keystile keys rotate --project ID --now", description: "After the key leaked" }
  ])
)

export const keys = Command.make("keys").pipe(
  Command.withDescription("The keys that sign access tokens."),
  Command.withShortDescription("Rotate the keys that sign access tokens"),
  Command.withSubcommands([rotate])
)
