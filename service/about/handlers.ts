/** About the service itself, for anybody. */
import { Effect, Schema } from "effect"
import { checkFeatureSupport, checkVersion, greeting } from "../../core/api/about.ts"
import { Caller } from "../endpoint/caller.ts"
import { implement } from "../endpoint/implement.ts"
import { judgeVersion } from "./client-version.ts"

const tierNames = { client: "Client", server: "Server", admin: "Admin" }

/** Longer names are cut. */
const MAX_NAME = 100

/** The wire has the one, the SDK sends the other. */
const Feature = Schema.Union([
  Schema.Struct({ feature_name: Schema.NonEmptyString }),
  Schema.Struct({ name: Schema.NonEmptyString })
])
const isFeature = Schema.is(Feature)

const nameOf = (body: unknown): string => {
  if (!isFeature(body)) return "This feature"
  return ("feature_name" in body ? body.feature_name : body.name).slice(0, MAX_NAME)
}

export const handlers = [
  implement(greeting, () =>
    Effect.map(Caller, (caller) =>
      [
        "This is the API of a Keystile service. What it can do stands at /openapi.",
        "",
        `Authentication: ${caller === null ? "None" : tierNames[caller.tier]}`,
        ...(caller === null ? [] : [`         Project: ${caller.project.id}`, `         User: ${caller.userId ?? "None"}`])
      ].join("\n"))),

  implement(
    checkFeatureSupport,
    ({ body }) => Effect.succeed(`${String(body)} is not supported by this service.`),
    // Nothing of the body is checked: all that counts is a name, if it has one.
    { prepare: (received) => Effect.succeed({ ...received, body: nameOf(received.body).replaceAll("\0", "") }) }
  ),

  implement(checkVersion, ({ body }) => Effect.succeed(judgeVersion(body.clientVersion)))
]
