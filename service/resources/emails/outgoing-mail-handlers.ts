/** Lists the mails of a project's outbox, and sends failed ones again. */
import { Clock, Effect } from "effect"
import { list, sendAgain } from "../../../core/api/outgoing-mails.ts"
import { OutgoingMailNotFound, OutgoingMailNotSendable } from "../../../core/errors/outgoing-mail.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { MailDispatcher } from "../../mail/outbox/mail-dispatcher.ts"
import { OutgoingMailStore } from "../../mail/outbox/outgoing-mail-store.ts"
import { addCommitHook } from "../../sql/commit-hooks.ts"
import { inTransaction } from "../../sql/rows.ts"

const DEFAULT_LIMIT = 100

const find = Effect.fnUntraced(function* (projectId: string, mailId: string) {
  const mail = yield* (yield* OutgoingMailStore).find(mailId.toLowerCase())
  return mail === null || mail.projectId !== projectId ? yield* new OutgoingMailNotFound({ mailId }) : mail
})

export const outgoingMailHandlers = [
  implement(
    list,
    Effect.fnUntraced(function* ({ query: { limit = DEFAULT_LIMIT, state = null } = {} }) {
      const { project } = yield* caller
      const items = yield* (yield* OutgoingMailStore).list({ projectId: project.id, limit, state, since: null })
      return { items, isPaginated: false }
    })
  ),

  implement(
    sendAgain,
    Effect.fnUntraced(function* ({ params: { mail_id: mailId } }) {
      const { project } = yield* caller
      const mail = yield* find(project.id, mailId)
      // A repeated request does not send it twice.
      if (mail.state === "pending") return mail
      const isSent = yield* (yield* OutgoingMailStore).sendAgain(mail.id, yield* Clock.currentTimeMillis)
      if (!isSent) return yield* new OutgoingMailNotSendable({ mailId })
      yield* addCommitHook("outgoing mails", { before: Effect.void, after: (yield* MailDispatcher).wake })
      return yield* find(project.id, mailId)
    }, inTransaction)
  )
]
