/**
 * Replays the recordings against the service as `keystile serve` runs it, with `KEYSTILE_RECORDINGS=production`: with
 * encryption, real password hashes and mails in the log it takes minutes.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layerTest } from "../../../service/development.ts"
import { layer as production } from "../../../service/production.ts"
import { readConfiguration } from "../../../service/production/read-configuration.ts"
import { MailedTexts } from "../setup/mailed-texts.ts"
import { seed } from "../setup/project.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { isAvailable, missing } from "./exchanges.ts"
import { replay } from "./scenario.ts"
import { resources } from "./scenarios/index.ts"
import { collectLog } from "../collect-log.ts"

const isRequested = process.env["KEYSTILE_RECORDINGS"] === "production"

const SHARED = "It needs a provider of the type `shared`, on whose pages a visitor signs in as any user."
const OWNERS = "It signs a user of the internal project up. Owners are created by `keystile owner`."

/** The exchanges that differ in production, by line. */
const exceptions = new Map([
  ...[12, 16, 17, 18, 19, 20, 21, 22, 23, 24, 81, 83, 84, 122, 131, 132, 136].map((line) => [line, SHARED] as const),
  ...[125, 126, 127].map((line) => [line, OWNERS] as const)
])

/** Production on the database of the usual seed, whose mails are read from the log. */
const service = Layer.unwrap(
  Effect.gen(function* () {
    const database = (yield* temporaryFolder).path("keystile.db")
    yield* Effect.scoped(Layer.build(layerTest({ database, seed })))
    const { configuration } = yield* readConfiguration({
      flags: {},
      environment: {
        KEYSTILE_PUBLIC_URL: "http://localhost:8102",
        KEYSTILE_DB: database,
        KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
        KEYSTILE_MAIL: "log",
        KEYSTILE_PRIVATE_SMTP: "true",
        KEYSTILE_REQUEST_LOG: "false"
      }
    })
    const { lines, logger: log } = collectLog()
    const mails = Layer.succeed(MailedTexts, {
      to: (address) => Effect.sync(() => lines.filter((line) => line.startsWith(`A mail to ${address}: `)))
    })
    return Layer.mergeAll(production(configuration), mails, log)
  })
)

const all = isAvailable ? Object.entries(resources) : []

describe(`the recordings in production${isAvailable ? "" : ` (skipped: ${missing})`}`, () => {
  it.skipIf(!isAvailable)("leave out only exchanges that exist", () => {
    const lines = new Set(all.flatMap(([, scenarios]) => scenarios.map(({ line }) => line)))
    assert.deepStrictEqual(
      [...exceptions.keys()].filter((line) => !lines.has(line)),
      []
    )
  })

  for (const [resource, scenarios] of isRequested ? all : []) {
    for (const scenario of scenarios.filter(({ line }) => !exceptions.has(line))) {
      it.live(`match in ${resource}, line ${scenario.line}: ${scenario.label}`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* replay(scenario), [])
        }).pipe(Effect.scoped, Effect.provide(service))
      )
    }
  }
})
