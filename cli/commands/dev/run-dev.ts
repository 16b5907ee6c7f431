/** Runs `keystile dev`. */
import { Console, Data, Effect, Option } from "effect"
import { layer, type StartError } from "../../../service/development.ts"
import { RequestLog } from "../../../service/development/request-log.ts"
import { type CannotListen, listen } from "../../../service/server/listen.ts"
import { ProjectKeys } from "../../../service/resources/api-keys/project-keys.ts"
import { readJsonFile } from "../../../service/process/json-file.ts"
import { checkSeed } from "../../../service/development/seed/read-seed.ts"
import { uptimeMillis } from "../../../service/time/uptime-millis.ts"
import { keepOldGenerationSmall } from "./keep-heap-small.ts"
import { banner, jsonLine, logLine } from "./dev-output.ts"

export interface DevFlags {
  readonly port: number
  readonly db: string
  readonly seed: Option.Option<string>
  readonly accessTokenLifetime: number
  readonly allowHost: ReadonlyArray<string>
  readonly privateSmtp: boolean
  readonly force: boolean
  readonly json: boolean
  readonly verbose: boolean
}

/** The command cannot start. The message is one line. */
class CannotStart extends Data.TaggedError("CannotStart")<{ readonly message: string }> {}

/** Reads and checks the seed file. */
const readSeedFile = Effect.fnUntraced(function* (path: string) {
  const content = yield* Effect.mapError(
    readJsonFile(path),
    ({ problem }) => new CannotStart({ message: `The seed file ${path} ${problem}` })
  )
  return yield* Effect.mapError(
    checkSeed(content),
    ({ problems }) => new CannotStart({ message: `The seed file ${path} cannot be used: ${problems.join("; ")}` })
  )
})

/** Returns why the command does not start, in one line. */
export const explain = (error: CannotStart | CannotListen | StartError): string =>
  textOf(error).replaceAll(/\s*\n\s*/g, " ")

const textOf = (error: CannotStart | CannotListen | StartError): string => {
  switch (error._tag) {
    case "CannotListen":
      return `${error.message} Choose another one with --port, or any free one with --port 0.`
    case "OptionInvalid":
      return `--access-token-lifetime: ${error.problem}`
    default:
      return error.message
  }
}

/** Runs the service until the process is stopped. */
export const run = Effect.fnUntraced(function* (flags: DevFlags) {
  const { accessTokenLifetime, allowHost, db, force, json, port, privateSmtp, seed, verbose } = flags
  if (process.env["NODE_ENV"] === "production" && !force) {
    return yield* new CannotStart({
      message:
        "NODE_ENV is production, and this command is made for development. Run `keystile serve`, or start it with " +
        "--force to run it anyway."
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
    keepOldGenerationSmall()
    const projects = yield* (yield* ProjectKeys).list
    if (verbose) (yield* RequestLog).subscribe((entry) => process.stderr.write(`${logLine(entry)}\n`))
    yield* Console.log(json ? jsonLine(url, projects) : banner({ url, projects, database: db, millis: uptimeMillis() }))
    return yield* Effect.never
  }).pipe(Effect.scoped, Effect.provide(layer(options)))
})
