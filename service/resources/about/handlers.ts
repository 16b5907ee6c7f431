/** Handles the endpoints with information about the service. They need no project and no key. */
import { Effect, Schema } from "effect"
import { checkFeatureSupport, checkVersion, greeting } from "../../../core/api/about.ts"
import { Caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import type { ReceivedRequest } from "../../request/received-request.ts"
import { linesOf, schemaError } from "../../validation/schema-error.ts"
import { compareVersion } from "./client-version.ts"

const tierNames = { client: "Client", server: "Server", admin: "Admin" }

/** The maximum length of a feature name in the response. Longer ones are cut. */
const MAX_NAME = 100

/** The name of a feature: `feature_name` in the contract, `name` in requests of the SDK. Both must be strings. */
const Feature = Schema.Struct({
  feature_name: Schema.optionalKey(Schema.String),
  name: Schema.optionalKey(Schema.String)
})
const decodeFeature = Schema.decodeUnknownEffect(Feature, { errors: "all" })

/** Replaces a body that is not an object by an empty one. */
const asObject = (body: unknown): unknown =>
  typeof body !== "object" || body === null || Array.isArray(body) ? {} : body

/** Replaces the body, which may be anything, by the name of the feature in it. */
const readFeatureName = (received: ReceivedRequest) =>
  decodeFeature(asObject(received.body)).pipe(
    Effect.mapError(({ issue }) =>
      schemaError(
        received.title,
        linesOf(issue).map((line) => `body.${line}`)
      )
    ),
    Effect.map(({ feature_name, name }) => (feature_name || name || "This feature").slice(0, MAX_NAME)),
    Effect.map((name) => ({ ...received, body: name.replaceAll("\0", "") }))
  )

export const handlers = [
  implement(greeting, () =>
    Effect.map(Caller, (caller) =>
      [
        "This is the API of a Keystile service. Its endpoints are listed at /openapi.",
        "",
        `Authentication: ${caller === null ? "None" : tierNames[caller.tier]}`,
        ...(caller === null
          ? []
          : [`         Project: ${caller.project.id}`, `         User: ${caller.userId ?? "None"}`])
      ].join("\n")
    )
  ),

  implement(checkFeatureSupport, ({ body }) => Effect.succeed(`${String(body)} is not supported by this service.`), {
    prepare: readFeatureName
  }),

  implement(checkVersion, ({ body }) => Effect.succeed(compareVersion(body.clientVersion)))
]
