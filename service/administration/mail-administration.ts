/** Lists the mails of the outbox and sends failed ones again, for commands that run beside the service. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { noteProject, noteTargets } from "../audit/current-audit.ts"
import { type MailServer, MailServers } from "../mail/outbox/mail-servers.ts"
import * as OutgoingMailStore from "../mail/outbox/outgoing-mail-store.ts"
import { layer as mailServers } from "../resources/emails/mail-servers.ts"
import { layer as projectStores } from "../resources/projects/handlers.ts"
import { ProjectStore } from "../resources/projects/project-store.ts"
import { inTransaction } from "../sql/rows.ts"
import { AdministrationRefused } from "./administration-refused.ts"

/** A mail with the settings by which it is sent now. */
export interface FoundMail {
  readonly mail: OutgoingMailStore.OutgoingMailRecord
  readonly from: MailServer["from"] | null
  /**
   * `null` if the project is deleted or has no mail server any more; `unreadable` if the server's password cannot be
   * decrypted.
   */
  readonly server: MailServer["server"] | "unreadable"
  /** Why the mail cannot be sent again; `null` if it can. */
  readonly obstacle: string | null
}

export class MailAdministration extends Context.Service<
  MailAdministration,
  {
    /** Lists mails without their content, the newest first. */
    readonly list: (
      filter: OutgoingMailStore.StoredMailFilter
    ) => Effect.Effect<ReadonlyArray<OutgoingMailStore.OutgoingMailRecord>>
    /** Returns a mail without its content. */
    readonly find: (id: string) => Effect.Effect<FoundMail, AdministrationRefused>
    /** Puts a mail that has failed back into the outbox. */
    readonly sendAgain: (id: string) => Effect.Effect<void, AdministrationRefused>
  }
>()("keystile/service/MailAdministration") {}

const refuse = (problem: string) => new AdministrationRefused({ problems: [problem] })

const noMail = refuse("There is no such mail. `keystile mails list` shows the ids. Old mails are deleted.")

const obstacleOf = (mail: OutgoingMailStore.OutgoingMailRecord, hasProject: boolean, now: number): string | null => {
  if (mail.state === "delivered") return "The mail was delivered, and its content is deleted."
  if (!hasProject) return "The project of the mail is deleted."
  if (mail.state === "pending") return "The mail is in the outbox already: the service sends it."
  if (mail.expiresAt.getTime() <= now) return "The code of the mail has expired. Its user requests another mail."
  return mail.hasContent ? null : "The content of the mail is deleted. Its user requests another mail."
}

const make = Effect.gen(function* () {
  const mails = yield* OutgoingMailStore.OutgoingMailStore
  const projects = yield* ProjectStore
  const servers = yield* MailServers
  const sql = yield* SqlClient.SqlClient

  const findMail = Effect.fnUntraced(function* (id: string) {
    const mail = yield* mails.find(id.toLowerCase())
    if (mail === null) return yield* noMail
    const hasProject = (yield* projects.find(mail.projectId)) !== null
    return { mail, obstacle: obstacleOf(mail, hasProject, yield* Clock.currentTimeMillis) }
  })

  return MailAdministration.of({
    list: mails.list,
    find: Effect.fnUntraced(function* (id) {
      const { mail, obstacle } = yield* findMail(id)
      const settings = yield* servers.findById(mail.projectId).pipe(
        Effect.map((found) => found ?? { from: null, server: null }),
        Effect.catchTag("CannotDecrypt", () => Effect.succeed({ from: null, server: "unreadable" as const }))
      )
      return { mail, ...settings, obstacle }
    }),
    sendAgain: Effect.fnUntraced(function* (id) {
      // Does not check the mail server: the service retries the mail while the server's password cannot be decrypted.
      const { mail, obstacle } = yield* findMail(id)
      yield* noteProject(mail.projectId)
      yield* noteTargets({ mail_id: mail.id })
      if (obstacle !== null) return yield* refuse(obstacle)
      // The service may have deleted the content since.
      const sent = inTransaction(mails.sendAgain(mail.id, yield* Clock.currentTimeMillis))
      if (!(yield* Effect.provideService(sent, SqlClient.SqlClient, sql))) return yield* noMail
    })
  })
})

/** Without the dispatcher: the service that runs sends the mails. */
export const layer = Layer.effect(MailAdministration, make).pipe(
  Layer.provide(mailServers),
  Layer.provide(Layer.merge(OutgoingMailStore.layer, projectStores))
)
