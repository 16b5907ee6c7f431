/** Lists the audit log of a project. Users have access to the entries about themselves. */
import { Effect } from "effect"
import { list } from "../../../core/api/audit-log.ts"
import type { AuditEntry } from "../../../core/schema/audit-entry.ts"
import { AuditLog, cursorOf } from "../../audit/audit-log.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { idOf, ownUserId, userIdOf } from "../../request/references.ts"

export { layer } from "../../audit/audit-log.ts"

const DEFAULT_LIMIT = 100

export const handlers = [
  implement(
    list,
    Effect.fnUntraced(function* ({ query = {} }) {
      const { project, tier } = yield* caller
      const userId = query.userId === undefined ? null : yield* userIdOf(query.userId)
      const ownId = tier === "client" ? yield* ownUserId : null
      if (tier === "client" && userId !== ownId) {
        return yield* textError(403, "Users have access to the entries about themselves only: add user_id=me.")
      }
      const teamId = query.teamId === undefined ? null : idOf(query.teamId)
      const { action = null, actorId = null, cursor = null, limit = DEFAULT_LIMIT, since = null, until = null } = query
      // Reads one more than the page has, to know whether another page follows.
      const filter = { projectId: project.id, userId, teamId, action, actorId, since, until, cursor, limit: limit + 1 }
      // Other actors are hidden, so a filter must not reveal which entries are theirs.
      const isHidden = ownId !== null && actorId !== null && actorId !== ownId
      const found = isHidden ? [] : yield* (yield* AuditLog).list(filter)
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      const nextCursor = found.length > limit && last !== undefined ? cursorOf(last) : null
      const items = shown.map(({ position: _position, projectId: _projectId, ...entry }) =>
        ownId === null ? entry : withoutPrivateFields(shownToUser(entry, ownId))
      )
      return { items, isPaginated: true, pagination: { nextCursor } }
    }),
    { isReadFromReplica: true }
  )
]

/** The user does not learn of the administrator's notes and reasons. */
const PRIVATE_FIELD = "restricted_by_admin_private_details"

const withoutPrivateFields = ({ reason: _reason, ...entry }: AuditEntry): AuditEntry => ({
  ...entry,
  changedFields: entry.changedFields.filter((name) => name !== PRIVATE_FIELD),
  clearedFields: entry.clearedFields.filter((name) => name !== PRIVATE_FIELD)
})

/**
 * Leaves out who else acted, and from where. The address of an attempt to sign in as the user is shown, also if another
 * user made it.
 */
const shownToUser = (entry: AuditEntry, ownId: string): AuditEntry => {
  const { action, actor } = entry
  if (actor.type === "anonymous" || (actor.type === "user" && actor.id === ownId)) return entry
  const hidden = { ...entry, actor: { ...actor, id: null } }
  const isAttempt = actor.type === "user" && action.includes("/auth/")
  return isAttempt ? hidden : { ...hidden, address: null, userAgent: null }
}
