/** Stores the customized mail templates of projects. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EmailTemplateType } from "../../../core/schema/email-template.ts"
import type { SupportedLanguage } from "../../../core/schema/supported-languages.ts"
import type { MailTemplate } from "../../mail/default-templates.ts"
import { exists, JsonText, rowsOf, run } from "../../sql/rows.ts"

/** A template of a project for one language. */
export interface TranslatedTemplate extends MailTemplate {
  readonly language: string
}

export class TemplateStore extends Context.Service<
  TemplateStore,
  {
    /** Returns the template of a project for all languages; `null` if it uses the default. */
    readonly find: (projectId: string, type: EmailTemplateType) => Effect.Effect<MailTemplate | null>
    readonly save: (projectId: string, type: EmailTemplateType, template: MailTemplate) => Effect.Effect<void>
    /** Deletes the template for all languages. Returns whether there was one. */
    readonly remove: (projectId: string, type: EmailTemplateType) => Effect.Effect<boolean>
    /** Lists the templates of a project for single languages. */
    readonly listTranslated: (
      projectId: string,
      type: EmailTemplateType
    ) => Effect.Effect<ReadonlyArray<TranslatedTemplate>>
    readonly saveTranslated: (
      projectId: string,
      type: EmailTemplateType,
      language: SupportedLanguage,
      template: MailTemplate
    ) => Effect.Effect<void>
    /** Deletes the template for one language. Returns whether there was one. */
    readonly removeTranslated: (
      projectId: string,
      type: EmailTemplateType,
      language: SupportedLanguage
    ) => Effect.Effect<boolean>
    /** Returns the languages with a template of their own, by type of mail. */
    readonly languages: (
      projectId: string
    ) => Effect.Effect<ReadonlyArray<{ readonly type: EmailTemplateType; readonly language: string }>>
  }
>()("keystile/service/TemplateStore") {}

const fields = { subject: Schema.String, content: JsonText }
const templates = rowsOf(Schema.Struct(fields))
const translations = rowsOf(Schema.Struct({ ...fields, language: Schema.String }))
const languages = rowsOf(Schema.Struct({ type: EmailTemplateType, language: Schema.String }))

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
        exists(sql`DELETE FROM email_templates WHERE project_id = ${projectId} AND type = ${type} RETURNING type`),
      listTranslated: (projectId, type) =>
        translations.all(sql`
          SELECT language, subject, content FROM translated_email_templates
          WHERE project_id = ${projectId} AND type = ${type} ORDER BY language`),
      saveTranslated: (projectId, type, language, { content, subject }) =>
        run(sql`
          INSERT INTO translated_email_templates (project_id, type, language, subject, content)
          VALUES (${projectId}, ${type}, ${language}, ${subject}, ${JSON.stringify(content)})
          ON CONFLICT (project_id, type, language) DO UPDATE SET
            subject = excluded.subject, content = excluded.content`),
      removeTranslated: (projectId, type, language) =>
        exists(sql`
          DELETE FROM translated_email_templates
          WHERE project_id = ${projectId} AND type = ${type} AND language = ${language} RETURNING type`),
      languages: (projectId) =>
        languages.all(sql`
          SELECT type, language FROM translated_email_templates
          WHERE project_id = ${projectId} ORDER BY type, language`)
    })
  })
)
