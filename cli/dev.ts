/** `keystile dev`: runs the service on this machine until the process is stopped. */
import { Cause, Config, Console, Data, Effect, Logger, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { readFileSync } from "node:fs"
import { type CannotListen, listen } from "../service/listen.ts"
import { checkSeed } from "../service/tools/seed/seed.ts"
import { layer, type StartError } from "../service/development.ts"
import { ProjectKeys } from "../service/resources/api-keys/project-keys.ts"
import { RequestLog } from "../service/http/request-log.ts"
import { DEFAULT_LIFETIME_SECONDS, MIN_LIFETIME_SECONDS } from "../service/crypto/access-tokens.ts"
import { banner, jsonLine, logLine } from "./output.ts"
import { keepHeapSmall } from "./keep-heap-small.ts"

const DEFAULT_PORT = 8102
const MAX_PORT = 65_535

/** The environment variable that replaces `--db`. */
const DATABASE_VARIABLE = "KEYSTILE_DB"

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

/** The command cannot start. The message is one line. */
class CannotStart extends Data.TaggedError("CannotStart")<{ readonly message: string }> {}

/**
 * Returns why a text is not JSON. The part of the message that quotes the text is removed, because a seed file may
 * contain passwords.
 */
const jsonProblem = (cause: unknown): string =>
  cause instanceof Error ? cause.message.replace(/, (?:\.\.\.)?"[^]*$/, "") : ""

/** Reads and checks the seed file. */
const readSeedFile = Effect.fnUntraced(function* (path: string) {
  const text = yield* Effect.try({
    try: () => readFileSync(path, "utf8"),
    catch: () =>
      new CannotStart({ message: `The seed file ${path} cannot be read. Check the path and its permissions.` })
  })
  const content = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (cause) => new CannotStart({ message: `The seed file ${path} is not JSON: ${jsonProblem(cause)}` })
  })
  return yield* Effect.mapError(
    checkSeed(content),
    ({ problems }) => new CannotStart({ message: `The seed file ${path} cannot be used: ${problems.join("; ")}` })
  )
})

const explain = (error: CannotStart | CannotListen | StartError): string => {
  switch (error._tag) {
    case "CannotListen":
      return `${error.message} Choose another one with --port, or any free one with --port 0.`
    case "OptionInvalid":
      return `--access-token-lifetime: ${error.problem}`
    default:
      return error.message
  }
}

const run = Effect.fnUntraced(function* (flags: Flags) {
  const { accessTokenLifetime, allowHost, db, force, json, port, privateSmtp, seed, verbose } = flags
  if (process.env["NODE_ENV"] === "production" && !force) {
    return yield* new CannotStart({
      message:
        "NODE_ENV is production, and this service is made for development. Start it with --force to run it anyway."
    })
  }
  const options = {
    database: db,
    accessTokenLifetimeSeconds: accessTokenLifetime,
    allowedHosts: allowHost,
    smtp: privateSmtp ? ({ addresses: "private", tls: "optional" } as const) : undefined,
    seed: Option.isNone(seed) ? undefined : yield* readSeedFile(seed.value)
  }
  yield* Effect.gen(function* () {
    const { url } = yield* listen({ port })
    keepHeapSmall()
    const projects = yield* (yield* ProjectKeys).list
    if (verbose) (yield* RequestLog).subscribe((entry) => process.stderr.write(`${logLine(entry)}\n`))
    yield* Console.log(
      json ? jsonLine(url, projects) : banner({ url, projects, database: db, millis: performance.now() })
    )
    return yield* Effect.never
  }).pipe(Effect.scoped, Effect.provide(layer(options)))
})

type Flags = Command.Command.Config.Infer<typeof flags>

export const dev = Command.make("dev", flags, (input) =>
  run(input).pipe(
    Effect.tapError((error) => Console.error(`keystile: ${explain(error).replaceAll(/\s*\n\s*/g, " ")}`)),
    // A bug in the service: the whole cause is printed for a bug report.
    Effect.tapDefect((defect) =>
      Console.error(`keystile: The service failed with a bug. Please report it. ${Cause.pretty(Cause.die(defect))}`)
    ),
    // stdout has only the banner or the line of JSON.
    Effect.provideService(Logger.LogToStderr, true)
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
