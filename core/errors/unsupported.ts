/** The known error for an error that has no place in the catalogue of its receiver. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The service met an error code that it does not know itself. */
export class UnsupportedError extends knownError<UnsupportedError>()("UnsupportedError", {
  status: 500,
  details: { originalErrorCode: Schema.String },
  detailNames: { originalErrorCode: "originalErrorCode" },
  message: ({ originalErrorCode }) =>
    `The error code "${originalErrorCode}" is not known here. The client may be older than the service: update it.`
}) {}
