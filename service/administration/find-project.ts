import { Effect } from "effect"
import { ProjectStore } from "../resources/projects/project-store.ts"
import { INTERNAL_PROJECT_ID } from "../sql/records/project-record.ts"
import { AdministrationRefused } from "./administration-refused.ts"

/** Returns a project of an application. */
export const findProject = Effect.fnUntraced(function* (projectId: string) {
  const found = projectId === INTERNAL_PROJECT_ID ? null : yield* (yield* ProjectStore).find(projectId)
  return (
    found ??
    (yield* new AdministrationRefused({
      problems: [`There is no project ${projectId.slice(0, 100)}. \`keystile project list\` shows the ids.`]
    }))
  )
})
