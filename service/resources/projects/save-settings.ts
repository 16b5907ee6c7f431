import { Clock, Effect } from "effect"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { ProjectStore } from "./project-store.ts"

/** Saves a project. Changed rules of sessions apply to the open ones. Belongs in a transaction. */
export const saveSettings = Effect.fnUntraced(function* (before: ProjectRecord, project: ProjectRecord) {
  yield* (yield* ProjectStore).save(project)
  const { sessionIdleMillis, sessionLifetimeMillis } = project
  if (sessionIdleMillis === before.sessionIdleMillis && sessionLifetimeMillis === before.sessionLifetimeMillis) return
  yield* (yield* SessionStore).applyRules(project.id, project, yield* Clock.currentTimeMillis)
})
