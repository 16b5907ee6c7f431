/** Sends a test mail through a mail server. */
import { Clock, Effect } from "effect"
import { sendTestEmail } from "../../../core/api/internal.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { readDocument } from "../../mail/blocks.ts"
import { testTemplate } from "../../mail/default-templates.ts"
import { logoOf } from "../../mail/logo.ts"
import { projectLanguage } from "../../mail/mail-language.ts"
import { messageIdOf } from "../../mail/outbox/mail-outbox.ts"
import { renderMail } from "../../mail/render.ts"
import { Smtp } from "../../mail/smtp.ts"
import { mailPasswordOf } from "../projects/project-secrets.ts"
import { randomUUID } from "node:crypto"

export const testEmailHandlers = [
  implement(
    sendTestEmail,
    Effect.fnUntraced(function* ({ body: { emailConfig, recipientEmail } }) {
      const { project } = yield* caller
      const smtp = yield* Smtp
      const language = projectLanguage(project)
      const template = testTemplate(language)
      const { html, subject, text } = renderMail({
        subject: template.subject,
        document: yield* Effect.orDie(readDocument(template.content)),
        language,
        variables: new Map([["projectDisplayName", project.displayName]]),
        logo: logoOf(project)
      })
      const from = { name: emailConfig.senderName, address: emailConfig.senderEmail }
      const messageId = messageIdOf(randomUUID(), from)
      const date = new Date(yield* Clock.currentTimeMillis)
      const message = { messageId, date, from, to: recipientEmail, subject, text, html }
      const password = yield* mailPasswordOf(project.id, emailConfig)
      return yield* smtp.deliver({ ...emailConfig, password }, message).pipe(
        Effect.as({ success: true }),
        Effect.catchTag("DeliveryFailed", ({ message }) => Effect.succeed({ success: false, errorMessage: message }))
      )
    })
  )
]
