/**
 * The console's routes for mails, on the control API.
 *
 * ```
 * POST /_keystile/projects/:project_id/mail-previews            { subject, content, variables } → 201 { id, subject,
 *                                                               text, is_adaptable }
 * GET  /_keystile/mail-previews/:id/html                        the mail as a page without scripts  ?scheme=light|dark
 * POST /_keystile/projects/:project_id/outgoing-mails/:id/send  sends a failed mail again
 * ```
 */
import { Clock, Effect, Schema } from "effect"
import { Uuid } from "../../core/schema/fields/uuid.ts"
import { wire } from "../../core/schema/wire.ts"
import { HttpErrorResponse } from "../endpoint/http-error-response.ts"
import { readDocument } from "../mail/blocks.ts"
import { logoOf } from "../mail/logo.ts"
import { OutgoingMailStore } from "../mail/outbox/outgoing-mail-store.ts"
import { renderMail } from "../mail/render.ts"
import { forScheme, hasDarkScheme } from "../mail/scheme.ts"
import { asPage, mailHeaders } from "../tools/control/mail-page.ts"
import { findProject, inProject } from "../tools/control/project-of.ts"
import { controlRoute, problem } from "../tools/control/route.ts"
import { MailPreviews } from "./mail-previews.ts"

const Text = Schema.String.check(Schema.isMaxLength(2000))

export const controls = [
  controlRoute(
    "POST",
    "/projects/:project_id/mail-previews",
    {
      params: inProject,
      body: wire({ subject: Text, content: Schema.Json, variables: Schema.Record(Schema.String, Text) }),
      status: 201
    },
    Effect.fnUntraced(function* ({ body: { content, subject, variables }, params }) {
      const project = yield* findProject(params.project_id)
      const document = yield* readDocument(content).pipe(
        Effect.catchTag("NoDocument", (failure) => problem(400, `The template cannot be used: ${failure.problem}.`))
      )
      const all = new Map(Object.entries({ ...variables, projectDisplayName: project.displayName }))
      const mail = renderMail(subject, document, all, logoOf(project))
      const id = yield* (yield* MailPreviews).add(mail.html)
      return { id, subject: mail.subject, text: mail.text, is_adaptable: hasDarkScheme(mail.html) }
    })
  ),

  controlRoute(
    "GET",
    "/mail-previews/:id/html",
    {
      params: Schema.Struct({ id: Uuid }),
      query: Schema.Struct({ scheme: Schema.optionalKey(Schema.Literals(["light", "dark"])) })
    },
    Effect.fnUntraced(function* ({ params: { id }, query: { scheme = "light" } }) {
      const html = yield* (yield* MailPreviews).find(id.toLowerCase())
      if (html === null) return yield* problem(404, "The preview is not kept any more.")
      return yield* new HttpErrorResponse({
        response: { status: 200, headers: mailHeaders, body: asPage(forScheme(html, scheme)) }
      })
    })
  ),

  controlRoute(
    "POST",
    "/projects/:project_id/outgoing-mails/:id/send",
    { params: Schema.Struct({ ...inProject.fields, id: Uuid }) },
    Effect.fnUntraced(function* ({ params }) {
      const project = yield* findProject(params.project_id)
      const store = yield* OutgoingMailStore
      const mail = yield* store.find(params.id.toLowerCase())
      if (mail === null || mail.projectId !== project.id) return yield* problem(404, "The outbox has no such mail.")
      if (!(yield* store.sendAgain(mail.id, yield* Clock.currentTimeMillis))) {
        return yield* problem(409, "The mail cannot be sent again: it has not failed, or its code has expired.")
      }
      return { success: true }
    })
  )
]
