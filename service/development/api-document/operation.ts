/** Adds response headers and security requirements to an operation of the API document. */
import { Schema } from "effect"
import type { ListedEndpoint } from "../../../core/api/endpoints.ts"
import type { AnyKnownError } from "../../../core/errors/known-error.ts"
import { header } from "../../../core/http/headers.ts"
import type { Tier } from "../../../core/schema/tier.ts"
import { COMMON_ERRORS } from "./readable.ts"
import { securityOf } from "./security.ts"

interface OperationFacts {
  readonly first: ListedEndpoint
  readonly errors: ReadonlyArray<AnyKnownError>
  readonly tiers: ReadonlyArray<Tier>
  readonly view: Tier | "all"
}

const Responses = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown))
const Parameters = Schema.Array(
  Schema.Struct({
    name: Schema.String,
    in: Schema.String,
    schema: Schema.Unknown,
    required: Schema.Boolean
  })
)
const readResponses = Schema.decodeUnknownSync(Responses)
const readParameters = Schema.decodeUnknownSync(Parameters)

const text = (description: string) => ({ description, required: true, schema: { type: "string" } })

/** The headers of every response with a status. */
const headersOf = ({ errors, first }: OperationFacts, status: string) => {
  const codes = errors.filter((known) => String(known.status) === status).map(({ code }) => code)
  if (codes.length > 0) {
    return { "x-stack-known-error": { required: true, schema: { type: "string", enum: codes } } }
  }
  return first.responseFormat === "redirect" ? { location: text("Where to go on.") } : {}
}

/** Completes an operation that Effect generated. */
export const completeOperation =
  (facts: OperationFacts) =>
  (operation: Record<string, unknown>): Record<string, unknown> => {
    const { first, tiers, view } = facts
    const responses = Object.entries(readResponses(operation["responses"])).map(
      ([status, response]) =>
        [
          status,
          {
            ...response,
            ...(first.responseFormat === "redirect" &&
              status === String(first.status) && { description: "A redirect." }),
            headers: { [header.requestId]: text("16 characters, for the log."), ...headersOf(facts, status) }
          }
        ] as const
    )
    return {
      ...operation,
      // Effect generates a parameter without a name for an empty query.
      parameters: readParameters(operation["parameters"]).filter(({ name }) => name !== ""),
      security: securityOf(
        tiers.filter((tier) => view === "all" || view === tier),
        first.requires
      ),
      responses: {
        ...Object.fromEntries(responses),
        ...(first.prefix !== "" && { "4XX": { $ref: `#/components/responses/${COMMON_ERRORS}` } })
      }
    }
  }
