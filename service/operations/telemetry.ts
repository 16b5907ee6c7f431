/** The log of the service as JSON, and traces and logs by OTLP if an endpoint is set. */
import { Effect, Layer } from "effect"
import * as JsonLogger from "./json-logger.ts"
import type { OtlpEnvironment, OtlpInvalid } from "./otlp.ts"

const endpoints = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT"
]

/** `write` gets whole lines of the log. */
export const layer = (environment: OtlpEnvironment, write: (text: string) => void): Layer.Layer<never, OtlpInvalid> => {
  const log = JsonLogger.layer(write)
  if (endpoints.every((name) => !environment[name])) return log
  // Loaded on demand: most services have no collector.
  const otlp = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./otlp.ts")),
      ({ layer }) => layer(environment)
    )
  )
  return Layer.provideMerge(otlp, log)
}
