/** Handles the endpoints of a project's mail templates. */
import { Effect, type Schema } from "effect"
import { get, list, preview, reset, update } from "../../../core/api/email-templates.ts"
import { type EmailTemplate, EmailTemplateType } from "../../../core/schema/email-template.ts"
import { caller } from "../../endpoint/caller.ts"
import { textError } from "../../endpoint/http-error-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { inTransaction } from "../../sql/rows.ts"
import { readDocument } from "../../mail/blocks.ts"
import { defaultTemplate } from "../../mail/default-templates.ts"
import { logoOf } from "../../mail/logo.ts"
import { projectLanguage } from "../../mail/mail-language.ts"
import { renderMail } from "../../mail/render.ts"
import { forScheme, hasDarkScheme } from "../../mail/scheme.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { TemplateStore } from "./template-store.ts"

const find = Effect.fnUntraced(function* (project: ProjectRecord, type: EmailTemplateType) {
  const own = yield* (yield* TemplateStore).find(project.id, type)
  const shown = own ?? defaultTemplate(type, projectLanguage(project))
  return { ...shown, type, isDefault: own === null } satisfies EmailTemplate
})

/** Returns the document, or fails with a response that says what is wrong with it. */
const requireDocument = (content: Schema.Json) =>
  readDocument(content).pipe(
    Effect.catchTag("NoDocument", ({ problem }) => textError(400, `The content is no block document: ${problem}.`))
  )

export const templateHandlers = [
  implement(
    list,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      const items = yield* Effect.forEach(EmailTemplateType.literals, (type) => find(project, type))
      return { items, isPaginated: false }
    })
  ),

  implement(get, ({ params: { type } }) => Effect.flatMap(caller, ({ project }) => find(project, type))),

  implement(
    update,
    Effect.fnUntraced(function* ({ body, params: { type } }) {
      const { project } = yield* caller
      if (body.content !== undefined) yield* requireDocument(body.content)
      return yield* inTransaction(
        Effect.gen(function* () {
          const known = yield* find(project, type)
          // An empty subject is ignored.
          const changed = { subject: body.subject || known.subject, content: body.content ?? known.content }
          yield* (yield* TemplateStore).save(project.id, type, changed)
          return yield* find(project, type)
        })
      )
    }),
    { long: ["content"], json: ["content"] }
  ),

  implement(
    preview,
    Effect.fnUntraced(function* ({ body: { colorScheme, content, subject, variables } }) {
      const { project } = yield* caller
      const document = yield* requireDocument(content)
      const mail = renderMail({
        subject,
        document,
        language: projectLanguage(project),
        variables: new Map(Object.entries({ ...variables, projectDisplayName: project.displayName })),
        logo: logoOf(project)
      })
      return {
        subject: mail.subject,
        html: colorScheme === undefined ? mail.html : forScheme(mail.html, colorScheme),
        text: mail.text,
        isAdaptable: hasDarkScheme(mail.html)
      }
    }),
    { long: ["content"], json: ["content"] }
  ),

  implement(
    reset,
    Effect.fnUntraced(function* ({ params: { type } }) {
      const { project } = yield* caller
      const wasChanged = yield* (yield* TemplateStore).remove(project.id, type)
      if (!wasChanged) return yield* textError(404, "The project has the standard template already.")
      return { success: true as const }
    }, inTransaction)
  )
]
