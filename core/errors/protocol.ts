/** Known errors about the protocol: the format of a request, and error codes that are not in the catalogue. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"
import { Json } from "../schema/fields/json.ts"

/** The service met an error code that it does not know itself. */
export class UnsupportedError extends knownError<UnsupportedError>()("UnsupportedError", {
  status: 500,
  details: { originalErrorCode: Schema.String },
  detailNames: { originalErrorCode: "originalErrorCode" },
  message: ({ originalErrorCode }) =>
    `The error code "${originalErrorCode}" is not known here. The client may be older than the service: update it.`
}) {}

/** The body cannot be read: no valid UTF-8, no valid JSON or form data, or a content type that is not supported. */
export class BodyParsingError extends knownError<BodyParsingError>()("BodyParsingError", {
  status: 400,
  message: "The request body cannot be read."
}) {}

/** The body, query, parameters or headers do not have the shape that the endpoint asks for. */
export class SchemaError extends knownError<SchemaError>()("SchemaError", {
  status: 400,
  details: { explanation: Schema.String },
  detailNames: { explanation: "message" },
  message: ({ explanation }) => explanation
}) {}

/** The endpoint has one form for each access type, and the request fits none of them. */
export class AllOverloadsFailed extends knownError<AllOverloadsFailed>()("AllOverloadsFailed", {
  status: 400,
  details: { overloadErrors: Schema.Array(Json) },
  message: ({ overloadErrors }) =>
    `The request fits none of the forms that this endpoint accepts:${overloadErrors
      .map((error, index) => `\n${index + 1}. ${JSON.stringify(error)}`)
      .join("")}`
}) {}
