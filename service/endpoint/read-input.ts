/**
 * Reads the input of an endpoint from a request:
 *
 * requirements of the endpoint → limits → coercion of the body → schema
 *
 * A step that fails reports `SCHEMA_ERROR` with a line for each problem.
 */
import { Effect } from "effect"
import type { Endpoint, EndpointFacts } from "../../core/http/endpoint.ts"
import { header } from "../../core/http/headers.ts"
import { Caller } from "../request/caller.ts"
import type { ReceivedRequest } from "../request/received-request.ts"
import { directDecoderEffect } from "../schema/direct.ts"
import { inspect } from "../validation/input-limits.ts"
import { linesOf, schemaError } from "../validation/schema-error.ts"
import { coercionOf } from "./coerce.ts"

/** Fields of the body to which other limits apply. */
export interface BodyFields {
  /** Fields of the body whose length the schema limits. */
  readonly long?: ReadonlyArray<string>
  /** Fields of the body that accept any JSON. */
  readonly json?: ReadonlyArray<string>
  /** Fields of the body with names that clients set. */
  readonly names?: ReadonlyArray<string>
}

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** Requests with more members get only their first issue reported: formatting issues takes longer than decoding. */
const MAX_REPORTED_MEMBERS = 1000

const strict = { onExcessProperty: "error", errors: "all" } as const

/** Returns a line for each requirement of the endpoint that the request does not meet. */
const findMissing = (
  requires: EndpointFacts["requires"],
  received: ReceivedRequest,
  caller: Caller["Service"]
): ReadonlyArray<string> =>
  requires.flatMap((required) => {
    if (required === "user") return caller === null || caller.userId === null ? ["auth.user: Missing"] : []
    return received.headers[header.refreshToken] ? [] : [`headers.${header.refreshToken}: Missing`]
  })

/** Makes the function that reads the input of an endpoint. */
export const makeInputReader = <Input, Success, Failure>(
  endpoint: Endpoint<Input, Success, Failure>,
  { json, long, names }: BodyFields
) => {
  const partNames = Object.keys(endpoint.schemas)
  const rules = { long: new Set(long), json: new Set(json), names: new Set(names) }
  // Only bodies are coerced: queries and paths are strings.
  const { body } = endpoint.schemas
  // Created by the first request, so that the service starts faster.
  let coerceBody: ((value: unknown) => unknown) | undefined
  const decodeSmall = once(() => directDecoderEffect(endpoint.input, strict))
  const decodeLarge = once(() => directDecoderEffect(endpoint.input, { ...strict, errors: "first" }))

  return Effect.fnUntraced(function* (received: ReceivedRequest) {
    const absent = findMissing(endpoint.requires, received, yield* Caller)
    // Before the inspection, which takes long for a large body.
    if (absent.length > 0) return yield* schemaError(received.title, absent)
    const given: Readonly<Record<string, unknown>> = { ...received }
    const declared = Object.fromEntries(partNames.map((part) => [part, given[part]]))
    const inspected = partNames.map((part) => inspect(part, declared[part], rules))
    const members = inspected.reduce((sum, { members }) => sum + members, 0)
    const violations = inspected.flatMap(({ lines }) => lines)
    if (violations.length > 0) return yield* schemaError(received.title, violations)
    if (body !== undefined) {
      coerceBody ??= coercionOf(body)
      declared["body"] = coerceBody(declared["body"])
    }
    const decode = members > MAX_REPORTED_MEMBERS ? decodeLarge() : decodeSmall()
    return yield* decode(declared).pipe(Effect.mapError(({ issue }) => schemaError(received.title, linesOf(issue))))
  })
}
