/** Runs `keystile serve`. */
import { Console, Data, Effect, Layer } from "effect"
import type { BreachedPasswordsUnusable } from "../../../service/breached-passwords/list-file.ts"
import { type CannotListen, listen } from "../../../service/server/listen.ts"
import { Drain } from "../../../service/operations/drain.ts"
import { Metrics } from "../../../service/operations/metrics.ts"
import { handleOperations } from "../../../service/operations/operations-port.ts"
import { QueueGauges } from "../../../service/operations/queue-gauges.ts"
import type { OtlpInvalid } from "../../../service/operations/otlp.ts"
import { Readiness } from "../../../service/operations/readiness.ts"
import { layer as telemetry } from "../../../service/operations/telemetry.ts"
import { layer } from "../../../service/production.ts"
import { runChecks } from "../../../service/production/checks/run-checks.ts"
import type { Configuration } from "../../../service/production/configuration.ts"
import { connectionLimitsOf } from "../../../service/production/connection-limits-of.ts"
import { readConfiguration } from "../../../service/production/read-configuration.ts"
import { Service } from "../../../service/service.ts"
import type { OpenError } from "../../run/open-installation.ts"
import { checkReport, invalidReport } from "./serve-output.ts"
import type { ConfigurationFlags } from "../../flags/configuration-flags.ts"
import { printableLines } from "../../output/terminal-text.ts"
import { waitForSignal } from "./wait-for-signal.ts"

export interface ServeFlags extends ConfigurationFlags {
  readonly check: boolean
  readonly json: boolean
}

/** A check found a problem, which is printed already. */
class CheckFailed extends Data.TaggedError("CheckFailed")<{}> {
  override readonly message = "The configuration cannot be used as it is: see the failed checks."
}

/** The port of the metrics cannot be used. */
class MetricsPortUnusable extends Data.TaggedError("MetricsPortUnusable")<{ readonly problem: string }> {
  override get message(): string {
    return `${this.problem} Choose another one with --metrics-port or KEYSTILE_METRICS_PORT.`
  }
}

type ServeError = BreachedPasswordsUnusable | CannotListen | CheckFailed | MetricsPortUnusable | OpenError | OtlpInvalid

/** Returns why the command does not start. */
export const explain = (error: ServeError): string =>
  error._tag === "CannotListen"
    ? `${error.message} Choose another one with --port or KEYSTILE_PORT.`
    : printableLines(error.message)

/** Runs the service until the process is stopped, or checks the configuration. */
export const run = Effect.fnUntraced(function* ({ check, file, json, settings }: ServeFlags) {
  const read = readConfiguration({ flags: settings, file, environment: process.env })
  if (!check) return yield* serve((yield* read).configuration)
  const given = yield* Effect.tapError(read, ({ problems }) => Console.log(invalidReport(problems, json)))
  const checks = yield* runChecks(given.configuration)
  yield* Console.log(checkReport(given, checks, json))
  if (checks.some(({ outcome }) => outcome === "failed")) return yield* new CheckFailed()
})

const serve = (configuration: Configuration) =>
  Effect.gen(function* () {
    const { drainDelay, drainTimeout, host, port, publicUrl } = configuration
    // Opened first, so that it is closed last.
    yield* listenForOperators(configuration)
    const drain = yield* Drain
    const { url } = yield* listen({
      port,
      host,
      grace: drainTimeout * 1000,
      isClosing: drain.hasBegun,
      limits: connectionLimitsOf(configuration)
    })
    yield* Effect.logInfo(`Listening on ${url}, for ${publicUrl}`)
    yield* Effect.addFinalizer(() =>
      drain.begin.pipe(
        Effect.andThen(Effect.logInfo("Stopping: /readyz is 503, and running requests complete.")),
        Effect.andThen(waitForSignal(drainDelay * 1000))
      )
    )
    return yield* Effect.never
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Layer.provideMerge(
        layer(configuration),
        telemetry(process.env, (text) => process.stdout.write(text))
      )
    )
  )

/** Serves the metrics on their own port, if there is one. */
const listenForOperators = Effect.fnUntraced(function* ({ metricsHost, metricsPort }: Configuration) {
  if (metricsPort === null) return
  const handle = handleOperations(yield* Metrics, yield* Readiness, yield* QueueGauges)
  const { url } = yield* listen({ port: metricsPort, host: metricsHost }).pipe(
    Effect.provideService(Service, { handle }),
    Effect.mapError(({ message }) => new MetricsPortUnusable({ problem: message }))
  )
  yield* Effect.logInfo(`Metrics on ${url}/metrics`)
})
