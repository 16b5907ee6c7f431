/** Known errors about a project, its API keys and its trusted domains. */
import { knownError } from "./known-error.ts"

export { ProjectNotFound } from "./project-not-found.ts"

/** The project has no API key set with this id. */
export class ApiKeyNotFound extends knownError<ApiKeyNotFound>()("ApiKeyNotFound", {
  status: 404,
  message: "This project has no API key with this id. List the API keys of the project to see the ids."
}) {}

/** The callback URL, or the redirect URL of an OAuth sign-in, is on no trusted domain of the project. */
export class RedirectUrlNotWhitelisted extends knownError<RedirectUrlNotWhitelisted>()("RedirectUrlNotWhitelisted", {
  status: 400,
  message:
    "This redirect URL is on none of the project's trusted domains. " +
    "Add its domain to the trusted domains in the project's settings."
}) {}
