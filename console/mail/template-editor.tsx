/** Edits the subject and the texts of a mail template beside its preview. */
import { useState } from "react"
import type { EmailTemplate } from "../../core/schema/email-template.ts"
import type { SupportedLanguage } from "../../core/schema/supported-languages.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Field } from "../components/fields.tsx"
import { JsonEditor } from "../components/json-editor.tsx"
import { Section } from "../components/section.tsx"
import { TextArea } from "../components/text-area.tsx"
import { useDraftForm } from "../components/use-draft-form.tsx"
import type { Project } from "../route/project.ts"
import { TemplatePreview } from "./template-preview.tsx"
import { textsOf, withText } from "./template-texts.ts"
import { mailTypes } from "./template-types.ts"

interface Props {
  readonly project: Project
  readonly template: EmailTemplate
  /** The language that the template is for; `null` for the template for all languages. */
  readonly language: SupportedLanguage | null
}

/** Returns what the texts of a template are. */
const aboutOf = (isDefault: boolean, language: SupportedLanguage | null): string => {
  if (language === null) return isDefault ? "The default template." : "Changed by an owner."
  return isDefault
    ? "The project has no template of its own for this language. These texts are mailed."
    : "The project's own template for this language."
}

export const TemplateEditor = ({ language, project, template }: Props) => {
  const { content: savedContent, isDefault, subject: savedSubject, type } = template
  const options = language === null ? {} : { language }
  const { footer, isDirty, onSubmit, set, value } = useDraftForm({
    saved: { subject: savedSubject, content: savedContent },
    subject: "template",
    done: "The template was saved",
    save: ({ emailTemplates }, changes) => emailTemplates.update(type, changes, options)
  })
  const [variables, setVariables] = useState(mailTypes[type].variables)
  const { content, subject } = value

  return (
    <div className="ks-template">
      <div className="ks-template-side">
        <Section
          title={mailTypes[type].title}
          text={aboutOf(isDefault, language)}
          actions={
            !isDefault && (
              <ChangeButton
                word={language === null ? "Reset to the default" : "Delete this template"}
                needsConfirmation
                variant="outline"
                done={language === null ? "The template is the default again" : "The template was deleted"}
                change={({ emailTemplates }) => emailTemplates.reset(type, options)}
              />
            )
          }
        >
          <form className="ks-form" onSubmit={onSubmit}>
            <Field label="Subject" value={subject} onChange={(text) => set({ subject: text })} />
            {textsOf(content).map((text, index) => (
              <TextArea
                key={`${text.blockId} ${text.property}`}
                label={`${index + 1}. ${text.label}`}
                value={text.value}
                onChange={(changed) => set({ content: withText(content, text, changed) })}
              />
            ))}
            {footer}
          </form>
        </Section>
        <Section
          title="Variables"
          text={
            "Write {{ name }} where the value goes, and {{#if name}} … {{/if}} around what depends on it. These are " +
            "values for the preview."
          }
        >
          <p className="ks-text">
            <span className="ks-mono">projectDisplayName</span>: {project.displayName}
          </p>
          {Object.entries(variables).map(([name, value]) => (
            <Field
              key={name}
              label={name}
              value={value}
              onChange={(text) => setVariables((before) => ({ ...before, [name]: text }))}
            />
          ))}
        </Section>
        {!isDirty && (
          <details className="ks-chart-table">
            <summary>The whole document as JSON</summary>
            <JsonEditor
              label="Document"
              hint="Blocks by their ids, with colors, sizes and the order. See the documentation of mails."
              saved={savedContent}
              save={({ emailTemplates }, value) => emailTemplates.update(type, { content: value }, options)}
            />
          </details>
        )}
      </div>
      <TemplatePreview
        subject={subject}
        content={content}
        variables={variables}
        {...(language !== null && { language })}
      />
    </div>
  )
}
