/** Chooses the template of a mail. */
import { Effect } from "effect"
import type { EmailTemplateType } from "../../../core/schema/email-template.ts"
import type { SupportedLanguage } from "../../../core/schema/supported-languages.ts"
import { defaultTemplate, type MailTemplate } from "../../mail/default-templates.ts"
import { projectLanguage, withRelatives } from "../../mail/mail-language.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import type { TemplateStore } from "./template-store.ts"

interface ChosenTemplate extends MailTemplate {
  /** The language of its texts. */
  readonly language: SupportedLanguage
}

/**
 * Returns the template of a project for a language: its own for the language or for another region of it, else its own
 * for all languages, else the default in that language.
 */
export const chooseTemplate = Effect.fnUntraced(function* (
  templates: TemplateStore["Service"],
  project: ProjectRecord,
  type: EmailTemplateType,
  language: SupportedLanguage
): Effect.fn.Return<ChosenTemplate> {
  const all = yield* templates.listTranslated(project.id, type)
  for (const name of withRelatives(language)) {
    const translated = all.find((one) => one.language === name)
    if (translated !== undefined) return { ...translated, language: name }
  }
  const own = yield* templates.find(project.id, type)
  if (own !== null) return { ...own, language: projectLanguage(project) }
  return { ...defaultTemplate(type, language), language }
})
