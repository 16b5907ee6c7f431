/** Runs `keystile serve`. */
import { Console, Data, Effect, Logger } from "effect"
import { type CannotListen, listen } from "../service/listen.ts"
import { layer } from "../service/production.ts"
import { runChecks } from "../service/production/checks/run-checks.ts"
import type { Configuration } from "../service/production/configuration.ts"
import { type ConfigurationInvalid, readConfiguration } from "../service/production/read-configuration.ts"
import type { DatabaseUnusable } from "../service/sql/database-file.ts"
import { printable } from "./output.ts"
import { checkReport, invalidReport } from "./serve-output.ts"
import type { ServeFlags } from "./serve.ts"

/** A check found a problem, which is printed already. */
class CheckFailed extends Data.TaggedError("CheckFailed")<{}> {
  override readonly message = "The configuration cannot be used as it is: see the failed checks."
}

/** Returns why the command does not start. */
export const explain = (error: CannotListen | CheckFailed | ConfigurationInvalid | DatabaseUnusable): string =>
  error._tag === "CannotListen"
    ? `${error.message} Choose another one with --port or KEYSTILE_PORT.`
    : error.message.split("\n").map(printable).join("\n")

/** Runs the service until the process is stopped, or checks the configuration. */
export const run = Effect.fnUntraced(function* ({ check, file, json, settings }: ServeFlags) {
  const read = readConfiguration({ flags: settings, file, environment: process.env })
  if (!check) return yield* serve((yield* read).configuration)
  const given = yield* Effect.tapError(read, ({ problems }) => Console.log(invalidReport(problems, json)))
  const checks = yield* Effect.provideService(runChecks(given.configuration), Logger.LogToStderr, true)
  yield* Console.log(checkReport(given, checks, json))
  if (checks.some(({ outcome }) => outcome === "failed")) return yield* new CheckFailed()
})

const serve = (configuration: Configuration) =>
  Effect.gen(function* () {
    const { host, maxConnections, port, publicUrl } = configuration
    const { url } = yield* listen({
      port,
      host,
      ...(maxConnections !== null && { limits: { maxConnections } })
    })
    yield* Effect.logInfo(`Listening on ${url}, for ${publicUrl}`)
    return yield* Effect.never
  }).pipe(Effect.scoped, Effect.provide(layer(configuration)))
