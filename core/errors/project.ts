/** Known errors about a project and its email templates. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The project does not exist, or the current user has no access to it. */
export class ProjectNotFound extends knownError<ProjectNotFound>()("ProjectNotFound", {
  setting: "projectId",
  status: 404,
  details: { projectId: Schema.String },
  message: ({ projectId }) => `There is no project "${projectId}" for you.`
}) {}

/** The project in the headers of the request does not exist. Services since Stack Auth 2.8 send it. */
export class CurrentProjectNotFound extends knownError<CurrentProjectNotFound>()("CurrentProjectNotFound", {
  setting: "projectId",
  status: 400,
  details: { projectId: Schema.String },
  message: ({ projectId }) => `There is no project "${projectId}".`
}) {}

/** The project does not have the branch in the headers of the request. Clients since Stack Auth 2.8 may name one. */
export class BranchDoesNotExist extends knownError<BranchDoesNotExist>()("BranchDoesNotExist", {
  status: 400,
  details: { branchId: Schema.String },
  message: ({ branchId }) => `The project has no branch "${branchId}". Every project has the branch "main".`
}) {}

/** The project has its own template of this type already. */
export class EmailTemplateAlreadyExists extends knownError<EmailTemplateAlreadyExists>()("EmailTemplateAlreadyExists", {
  status: 409,
  message: "This project has an email template of this type already. Change that one instead."
}) {}
