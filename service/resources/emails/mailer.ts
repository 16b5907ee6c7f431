/** Sends mails from the templates of a project. */
import { Clock, Context, Effect, Layer, Schedule, Scope } from "effect"
import type { EmailTemplateType } from "../../../core/schema/email-template.ts"
import { MailFaults } from "../../mail/mail-faults.ts"
import { logDefect } from "../../endpoint/log-defect.ts"
import { EmailConfigStore } from "../projects/email-config-store.ts"
import { ProjectStore } from "../projects/project-store.ts"
import { readDocument } from "../../mail/blocks.ts"
import { defaultTemplates } from "../../mail/default-templates.ts"
import { logoOf } from "../../mail/logo.ts"
import { MailboxWriter } from "../../mail/mailbox-writer.ts"
import { renderMail } from "../../mail/render.ts"
import { type DeliveryFailed, type Message, Smtp, type SmtpServer } from "../../mail/smtp.ts"
import { SharedMail } from "../../mail/shared-mail.ts"
import { DECOY } from "../../mail/stored-mail.ts"
import { TemplateStore } from "./template-store.ts"
import { randomUUID } from "node:crypto"

export interface Mail {
  readonly projectId: string
  readonly type: EmailTemplateType
  readonly to: string
  /** Renders and stores the mail without showing it in the mailbox, so that it takes as long as one that is sent. */
  readonly isDecoy?: boolean
  /** The variables of the template, besides the project's name. */
  readonly variables: Readonly<Record<string, string>>
}

export class Mailer extends Context.Service<
  Mailer,
  {
    /** Stores a mail in the mailbox and delivers it in the background. A failed delivery does not fail the call. */
    readonly send: (mail: Mail) => Effect.Effect<void>
  }
>()("keystile/service/Mailer") {}

/** Delivers a mail at most three times, with delays of two and four seconds. */
const tries = Schedule.exponential("2 seconds").pipe(
  Schedule.setInputType<DeliveryFailed>(),
  Schedule.upTo({ times: 2 }),
  Schedule.while(({ input }) => input.isTransient)
)

export const layer: Layer.Layer<Mailer, never, EmailConfigStore | MailboxWriter | ProjectStore | Smtp | TemplateStore> =
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const mailbox = yield* MailboxWriter
      const projects = yield* ProjectStore
      const emailConfigs = yield* EmailConfigStore
      const smtp = yield* Smtp
      const templates = yield* TemplateStore
      const shared = yield* SharedMail
      const scope = yield* Scope.Scope

      const deliver = (id: string, server: SmtpServer, message: Message) =>
        smtp.deliver(server, message).pipe(
          Effect.retry(tries),
          Effect.matchEffect({
            onSuccess: () => mailbox.setDelivery(id, "delivered", null),
            onFailure: (failure) =>
              Effect.andThen(
                Effect.logWarning(`A mail could not be delivered: ${failure.message}`),
                mailbox.setDelivery(id, "failed", failure.message)
              )
          }),
          Effect.catchDefect((defect) =>
            Effect.andThen(
              logDefect("A mail could not be delivered", defect),
              mailbox.setDelivery(id, "failed", "The service failed: see its log.")
            )
          )
        )

      return Mailer.of({
        send: Effect.fnUntraced(function* ({ isDecoy = false, projectId, to, type, variables }) {
          if (!isDecoy && (yield* (yield* MailFaults).dropsMail(to))) return
          const project = yield* projects.find(projectId)
          // A deleted project sends no mails.
          if (project === null) return
          const { content, subject } = (yield* templates.find(projectId, type)) ?? defaultTemplates[type]
          // Templates are validated when they are stored.
          const document = yield* Effect.orDie(readDocument(content))
          const all = new Map(Object.entries({ ...variables, projectDisplayName: project.displayName }))
          const rendered = renderMail(subject, document, all, logoOf(project))
          const config = yield* emailConfigs.find(projectId)
          const from =
            config.type === "shared"
              ? { name: project.displayName, address: shared.address }
              : { name: config.senderName, address: config.senderEmail }
          const server = config.type === "shared" ? shared.server : config
          const id = randomUUID()
          yield* mailbox.put({
            ...rendered,
            id,
            projectId,
            type,
            from: `${from.name} <${from.address}>`,
            to: isDecoy ? DECOY : to,
            at: new Date(yield* Clock.currentTimeMillis),
            delivery: server === null ? "mailbox" : "pending",
            deliveryProblem: null
          })
          if (server === null || isDecoy) return
          const { html, subject: line, text } = rendered
          // In the background, so that a slow mail server does not delay the response.
          yield* Effect.forkIn(deliver(id, server, { from, to, subject: line, text, html }), scope)
        })
      })
    })
  )
