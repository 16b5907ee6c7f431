/** `keystile dev`: runs the service on this machine until the process is stopped. */
import { Config, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { DEFAULT_LIFETIME_SECONDS, MIN_LIFETIME_SECONDS } from "../../../service/crypto/access-tokens.ts"
import { DATABASE_VARIABLE, DEFAULT_PORT } from "./dev-defaults.ts"
import { keepYoungGenerationSmall } from "./keep-heap-small.ts"
import { runCommand } from "../../run/load-command.ts"
import { serveUntilSignal } from "../../run/make-teardown.ts"

const MAX_PORT = 65_535

const flags = {
  port: Flag.Int("port").pipe(
    Flag.withAlias("p"),
    Flag.withDescription(`A port from 0 to ${MAX_PORT} (default ${DEFAULT_PORT}); 0 takes any free port`),
    Flag.withDefault(DEFAULT_PORT),
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_PORT })))
  ),
  db: Flag.String("db").pipe(
    Flag.withDescription(`SQLite or PostgreSQL (default: $${DATABASE_VARIABLE}, or in memory)`),
    Flag.withMetavar("FILE|URL"),
    Flag.withFallbackConfig(Config.String(DATABASE_VARIABLE)),
    Flag.withDefault(":memory:")
  ),
  seed: Flag.String("seed").pipe(
    Flag.withDescription("A JSON file with the projects and users to start with"),
    Flag.withMetavar("FILE"),
    Flag.optional
  ),
  accessTokenLifetime: Flag.Int("access-token-lifetime").pipe(
    Flag.withDescription(
      `Lifetime of access tokens (default ${DEFAULT_LIFETIME_SECONDS}, at least ${MIN_LIFETIME_SECONDS})`
    ),
    Flag.withMetavar("SECONDS"),
    Flag.withDefault(DEFAULT_LIFETIME_SECONDS)
  ),
  allowHost: Flag.String("allow-host").pipe(
    Flag.withDescription("A host to accept, e.g. host.docker.internal; may be repeated"),
    Flag.withMetavar("NAME"),
    // A Host header is compared without its port, so a value with a scheme or a port would never match.
    Flag.withSchema(Schema.String.check(Schema.isPattern(/^(?:[^\s/:[\]]+|\[[\da-f:.]+\])$/i))),
    Flag.atLeast(0)
  ),
  privateSmtp: Flag.Boolean("private-smtp").pipe(
    Flag.withDescription("Allow SMTP servers on private networks and without TLS"),
    Flag.withDefault(false)
  ),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Print one line of JSON: {url, projects: [{id, and its keys}]}"),
    Flag.withDefault(false)
  ),
  verbose: Flag.Boolean("verbose").pipe(Flag.withDescription("Print each request to stderr"), Flag.withDefault(false)),
  force: Flag.Boolean("force").pipe(
    Flag.withDescription("Start even if NODE_ENV is production"),
    Flag.withDefault(false)
  )
}

export const dev = Command.make("dev", flags, (input) =>
  serveUntilSignal(
    runCommand(() => {
      keepYoungGenerationSmall()
      return import("./run-dev.ts")
    }, input)
  )
).pipe(
  Command.withDescription(
    [
      "Run the service on this machine, under http://localhost:<port>.",
      "It is for development: it listens on loopback addresses only, and prints its keys.",
      "Without --db all data is lost when it stops."
    ].join("\n  ")
  ),
  Command.withShortDescription("Run the service on this machine"),
  Command.withExamples([
    { command: "keystile dev", description: "A new service, in memory" },
    { command: "keystile dev --db keystile.db", description: "Stores users, projects and keys in a file" },
    { command: "keystile dev --db postgres://keystile@localhost/keystile", description: "On PostgreSQL" },
    { command: "keystile dev --seed seed.json --port 0 --json", description: "For scripts" }
  ])
)
