/** Lists the audit log of a project. Users have access to the entries about themselves. */
import { Effect } from "effect"
import { list } from "../../../core/api/audit-log.ts"
import type { AuditEntry } from "../../../core/schema/audit-entry.ts"
import { AuditLog, cursorOf } from "../../audit/audit-log.ts"
import { caller } from "../../endpoint/caller.ts"
import { textError } from "../../endpoint/http-error-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { ownUserId, userIdOf } from "../../endpoint/references.ts"

export { layer } from "../../audit/audit-log.ts"

const DEFAULT_LIMIT = 100

export const handlers = [
  implement(
    list,
    Effect.fnUntraced(function* ({ query = {} }) {
      const { project, tier } = yield* caller
      const userId = query.userId === undefined ? null : yield* userIdOf(query.userId)
      if (tier === "client" && userId !== (yield* ownUserId)) {
        return yield* textError(403, "Users have access to the entries about themselves only: add user_id=me.")
      }
      const { actorId = null, cursor = null, limit = DEFAULT_LIMIT, since = null, until = null } = query
      // Reads one more than the page has, to know whether another page follows.
      const filter = { projectId: project.id, userId, actorId, since, until, cursor, limit: limit + 1 }
      const found = yield* (yield* AuditLog).list(filter)
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      const nextCursor = found.length > limit && last !== undefined ? cursorOf(last) : null
      const items = shown.map(({ position: _position, projectId: _projectId, ...entry }) =>
        tier === "client" ? shownToUser(entry) : entry
      )
      return { items, isPaginated: true, pagination: { nextCursor } }
    })
  )
]

/** Leaves out who of the project's owners or servers acted, and from where. */
const shownToUser = (entry: AuditEntry): AuditEntry => {
  const { actor } = entry
  const isOther = actor.type !== "user" && actor.type !== "anonymous"
  return isOther ? { ...entry, actor: { ...actor, id: null }, address: null } : entry
}
