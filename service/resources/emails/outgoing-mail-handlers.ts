/** Lists the mails of a project's outbox. */
import { Effect } from "effect"
import { list } from "../../../core/api/outgoing-mails.ts"
import { caller } from "../../endpoint/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { OutgoingMailStore } from "../../mail/outbox/outgoing-mail-store.ts"

const DEFAULT_LIMIT = 100

export const outgoingMailHandlers = [
  implement(
    list,
    Effect.fnUntraced(function* ({ query: { limit = DEFAULT_LIMIT, state = null } = {} }) {
      const { project } = yield* caller
      const items = yield* (yield* OutgoingMailStore).list({ projectId: project.id, limit, state, since: null })
      return { items, isPaginated: false }
    })
  )
]
