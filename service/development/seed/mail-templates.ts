/** Mail templates in a seed. */
import { Effect, Schema } from "effect"
import { EmailTemplateType } from "../../../core/schema/email-template.ts"
import { SupportedLanguage } from "../../../core/schema/fields/supported-language.ts"
import { readDocument } from "../../mail/blocks.ts"
import { supportedLanguage } from "../../mail/mail-language.ts"
import { TemplateStore } from "../../resources/emails/template-store.ts"
import { type SeedProblem, seedInvalid } from "./seed-invalid.ts"

export const SeedMailTemplate = Schema.Struct({
  type: EmailTemplateType,
  /** The language that it is for, such as `pl-PL`. Default: all languages without a template of their own. */
  language: Schema.optionalKey(SupportedLanguage),
  subject: Schema.NonEmptyString,
  /** A document of blocks. */
  content: Schema.Json
})
export type SeedMailTemplate = typeof SeedMailTemplate.Type

/** Saves these templates. Others are kept. */
export const saveMailTemplates = Effect.fnUntraced(function* (
  projectId: string,
  templates: ReadonlyArray<SeedMailTemplate>,
  path: SeedProblem["path"]
) {
  const store = yield* TemplateStore
  for (const [index, { content, language, subject, type }] of templates.entries()) {
    yield* Effect.catchTag(readDocument(content), "NoDocument", ({ problem }) =>
      Effect.fail(
        seedInvalid(
          [...path, index, "content"],
          `the content of the mail template ${type} of the project ${projectId} is no block document: ${problem}`
        )
      )
    )
    yield* language === undefined
      ? store.save(projectId, type, { subject, content })
      : store.saveTranslated(projectId, type, language, { subject, content })
  }
})

/**
 * Returns the templates that a project has changed. Those of languages that this version does not have are left out.
 */
export const readMailTemplates = Effect.fnUntraced(function* (projectId: string) {
  const store = yield* TemplateStore
  const ofTypes = yield* Effect.forEach(
    EmailTemplateType.literals,
    Effect.fnUntraced(function* (type) {
      const common = yield* store.find(projectId, type)
      const translated = yield* store.listTranslated(projectId, type)
      return [
        ...(common === null ? [] : [{ type, ...common }]),
        ...translated.flatMap(({ language: stored, ...template }) => {
          const language = supportedLanguage(stored)
          return language === null ? [] : [{ type, language, ...template }]
        })
      ]
    })
  )
  return ofTypes.flat()
})
