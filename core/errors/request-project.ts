/** Known errors about the project and the branch in the headers of a request. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The project in the headers of the request does not exist. Services since Stack Auth 2.8 send it. */
export class CurrentProjectNotFound extends knownError("CurrentProjectNotFound", {
  setting: "projectId",
  status: 400,
  details: { projectId: Schema.String },
  message: ({ projectId }) => `There is no project "${projectId}".`
}) {}

/** The project does not have the branch in the headers of the request. Clients since Stack Auth 2.8 may name one. */
export class BranchDoesNotExist extends knownError("BranchDoesNotExist", {
  status: 400,
  details: { branchId: Schema.String },
  message: ({ branchId }) => `The project has no branch "${branchId}". Every project has the branch "main".`
}) {}
