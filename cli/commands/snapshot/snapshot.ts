/** `keystile snapshot`: writes the public settings of a project into a file for an application's build. */
import { Console, Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { variables } from "../../../core/environment/variables.ts"
import { loadCommand } from "../../run/load-command.ts"
import { reportFailure } from "../../run/report-failure.ts"
import { printable } from "../../output/terminal-text.ts"

/** The formats by the extension of the file. */
const extension = /\.(json|m?[jt]s)$/

const flags = {
  file: Flag.String("file").pipe(
    Flag.withAlias("f"),
    Flag.withDescription("The file to write: a module (.ts, .js) that exports `snapshot`, or .json"),
    Flag.withMetavar("FILE"),
    Flag.withSchema(Schema.String.check(Schema.isPattern(extension)))
  ),
  projectId: Flag.String("project-id").pipe(
    Flag.withDescription(`The project's id (default: $${variables.projectId})`),
    Flag.withMetavar("ID"),
    Flag.optional
  ),
  publishableClientKey: Flag.String("publishable-client-key").pipe(
    Flag.withDescription(`The public key, pck_… (default: $${variables.publishableClientKey})`),
    Flag.withMetavar("KEY"),
    Flag.optional
  ),
  baseUrl: Flag.String("base-url").pipe(
    Flag.withDescription(`The URL of the service (default: $${variables.baseUrl}, or the hosted service)`),
    Flag.withMetavar("URL"),
    Flag.optional
  )
}

export const snapshot = Command.make("snapshot", flags, (options) =>
  Effect.flatMap(
    loadCommand(() => import("./write-snapshot.ts")),
    ({ writeSnapshot }) =>
      writeSnapshot(options).pipe(
        Effect.flatMap((line) => Console.log(printable(line))),
        reportFailure(({ message }) => printable(message.replaceAll(/\s*\n\s*/g, " ")))
      )
  )
).pipe(
  Command.withDescription(
    [
      "Write the public settings of a project into a file for the build of an application.",
      "With it as the provider's snapshot, the first visit shows the sign-in methods without a request.",
      "The page requests them again in the background and follows changes since the build."
    ].join("\n  ")
  ),
  Command.withShortDescription("Write a project's public settings for a build"),
  Command.withExamples([
    { command: "keystile snapshot --file src/keystile-snapshot.ts", description: "The project of the environment" },
    {
      command: "keystile snapshot --file snapshot.json --project-id ID --publishable-client-key KEY --base-url URL",
      description: "The project of the flags"
    }
  ])
)
