/** Handles the endpoints of a project's mail templates. */
import { Effect } from "effect"
import { get, list, reset, update } from "../../../core/api/email-templates.ts"
import { type EmailTemplate, EmailTemplateType } from "../../../core/schema/email-template.ts"
import { caller } from "../../endpoint/caller.ts"
import { textError } from "../../endpoint/http-error-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { inTransaction } from "../../sql/rows.ts"
import { readDocument } from "../../mail/blocks.ts"
import { defaultTemplates } from "../../mail/default-templates.ts"
import { TemplateStore } from "./template-store.ts"

const find = Effect.fnUntraced(function* (projectId: string, type: EmailTemplateType) {
  const own = yield* (yield* TemplateStore).find(projectId, type)
  return { ...(own ?? defaultTemplates[type]), type, isDefault: own === null } satisfies EmailTemplate
})

export const templateHandlers = [
  implement(
    list,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      const items = yield* Effect.forEach(EmailTemplateType.literals, (type) => find(project.id, type))
      return { items, isPaginated: false }
    })
  ),

  implement(get, ({ params: { type } }) => Effect.flatMap(caller, ({ project }) => find(project.id, type))),

  implement(
    update,
    Effect.fnUntraced(function* ({ body, params: { type } }) {
      const { project } = yield* caller
      if (body.content !== undefined) {
        yield* readDocument(body.content).pipe(
          Effect.catchTag("NoDocument", ({ problem }) =>
            textError(400, `The content is no block document: ${problem}.`)
          )
        )
      }
      return yield* inTransaction(
        Effect.gen(function* () {
          const known = yield* find(project.id, type)
          // An empty subject is ignored.
          const changed = { subject: body.subject || known.subject, content: body.content ?? known.content }
          yield* (yield* TemplateStore).save(project.id, type, changed)
          return yield* find(project.id, type)
        })
      )
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
