/** `keystile export`: writes the users and teams of a project into a file. */
import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { runCommand } from "../../run/load-command.ts"
import { configurationFlags, givenFlags } from "../../flags/configuration-flags.ts"

const flags = {
  ...configurationFlags,
  path: Argument.String("file").pipe(Argument.withDescription("The file to write, NDJSON")),
  project: Flag.String("project").pipe(Flag.withDescription("The project to export"), Flag.withMetavar("ID")),
  devDatabase: Flag.String("dev-db").pipe(
    Flag.withDescription("A database of keystile dev to read, without the configuration of keystile serve"),
    Flag.withMetavar("FILE|URL"),
    Flag.optional
  ),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Print one line of JSON with the counts"),
    Flag.withDefault(false)
  )
}

export const exportCommand = Command.make("export", flags, ({ devDatabase, json, path, project, ...given }) =>
  runCommand(() => import("./run-export.ts"), {
    path,
    project,
    devDatabase: Option.getOrUndefined(devDatabase),
    json,
    ...givenFlags(given)
  })
).pipe(
  Command.withDescription(
    [
      "Write the users and teams of a project into a file, with the hashes of passwords and all sign-in methods.",
      "The file has the state of one moment; the service may run meanwhile. Only its owner can read it.",
      "An existing file is not overwritten. Sessions and API keys are not exported: users sign in again."
    ].join("\n  ")
  ),
  Command.withShortDescription("Write the users and teams of a project into a file"),
  Command.withExamples([
    { command: "keystile export users.ndjson --project ID", description: "Of the service in production" },
    { command: "keystile export users.ndjson --project ID --dev-db dev.db", description: "Of keystile dev" }
  ])
)
