/** The mail templates of the project: one at a time, with its texts, its variables and a preview. */
import { useEmailTemplatesState, useEmailTemplateState } from "../../react/dashboard/use-project-settings.ts"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { EmailTemplateType } from "../../core/schema/email-template.ts"
import { hasExtension } from "../../core/schema/extension.ts"
import { type SupportedLanguage, supportedLanguages } from "../../core/schema/supported-languages.ts"
import { ReadView } from "../components/read-view.tsx"
import { SelectField } from "../components/select-field.tsx"
import type { Project } from "../route/project.ts"
import { projectHref } from "../route/route.ts"
import { languageNames } from "./language-names.ts"
import { MailLanguages } from "./mail-languages.tsx"
import { TemplateEditor } from "./template-editor.tsx"
import { mailTypes, typeOf } from "./template-types.ts"

interface Props {
  readonly project: Project
  readonly settings: AdminProject
  /** The type of the template in the URL. */
  readonly type: string
  /** The language in the URL; empty for the template for all languages. */
  readonly language: string
}

export const TemplatesTab = ({ language: languageInUrl, project, settings, type: name }: Props) => {
  const type = typeOf(name)
  const hasLanguages = hasExtension(settings, "mail_languages")
  const language = hasLanguages ? (supportedLanguages.find((one) => one === languageInUrl) ?? null) : null
  const all = useEmailTemplatesState()
  const template = useEmailTemplateState(type, language === null ? {} : { language })
  const hrefOf = (one: EmailTemplateType) => projectHref(project.id, "mail", "templates", one, language ?? "")
  return (
    <>
      <nav aria-label="Templates">
        <ul className="ks-choices">
          {EmailTemplateType.literals.map((one) => (
            <li key={one}>
              <a href={hrefOf(one)} aria-current={one === type ? "page" : undefined}>
                <span className="ks-strong">{mailTypes[one].title}</span>
                <span className="ks-text">{mailTypes[one].text}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {hasLanguages && (
        <LanguageChoice
          language={language}
          own={all.data?.find((one) => one.type === type)?.languages ?? []}
          onChange={(chosen) => {
            location.hash = projectHref(project.id, "mail", "templates", type, chosen)
          }}
        />
      )}
      <ReadView state={template}>
        {(data) => (
          <TemplateEditor key={`${type} ${language ?? ""}`} project={project} template={data} language={language} />
        )}
      </ReadView>
      {hasLanguages && <MailLanguages settings={settings} />}
    </>
  )
}

interface ChoiceProps {
  readonly language: SupportedLanguage | null
  /** The languages with a template of their own. */
  readonly own: ReadonlyArray<string>
  readonly onChange: (language: SupportedLanguage | "") => void
}

const LanguageChoice = ({ language, onChange, own }: ChoiceProps) => (
  <SelectField
    label="Language of the template"
    value={language ?? ""}
    options={[
      ["", own.length === 0 ? "All languages" : "All other languages"],
      ...supportedLanguages.map(
        (one) => [one, `${languageNames[one]}${own.includes(one) ? ": own template" : ""}`] as const
      )
    ]}
    onChange={onChange}
  />
)
