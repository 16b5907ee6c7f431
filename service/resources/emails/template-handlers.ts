/** Handles the endpoints of a project's mail templates. */
import { Effect, type Schema } from "effect"
import { get, list, preview, reset, update } from "../../../core/api/email-templates.ts"
import { type EmailTemplate, EmailTemplateType } from "../../../core/schema/email-template.ts"
import type { SupportedLanguage } from "../../../core/schema/supported-languages.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { inTransaction } from "../../sql/rows.ts"
import { readDocument } from "../../mail/blocks.ts"
import { defaultTemplate } from "../../mail/default-templates.ts"
import { logoOf } from "../../mail/logo.ts"
import { projectLanguage, supportedLanguage } from "../../mail/mail-language.ts"
import { renderMail } from "../../mail/render.ts"
import { forScheme, hasDarkScheme } from "../../mail/render-html.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { chooseTemplate } from "./choose-template.ts"
import { longestValue, requireBoundedValues } from "./require-bounded-values.ts"
import { TemplateStore } from "./template-store.ts"

/** The languages in which templates exist, by type. */
type Languages = Effect.Success<ReturnType<TemplateStore["Service"]["languages"]>>

const languagesOf = (all: Languages, type: EmailTemplateType) => {
  const languages = all.flatMap((one) => (one.type === type ? (supportedLanguage(one.language) ?? []) : []))
  return languages.length === 0 ? {} : { languages }
}

/** Returns the template for all languages without one. */
const findCommon = Effect.fnUntraced(function* (project: ProjectRecord, type: EmailTemplateType, all: Languages) {
  const own = yield* (yield* TemplateStore).find(project.id, type)
  const { content, subject } = own ?? defaultTemplate(type, projectLanguage(project))
  return { type, subject, content, isDefault: own === null, ...languagesOf(all, type) } satisfies EmailTemplate
})

/** Returns a template; for a language without one, the texts that are mailed instead. */
const find = Effect.fnUntraced(function* (
  project: ProjectRecord,
  type: EmailTemplateType,
  language: SupportedLanguage | undefined
) {
  const templates = yield* TemplateStore
  const all = yield* templates.languages(project.id)
  if (language === undefined) return yield* findCommon(project, type, all)
  const { content, subject } = yield* chooseTemplate(templates, project, type, language)
  const isDefault = !all.some((one) => one.type === type && one.language === language)
  return { type, subject, content, isDefault, language, ...languagesOf(all, type) } satisfies EmailTemplate
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
      const all = yield* (yield* TemplateStore).languages(project.id)
      const items = yield* Effect.forEach(EmailTemplateType.literals, (type) => findCommon(project, type, all))
      return { items, isPaginated: false }
    })
  ),

  implement(get, ({ params: { type }, query: { language } = {} }) =>
    Effect.flatMap(caller, ({ project }) => find(project, type, language))
  ),

  implement(
    update,
    Effect.fnUntraced(function* ({ body, params: { type }, query: { language } = {} }) {
      const { project } = yield* caller
      const templates = yield* TemplateStore
      if (body.content !== undefined) yield* requireDocument(body.content)
      return yield* inTransaction(
        Effect.gen(function* () {
          const known = yield* find(project, type, language)
          // An empty subject is ignored.
          const changed = { subject: body.subject || known.subject, content: body.content ?? known.content }
          yield* requireBoundedValues(changed, longestValue)
          yield* language === undefined
            ? templates.save(project.id, type, changed)
            : templates.saveTranslated(project.id, type, language, changed)
          return yield* find(project, type, language)
        })
      )
    }),
    { long: ["content"], json: ["content"] }
  ),

  implement(
    preview,
    Effect.fnUntraced(function* ({ body: { colorScheme, content, language, subject, variables } }) {
      const { project } = yield* caller
      const given = new Map(Object.entries(variables ?? {}))
      yield* requireBoundedValues({ subject, content }, (name) => given.get(name)?.length ?? longestValue(name))
      const mail = renderMail({
        subject,
        document: yield* requireDocument(content),
        language: language ?? projectLanguage(project),
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
    Effect.fnUntraced(function* ({ params: { type }, query: { language } = {} }) {
      const { project } = yield* caller
      const templates = yield* TemplateStore
      const wasChanged = yield* language === undefined
        ? templates.remove(project.id, type)
        : templates.removeTranslated(project.id, type, language)
      if (!wasChanged) {
        return yield* textError(
          404,
          language === undefined
            ? "The project has the standard template already."
            : `The project has no template of its own for ${language}.`
        )
      }
      return { success: true as const }
    }, inTransaction)
  )
]
