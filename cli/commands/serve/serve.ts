/** `keystile serve`: runs the service in production until the process is stopped. */
import { Command, Flag } from "effect/cli"
import { runCommand } from "../../run/load-command.ts"
import { serveUntilSignal } from "../../run/make-teardown.ts"
import { configurationFlags, givenFlags } from "../../flags/configuration-flags.ts"

const flags = {
  ...configurationFlags,
  check: Flag.Boolean("check").pipe(
    Flag.withDescription("Print the configuration, check database, mail server, clock and public URL, and exit"),
    Flag.withDefault(false)
  ),
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false))
}

export const serve = Command.make("serve", flags, ({ file, settings, ...switches }) => {
  const running = runCommand(() => import("./run-serve.ts"), { ...switches, ...givenFlags({ file, settings }) })
  return switches.check ? running : serveUntilSignal(running)
}).pipe(
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
