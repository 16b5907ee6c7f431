/** `keystile import`: reads users and teams of an export, of Keystile or of another system, into a project. */
import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { sourceNames } from "../../../service/transfer/source-name.ts"
import { runCommand } from "../../run/load-command.ts"
import { configurationFlags, givenFlags } from "../../flags/configuration-flags.ts"

const flags = {
  ...configurationFlags,
  path: Argument.String("file").pipe(Argument.withDescription("The file to read")),
  project: Flag.String("project").pipe(Flag.withDescription("The project to import into"), Flag.withMetavar("ID")),
  from: Flag.Literals("from", sourceNames).pipe(
    Flag.withDescription(`The format of the file: ${sourceNames.join(", ")} (default keystile)`),
    Flag.withMetavar("NAME"),
    Flag.withDefault("keystile" as const)
  ),
  devDatabase: Flag.String("dev-db").pipe(
    Flag.withDescription("A database of keystile dev to import into, without the configuration of keystile serve"),
    Flag.withMetavar("FILE|URL"),
    Flag.optional
  ),
  hashConfig: Flag.String("hash-config").pipe(
    Flag.withDescription("A file with the password hash parameters of the Firebase project, for --from firebase"),
    Flag.withMetavar("FILE"),
    Flag.optional
  ),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Print one line of JSON with the counts"),
    Flag.withDefault(false)
  )
}

export const importCommand = Command.make(
  "import",
  flags,
  ({ devDatabase, from, hashConfig, json, path, project, ...given }) =>
    runCommand(() => import("./run-import.ts"), {
      path,
      project,
      from,
      devDatabase: Option.getOrUndefined(devDatabase),
      hashConfig: Option.getOrUndefined(hashConfig),
      json,
      ...givenFlags(given)
    })
).pipe(
  Command.withDescription(
    [
      "Read users and teams into a project. Users sign in with the passwords that they have.",
      "What the project has already stays as it is, so an interrupted import continues when it is run again.",
      "Lines that cannot be imported are printed with their numbers. The others are imported, and the exit code is 1.",
      "The service may run meanwhile. No mail is sent, and no webhook."
    ].join("\n  ")
  ),
  Command.withShortDescription("Read users and teams of a file into a project"),
  Command.withExamples([
    { command: "keystile import users.ndjson --project ID", description: "An export of keystile export" },
    { command: "keystile import users.csv --project ID --from supabase", description: "The table auth.users" },
    { command: "keystile import users.csv --project ID --from clerk --dev-db dev.db", description: "To try it" },
    {
      command: "keystile import users.json --project ID --from firebase --hash-config hash.txt",
      description: "An export of firebase auth:export"
    }
  ])
)
