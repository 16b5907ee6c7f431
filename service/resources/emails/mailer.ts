/** Sends mails from the templates of a project. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { EmailTemplateType } from "../../../core/schema/email-template.ts"
import type { SupportedLanguage } from "../../../core/schema/supported-languages.ts"
import { MailFaults } from "../../mail/mail-faults.ts"
import type { EmailConfigStore } from "../projects/email-config-store.ts"
import { ProjectStore } from "../projects/project-store.ts"
import { readDocument } from "../../mail/blocks.ts"
import type { MailTemplate } from "../../mail/default-templates.ts"
import { logoOf } from "../../mail/logo.ts"
import { mailLanguage } from "../../mail/mail-language.ts"
import { MailboxWriter } from "../../mail/mailbox-writer.ts"
import * as MailDispatcher from "../../mail/outbox/mail-dispatcher.ts"
import * as Outbox from "../../mail/outbox/mail-outbox.ts"
import { MailServers } from "../../mail/outbox/mail-servers.ts"
import type { OutgoingMailStore } from "../../mail/outbox/outgoing-mail-store.ts"
import { renderMail } from "../../mail/render.ts"
import type { SmtpMessage, Smtp } from "../../mail/smtp.ts"
import { DECOY, type StoredMail } from "../../mail/stored-mail.ts"
import { withinTransaction } from "../../sql/rows.ts"
import { chooseTemplate } from "./choose-template.ts"
import { layer as mailServers } from "./mail-servers.ts"
import { TemplateStore } from "./template-store.ts"
import { randomUUID } from "node:crypto"

export interface NewMail {
  readonly projectId: string
  readonly type: EmailTemplateType
  readonly to: string
  /** Renders and stores the mail without showing it in the mailbox, so that it takes as long as one that is sent. */
  readonly isDecoy?: boolean
  /** The language of the recipient; `null` if it is not known. */
  readonly language: string | null
  /** When the codes of the mail expire, in epoch milliseconds: it is not sent later. */
  readonly expiresAt?: number | undefined
  /** Default: the template of the project for the type. */
  readonly template?: (language: SupportedLanguage) => MailTemplate
  /** The variables of the template, besides the project's name. */
  readonly variables:
    Readonly<Record<string, string>> | ((language: SupportedLanguage) => Readonly<Record<string, string>>)
}

export class Mailer extends Context.Service<
  Mailer,
  {
    /**
     * Stores a mail in the current transaction, or in a new one. A project with a mail server sends it after the
     * commit. A failed delivery does not fail the call.
     */
    readonly send: (mail: NewMail) => Effect.Effect<void>
  }
>()("keystile/service/Mailer") {}

const make = Effect.gen(function* () {
  const mailbox = yield* MailboxWriter
  const outbox = yield* Outbox.MailOutbox
  const projects = yield* ProjectStore
  const servers = yield* MailServers
  const templates = yield* TemplateStore
  const sql = yield* SqlClient.SqlClient

  const put = (mail: StoredMail, from: SmtpMessage["from"], expiresAt: number | undefined) =>
    Effect.gen(function* () {
      yield* mailbox.put(mail)
      if (mail.delivery === "mailbox") return
      const { html, id, projectId, subject, text, to, type } = mail
      const content = { subject, text, html }
      yield* outbox.add({ id, projectId, type, recipient: to, from, content, createdAt: mail.at.getTime(), expiresAt })
    }).pipe(withinTransaction, Effect.provideService(SqlClient.SqlClient, sql))

  return Mailer.of({
    send: Effect.fnUntraced(function* (mail) {
      const { isDecoy = false, projectId, to, type, variables } = mail
      if (!isDecoy && (yield* (yield* MailFaults).dropsMail(to))) return
      const project = yield* projects.find(projectId)
      // A deleted project sends no mails.
      if (project === null) return
      const wanted = yield* mailLanguage(project, mail.language)
      const { content, language, subject } =
        mail.template === undefined
          ? yield* chooseTemplate(templates, project, type, wanted)
          : { ...mail.template(wanted), language: wanted }
      // Templates are validated when they are stored.
      const document = yield* Effect.orDie(readDocument(content))
      const given = typeof variables === "function" ? variables(language) : variables
      const rendered = renderMail({
        subject,
        document,
        language,
        variables: new Map(Object.entries({ ...given, projectDisplayName: project.displayName })),
        logo: logoOf(project)
      })
      const { from, hasServer } = yield* servers.findSender(project)
      const stored: StoredMail = {
        ...rendered,
        id: randomUUID(),
        projectId,
        type,
        from: `${from.name} <${from.address}>`,
        to: isDecoy ? DECOY : to,
        at: new Date(yield* Clock.currentTimeMillis),
        delivery: hasServer ? "pending" : "mailbox",
        deliveryProblem: null
      }
      yield* put(stored, from, mail.expiresAt)
    })
  })
})

/** With the outbox. Mails are sent by the dispatcher, which commands that run beside the service replace. */
export const layerNoDispatcher = Layer.effect(Mailer, make).pipe(
  Layer.provide(Outbox.layer),
  Layer.provide(mailServers)
)

/** With the outbox, and the dispatcher that sends its mails. */
export const layer: Layer.Layer<
  Mailer | MailDispatcher.MailDispatcher,
  never,
  EmailConfigStore | MailboxWriter | OutgoingMailStore | ProjectStore | Smtp | SqlClient.SqlClient | TemplateStore
> = layerNoDispatcher.pipe(Layer.provideMerge(MailDispatcher.layer), Layer.provide(mailServers))
