/** Known errors about API keys: those of a project, and those of users and teams. */
import * as Schema from "effect/Schema"
import { isOneOf, knownError } from "./known-error.ts"

/** There is no such API key, or the caller has no access to it. */
export class ApiKeyNotFound extends knownError("ApiKeyNotFound", {
  status: 404,
  message: "There is no such API key. List the API keys to see which there are."
}) {}

/** The API key has expired. */
export class ApiKeyExpired extends knownError("ApiKeyExpired", {
  status: 401,
  message: "This API key has expired. Create a new one."
}) {}

/** The API key was revoked. */
export class ApiKeyRevoked extends knownError("ApiKeyRevoked", {
  status: 401,
  message: "This API key was revoked. Create a new one."
}) {}

/** The key of a user was given where one of a team is needed, or the reverse. */
export class WrongApiKeyType extends knownError("WrongApiKeyType", {
  status: 400,
  details: { expectedType: Schema.String, actualType: Schema.String },
  message: ({ actualType, expectedType }) =>
    `This is the API key of a ${actualType}. Use the API key of a ${expectedType}.`
}) {}

/** The API key of a user or a team is unknown, revoked, expired, or of the other type. */
export type ApiKeyNotValid = ApiKeyNotFound | ApiKeyExpired | ApiKeyRevoked | WrongApiKeyType

/** The errors of a check, in the order in which the service checks. */
export const apiKeyNotValidErrors = [ApiKeyNotFound, WrongApiKeyType, ApiKeyRevoked, ApiKeyExpired] as const

/** True for an instance of any class of {@link ApiKeyNotValid}. */
export const isApiKeyNotValid = isOneOf<ApiKeyNotValid>(apiKeyNotValidErrors)
