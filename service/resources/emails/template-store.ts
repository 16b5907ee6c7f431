/** Stores the customized mail templates of projects. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { EmailTemplateType } from "../../../core/schema/email-template.ts"
import { exists, JsonText, rowsOf, run } from "../../sql/rows.ts"
import type { Template } from "../../mail/default-templates.ts"

export class TemplateStore extends Context.Service<
  TemplateStore,
  {
    /** Returns the customized template; `null` if the project uses the default. */
    readonly find: (projectId: string, type: EmailTemplateType) => Effect.Effect<Template | null>
    readonly save: (projectId: string, type: EmailTemplateType, template: Template) => Effect.Effect<void>
    /** Deletes a customized template. Returns whether there was one. */
    readonly remove: (projectId: string, type: EmailTemplateType) => Effect.Effect<boolean>
  }
>()("keystile/service/TemplateStore") {}

const templates = rowsOf(Schema.Struct({ subject: Schema.String, content: JsonText }))

export const layer: Layer.Layer<TemplateStore, never, SqlClient.SqlClient> = Layer.effect(
  TemplateStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return TemplateStore.of({
      find: (projectId, type) =>
        templates.first(sql`
          SELECT subject, content FROM email_templates WHERE project_id = ${projectId} AND type = ${type}`),
      save: (projectId, type, { content, subject }) =>
        run(sql`
          INSERT INTO email_templates (project_id, type, subject, content)
          VALUES (${projectId}, ${type}, ${subject}, ${JSON.stringify(content)})
          ON CONFLICT (project_id, type) DO UPDATE SET subject = excluded.subject, content = excluded.content`),
      remove: (projectId, type) =>
        exists(sql`DELETE FROM email_templates WHERE project_id = ${projectId} AND type = ${type} RETURNING type`)
    })
  })
)
