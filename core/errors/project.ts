/** Known errors about a project and its email templates. */
import * as Schema from "effect/Schema"
import { integerBetween } from "../schema/fields/whole.ts"
import { knownError } from "./known-error.ts"

/** The project does not exist, or the current user has no access to it. */
export class ProjectNotFound extends knownError("ProjectNotFound", {
  setting: "projectId",
  status: 404,
  details: { projectId: Schema.String },
  message: ({ projectId }) => `There is no project "${projectId}" for you.`
}) {}

/** The operator of the service allows no rate limits that are so high, or off. An extension. */
export class RateLimitsTooHigh extends knownError("RateLimitsTooHigh", {
  status: 400,
  details: { maximumFactor: integerBetween() },
  message: ({ maximumFactor }) =>
    `This service allows rate limits of at most ${maximumFactor} times the defaults, and none that is off. ` +
    "Choose lower ones, or ask its operator."
}) {}

/** The project has its own template of this type already. */
export class EmailTemplateAlreadyExists extends knownError("EmailTemplateAlreadyExists", {
  status: 409,
  message: "This project has an email template of this type already. Change that one instead."
}) {}
