/** `keystile seed`: seed files of `keystile dev`. */
import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { DATABASE_VARIABLE, DEFAULT_PORT } from "../dev/dev-defaults.ts"
import { runCommand } from "../../run/load-command.ts"

const flags = {
  path: Argument.String("file").pipe(Argument.withDescription("The seed file to write, JSON")),
  url: Flag.String("url").pipe(
    Flag.withDescription(`A running keystile dev (default: http://localhost:${DEFAULT_PORT})`),
    Flag.withMetavar("URL"),
    Flag.optional
  ),
  db: Flag.String("db").pipe(
    Flag.withDescription(`A database of keystile dev in place of a running one (default: $${DATABASE_VARIABLE})`),
    Flag.withMetavar("FILE|URL"),
    Flag.optional
  ),
  force: Flag.Boolean("force").pipe(Flag.withDescription("Replace an existing file"), Flag.withDefault(false)),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Print one line of JSON: {file, projects, users, teams, left_out}"),
    Flag.withDefault(false)
  )
}

const exportSeed = Command.make("export", flags, ({ db, force, json, path, url }) =>
  runCommand(() => import("./run-seed-export.ts"), {
    path,
    url: Option.getOrUndefined(url),
    database: Option.getOrUndefined(db),
    isReplacing: force,
    json
  })
).pipe(
  Command.withDescription(
    [
      "Write the present state of keystile dev into a seed file: projects with their settings, users and teams.",
      "The file has the hashes of passwords, keys and other secrets. Only its owner can read it.",
      "What a seed cannot say, such as passkeys, is left out, and its number is printed on stderr."
    ].join("\n  ")
  ),
  Command.withShortDescription("Write the present state of keystile dev into a seed file"),
  Command.withExamples([
    { command: "keystile seed export seed.json", description: "Of the service that runs on this machine" },
    { command: "keystile seed export seed.json --db keystile.db", description: "Of a database" },
    { command: "keystile dev --seed seed.json", description: "Starts with that state" }
  ])
)

export const seed = Command.make("seed").pipe(
  Command.withDescription("The seed files of keystile dev."),
  Command.withShortDescription("Write the present state into a seed file"),
  Command.withSubcommands([exportSeed])
)
