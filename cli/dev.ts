/** `keystile dev`: the service on this machine, until it is stopped. */
import { Cause, Config, Console, Data, Effect, Logger, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { readFileSync } from "node:fs"
import { type CannotListen, listen } from "../service/listen.ts"
import { checkSeed } from "../service/tools/seed/seed.ts"
import { layer, type StartError } from "../service/service.ts"
import { ProjectKeys } from "../service/resources/api-keys/project-keys.ts"
import { RequestLog } from "../service/http/request-log.ts"
import { DEFAULT_LIFETIME_SECONDS, MIN_LIFETIME_SECONDS } from "../service/crypto/access-tokens.ts"
import { banner, jsonLine, logLine } from "./output.ts"
import { keepHeapSmall } from "./small-heap.ts"

const DEFAULT_PORT = 8102
const MAX_PORT = 65_535

/** Stands in for `--db`. */
const DATABASE_VARIABLE = "KEYSTILE_DB"

const flags = {
  port: Flag.Int("port").pipe(
    Flag.withAlias("p"),
    Flag.withDescription(`A port from 0 to ${MAX_PORT} (default ${DEFAULT_PORT}); 0 takes any that is free`),
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
      `How long access tokens are good (default ${DEFAULT_LIFETIME_SECONDS}, at least ${MIN_LIFETIME_SECONDS})`
    ),
    Flag.withMetavar("SECONDS"),
    Flag.withDefault(DEFAULT_LIFETIME_SECONDS)
  ),
  allowHost: Flag.String("allow-host").pipe(
    Flag.withDescription("A host to answer to, e.g. host.docker.internal; may be repeated"),
    Flag.withMetavar("NAME"),
    // With a scheme or a port it would never be met.
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
    Flag.withDescription("Start although NODE_ENV is production"),
    Flag.withDefault(false)
  )
}

/** What cannot be done, in one line. */
class CannotStart extends Data.TaggedError("CannotStart")<{ readonly message: string }> {}

/** Why a text is no JSON. The platform quotes what stands around it, which in a seed may be a password. */
const whatIsWrong = (cause: unknown): string =>
  cause instanceof Error ? cause.message.replace(/, (?:\.\.\.)?"[^]*$/, "") : ""

/** The content of the seed file. */
const readSeedFile = Effect.fnUntraced(function* (path: string) {
  const text = yield* Effect.try({
    try: () => readFileSync(path, "utf8"),
    catch: () => new CannotStart({ message: `The seed file ${path} cannot be read.` })
  })
  const content = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (cause) => new CannotStart({ message: `The seed file ${path} is no JSON: ${whatIsWrong(cause)}` })
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
      message: "NODE_ENV is production, and this service is made for development. Start it with --force if you mean it."
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
    // A fault of the service itself: what it was is for those who mend it.
    Effect.tapDefect((defect) => Console.error(`keystile: It failed. ${Cause.pretty(Cause.die(defect))}`)),
    // Only what was asked for goes to stdout.
    Effect.provideService(Logger.LogToStderr, true)
  )
).pipe(
  Command.withDescription(
    [
      "Run the service on this machine, under http://localhost:<port>.",
      "It is for development: it listens on loopback addresses only, and prints its keys.",
      "Without --db everything is gone when it stops."
    ].join("\n  ")
  ),
  Command.withShortDescription("Run the service on this machine"),
  Command.withExamples([
    { command: "keystile dev", description: "A fresh service, in memory" },
    { command: "keystile dev --db keystile.db", description: "Users, projects and keys are kept in a file" },
    { command: "keystile dev --db postgres://keystile@localhost/keystile", description: "On PostgreSQL" },
    { command: "keystile dev --seed seed.json --port 0 --json", description: "For scripts" }
  ])
)
