/**
 * Exports traces and logs by OTLP over HTTP, with Effect's exporter.
 *
 * The variables are those of OpenTelemetry: `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`,
 * `OTEL_EXPORTER_OTLP_PROTOCOL` (`http/protobuf`, the default, or `http/json`), `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`, and others of https://opentelemetry.io/docs/specs/otel/protocol/exporter/.
 */
import { ConfigProvider, Data, Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as OtlpLogger from "effect/observability/OtlpLogger"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"

export type OtlpEnvironment = Readonly<Record<string, string | undefined>>

/** The variables cannot be used. Their values are not quoted: headers contain keys. */
export class OtlpInvalid extends Data.TaggedError("OtlpInvalid")<{ readonly message: string }> {}

const serializations: ReadonlyMap<string, typeof OtlpSerialization.layerJson> = new Map([
  ["http/protobuf", OtlpSerialization.layerProtobuf],
  ["http/json", OtlpSerialization.layerJson]
])

const exporters = Layer.merge(OtlpTracer.layerFromConfig(), OtlpLogger.layerFromConfig())

/** Provides the tracer and adds to the loggers. */
export const layer = (environment: OtlpEnvironment): Layer.Layer<never, OtlpInvalid> => {
  const protocol = environment["OTEL_EXPORTER_OTLP_PROTOCOL"] || "http/protobuf"
  const serialization = serializations.get(protocol)
  if (serialization === undefined) {
    return failInvalid("OTEL_EXPORTER_OTLP_PROTOCOL has to be http/protobuf or http/json.")
  }
  const variables = ConfigProvider.fromEnv({ env: withDefaults(environment) })
  return exporters.pipe(
    Layer.provide(serialization),
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(ConfigProvider.ConfigProvider, variables)),
    // Effect's exporter reports invalid variables as defects.
    Layer.catchCause(() =>
      failInvalid(
        "An OTEL_… variable cannot be used. Check OTEL_EXPORTER_OTLP_ENDPOINT, a URL, and the times and sizes, " +
          "whole numbers."
      )
    )
  )
}

const failInvalid = (message: string): Layer.Layer<never, OtlpInvalid> =>
  Layer.effectDiscard(Effect.fail(new OtlpInvalid({ message })))

/** Variables that Effect's exporter needs, with the defaults of OpenTelemetry. */
const withDefaults = (environment: OtlpEnvironment): Record<string, string> => {
  const given = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith("OTEL_") && value !== undefined && value !== "" ? [[name, value] as const] : []
  )
  const namesService = /(?:^|,)\s*service\.name\s*=/.test(environment["OTEL_RESOURCE_ATTRIBUTES"] ?? "")
  return {
    OTEL_TRACES_EXPORTER: "otlp",
    OTEL_LOGS_EXPORTER: "otlp",
    ...(!namesService && { OTEL_SERVICE_NAME: "keystile" }),
    ...Object.fromEntries(given)
  }
}
