/** Known errors about a project, its API keys and its trusted domains. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The project has no API key set with this id. */
export class ApiKeyNotFound extends knownError<ApiKeyNotFound>()("ApiKeyNotFound", {
  code: "API_KEY_NOT_FOUND",
  status: 404,
  message: "This project has no API key with this id. List the API keys of the project to see the ids."
}) {}

/** The project does not exist, or the current user has no access to it. */
export class ProjectNotFound extends knownError<ProjectNotFound>()("ProjectNotFound", {
  code: "PROJECT_NOT_FOUND",
  status: 404,
  details: { projectId: Schema.String },
  message: ({ projectId }) =>
    `There is no project "${projectId}" for you.`
}) {}

/** The callback URL, or the redirect URL of an OAuth sign-in, is on no trusted domain of the project. */
export class RedirectUrlNotWhitelisted extends knownError<RedirectUrlNotWhitelisted>()("RedirectUrlNotWhitelisted", {
  code: "REDIRECT_URL_NOT_WHITELISTED",
  status: 400,
  message: "This redirect URL is on none of the project's trusted domains. " +
    "Add its domain to the trusted domains in the project's settings."
}) {}
