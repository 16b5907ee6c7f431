/** Known errors about a project: its API keys, trusted domains and email templates. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The project does not exist, or the current user has no access to it. */
export class ProjectNotFound extends knownError<ProjectNotFound>()("ProjectNotFound", {
  setting: "projectId",
  status: 404,
  details: { projectId: Schema.String },
  message: ({ projectId }) => `There is no project "${projectId}" for you.`
}) {}

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

/** The project has its own template of this type already. */
export class EmailTemplateAlreadyExists extends knownError<EmailTemplateAlreadyExists>()("EmailTemplateAlreadyExists", {
  status: 409,
  message: "This project has an email template of this type already. Change that one instead."
}) {}
