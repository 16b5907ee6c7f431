/** Known errors about the protocol: the format of a request, and error codes that are not in the catalogue. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"
import { Json } from "../schema/fields/json.ts"

/** The service encountered an error code that is not in its catalogue. */
export class UnsupportedError extends knownError("UnsupportedError", {
  status: 500,
  details: { originalErrorCode: Schema.String },
  detailNames: { originalErrorCode: "originalErrorCode" },
  message: ({ originalErrorCode }) =>
    `The error code "${originalErrorCode}" is not known here. The client may be older than the service: update it.`
}) {}

/** The body is not valid UTF-8, JSON or form data, or its content type is not supported. */
export class BodyParsingError extends knownError("BodyParsingError", {
  status: 400,
  message: "The request body cannot be read."
}) {}

/** The body, query, parameters or headers do not match the schema of the endpoint. */
export class SchemaError extends knownError("SchemaError", {
  status: 400,
  details: { explanation: Schema.String },
  detailNames: { explanation: "message" },
  message: ({ explanation }) => explanation
}) {}

/** The endpoint has a schema for each access type, and the request matches none of them. */
export class AllOverloadsFailed extends knownError("AllOverloadsFailed", {
  status: 400,
  details: { overloadErrors: Schema.Array(Json) },
  message: ({ overloadErrors }) =>
    `The request fits none of the forms that this endpoint accepts:${overloadErrors
      .map((error, index) => `\n${index + 1}. ${JSON.stringify(error)}`)
      .join("")}`
}) {}
