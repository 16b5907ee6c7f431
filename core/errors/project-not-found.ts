/** The known error about a project that is not there. Apart from the others, which not every page can meet. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The project does not exist, or the current user has no access to it. */
export class ProjectNotFound extends knownError<ProjectNotFound>()("ProjectNotFound", {
  setting: "projectId",
  status: 404,
  details: { projectId: Schema.String },
  message: ({ projectId }) => `There is no project "${projectId}" for you.`
}) {}
