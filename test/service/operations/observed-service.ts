/** A service in production with its log, on the database of a service of development. */
import { Effect, Layer } from "effect"
import { layerTest } from "../../../service/development.ts"
import { layer as telemetry } from "../../../service/operations/telemetry.ts"
import { layer } from "../../../service/production.ts"
import { readConfiguration } from "../../../service/production/read-configuration.ts"
import { seedWith } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"

export const PUBLIC_URL = "https://auth.example.com"
export const host = "auth.example.com"

type Environment = Readonly<Record<string, string>>

/**
 * Runs an effect in production, with the users of the usual fixture. `lines` gets the log. `environment` has settings
 * and
 * the variables of OpenTelemetry.
 */
export const inProduction = Effect.fnUntraced(function* <A, E, R>(
  {
    environment = {},
    lines = [],
    project = {}
  }: {
    readonly environment?: Environment
    readonly lines?: Array<string>
    readonly project?: Parameters<typeof seedWith>[0]
  },
  program: Effect.Effect<A, E, R>
) {
  const database = (yield* temporaryFolder).path("keystile.db")
  yield* Effect.scoped(Layer.build(layerTest({ database, seed: seedWith(project) })))
  const all = {
    KEYSTILE_PUBLIC_URL: PUBLIC_URL,
    KEYSTILE_DB: database,
    KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
    KEYSTILE_MAIL: "log",
    ...environment
  }
  const { configuration } = yield* readConfiguration({ flags: {}, environment: all })
  const log = telemetry(all, (text) => lines.push(...text.trimEnd().split("\n")))
  return yield* Effect.provide(program, Layer.provideMerge(layer(configuration), log))
}, Effect.scoped)
