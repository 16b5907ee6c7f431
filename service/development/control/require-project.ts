/** Requires the project that a path of the control API names. */
import { Effect, Schema } from "effect"
import { problem } from "./route.ts"
import { ProjectStore } from "../../resources/projects/project-store.ts"

/** The parameters of such a path. */
export const projectParams = Schema.Struct({ project_id: Schema.String.check(Schema.isMaxLength(100)) })

/** Returns the project. Fails with 404 if it does not exist. */
export const requireProject = Effect.fnUntraced(function* (id: string) {
  const project = yield* (yield* ProjectStore).find(id.toLowerCase())
  return project ?? (yield* problem(404, "There is no such project."))
})
