/** Lists the mails of the outbox and sends failed ones again, for commands that run beside the service. */
import { Clock, Context, Effect, Layer, Result } from "effect"
import { noteProject, noteTargets } from "../audit/current-audit.ts"
import { type MailServer, MailServers } from "../mail/outbox/mail-servers.ts"
import * as OutgoingMailStore from "../mail/outbox/outgoing-mail-store.ts"
import { layer as mailServers } from "../resources/emails/mail-servers.ts"
import { layer as projectStores } from "../resources/projects/handlers.ts"
import { AdministrationRefused } from "./administration-refused.ts"

/** A mail with the settings by which it is sent now. */
export interface FoundMail {
  readonly mail: OutgoingMailStore.OutgoingMailRecord
  readonly from: MailServer["from"] | null
  /** `null` if the project has no mail server any more, or if the password of its server cannot be decrypted. */
  readonly server: MailServer["server"]
  /** Whether the password of the mail server can be decrypted. */
  readonly isServerReadable: boolean
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

const UNREADABLE_SERVER =
  "The password of the mail server cannot be decrypted. Set it again, or configure the secret that encrypted it."

const obstacleOf = (mail: OutgoingMailStore.OutgoingMailRecord, now: number): string | null => {
  if (mail.state === "delivered") return "The mail was delivered, and its content is deleted."
  if (mail.state === "pending") return "The mail is in the outbox already: the service sends it."
  if (mail.expiresAt.getTime() <= now) return "The code of the mail has expired. Its user requests another mail."
  return mail.hasContent ? null : "The content of the mail is deleted. Its user requests another mail."
}

const make = Effect.gen(function* () {
  const mails = yield* OutgoingMailStore.OutgoingMailStore
  const servers = yield* MailServers

  const findMail = Effect.fnUntraced(function* (id: string) {
    const mail = yield* mails.find(id.toLowerCase())
    if (mail === null) return yield* noMail
    return { mail, obstacle: obstacleOf(mail, yield* Clock.currentTimeMillis) }
  })

  return MailAdministration.of({
    list: mails.list,
    find: Effect.fnUntraced(function* (id) {
      const { mail, obstacle } = yield* findMail(id)
      const server = yield* Effect.result(servers.findById(mail.projectId))
      if (Result.isFailure(server)) {
        return { mail, from: null, server: null, isServerReadable: false, obstacle: obstacle ?? UNREADABLE_SERVER }
      }
      const found = server.success
      return { mail, from: found?.from ?? null, server: found?.server ?? null, isServerReadable: true, obstacle }
    }),
    sendAgain: Effect.fnUntraced(function* (id) {
      // Without the mail server. The service retries the mail while its password cannot be decrypted.
      const { mail, obstacle } = yield* findMail(id)
      yield* noteProject(mail.projectId)
      yield* noteTargets({ mail_id: mail.id })
      if (obstacle !== null) return yield* refuse(obstacle)
      // The service may have deleted the content since.
      if (!(yield* mails.sendAgain(mail.id, yield* Clock.currentTimeMillis))) return yield* noMail
    })
  })
})

/** Without the dispatcher: the service that runs sends the mails. */
export const layer = Layer.effect(MailAdministration, make).pipe(
  Layer.provide(mailServers),
  Layer.provide(Layer.merge(OutgoingMailStore.layer, projectStores))
)
