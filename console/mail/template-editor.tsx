/** Edits the subject and the texts of a mail template beside its preview. */
import { useState } from "react"
import type { EmailTemplate } from "../../core/schema/email-template.ts"
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
}

export const TemplateEditor = ({ project, template }: Props) => {
  const { content: savedContent, isDefault, subject: savedSubject, type } = template
  const { footer, isDirty, onSubmit, set, value } = useDraftForm({
    saved: { subject: savedSubject, content: savedContent },
    subject: "template",
    done: "The template was saved",
    save: ({ emailTemplates }, changes) => emailTemplates.update(type, changes)
  })
  const [variables, setVariables] = useState(mailTypes[type].variables)
  const { content, subject } = value

  return (
    <div className="ks-template">
      <div className="ks-template-side">
        <Section
          title={mailTypes[type].title}
          text={isDefault ? "The default template." : "Changed by an owner."}
          actions={
            !isDefault && (
              <ChangeButton
                word="Reset to the default"
                isAsked
                variant="outline"
                done="The template is the default again"
                change={({ emailTemplates }) => emailTemplates.reset(type)}
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
              save={({ emailTemplates }, value) => emailTemplates.update(type, { content: value })}
            />
          </details>
        )}
      </div>
      <TemplatePreview subject={subject} content={content} variables={variables} />
    </div>
  )
}
