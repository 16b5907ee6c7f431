/**
 * The settings of the platforms' files that the examples use, with their values, from the platforms' references.
 * Unknown settings are errors. Neither platform has its own validator in a package registry.
 */
import { Schema } from "effect"

/** A duration as Go writes it: `30s`. */
const Duration = Schema.String.check(Schema.isPattern(/^\d+(ms|s|m|h)$/))
const Port = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 65_535 }))

/** https://fly.io/docs/reference/configuration/ */
export const FlyConfiguration = Schema.Struct({
  app: Schema.String,
  primary_region: Schema.String.check(Schema.isPattern(/^[a-z]{3}$/)),
  kill_signal: Schema.Literals(["SIGINT", "SIGTERM", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGKILL", "SIGSTOP"]),
  kill_timeout: Duration,
  env: Schema.Record(Schema.String, Schema.String),
  mounts: Schema.Struct({ source: Schema.String, destination: Schema.String.check(Schema.isPattern(/^\//)) }),
  http_service: Schema.Struct({
    internal_port: Port,
    force_https: Schema.Boolean,
    auto_stop_machines: Schema.Literals(["off", "stop", "suspend"]),
    min_machines_running: Schema.Int,
    checks: Schema.Array(
      Schema.Struct({
        method: Schema.Literals(["GET", "HEAD"]),
        path: Schema.String.check(Schema.isPattern(/^\//)),
        interval: Duration,
        timeout: Duration,
        grace_period: Duration
      })
    )
  }),
  vm: Schema.Array(
    Schema.Struct({
      size: Schema.String.check(Schema.isPattern(/^(shared|performance)-cpu-\d+x$/)),
      memory: Schema.String.check(Schema.isPattern(/^\d+(mb|gb)$/))
    })
  )
})

/** https://render.com/docs/blueprint-spec */
export const RenderBlueprint = Schema.Struct({
  services: Schema.Array(
    Schema.Struct({
      type: Schema.Literal("web"),
      name: Schema.String,
      runtime: Schema.Literal("docker"),
      plan: Schema.Literals(["free", "starter", "standard", "pro", "pro plus", "pro max", "pro ultra"]),
      healthCheckPath: Schema.String.check(Schema.isPattern(/^\//)),
      maxShutdownDelaySeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 })),
      envVars: Schema.Array(
        Schema.Union([
          Schema.Struct({ key: Schema.String, value: Schema.String }),
          Schema.Struct({ key: Schema.String, generateValue: Schema.Literal(true) }),
          Schema.Struct({ key: Schema.String, sync: Schema.Literal(false) }),
          Schema.Struct({
            key: Schema.String,
            fromDatabase: Schema.Struct({ name: Schema.String, property: Schema.Literal("connectionString") })
          })
        ])
      )
    })
  ),
  databases: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      plan: Schema.String.check(Schema.isPattern(/^(free|(basic|pro|accelerated)-\d+(mb|gb))$/)),
      postgresMajorVersion: Schema.String.check(Schema.isPattern(/^\d{2}$/)),
      ipAllowList: Schema.Array(
        Schema.Struct({ source: Schema.String, description: Schema.optionalKey(Schema.String) })
      )
    })
  )
})

/** Reads a file's content, and refuses settings that its schema does not have. */
export const decodeStrictly = <T>(schema: Schema.Decoder<T>) =>
  Schema.decodeUnknownSync(schema, { onExcessProperty: "error", errors: "all" })
