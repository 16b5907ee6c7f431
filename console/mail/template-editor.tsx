/** Edits the subject and the texts of a mail template beside its preview. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { EmailTemplate } from "../../core/schema/email-template.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { useDashboardRefresh } from "../../react/dashboard/use-dashboard-refresh.ts"
import { useAnnounce } from "../components/announcements.tsx"
import { ChangeButton } from "../components/change-button.tsx"
import { DraftFooter } from "../components/draft-footer.tsx"
import { Field } from "../components/fields.tsx"
import { JsonEditor } from "../components/json-editor.tsx"
import { problemOf } from "../components/problem-text.ts"
import { Section } from "../components/section.tsx"
import { TextArea } from "../components/text-area.tsx"
import { useFormDraft } from "../components/use-form-draft.ts"
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
  const draft = useFormDraft({ subject: savedSubject, content: savedContent })
  const [variables, setVariables] = useState(mailTypes[type].variables)
  const announce = useAnnounce()
  const refresh = useDashboardRefresh()
  const save = useAdminAction(({ emailTemplates }, changes: typeof draft.value) => emailTemplates.update(type, changes))
  const { content, subject } = draft.value
  const submit = async () => {
    if (!Exit.isSuccess(await save.run(draft.value))) return
    await refresh()
    draft.reset()
    announce("The template was saved")
  }
  const discard = () => {
    draft.reset()
    save.reset()
  }

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
          <form
            className="ks-form"
            onSubmit={(event) => {
              event.preventDefault()
              void submit()
            }}
          >
            <Field label="Subject" value={subject} onChange={(text) => draft.set({ subject: text })} />
            {textsOf(content).map((text, index) => (
              <TextArea
                key={`${text.blockId} ${text.property}`}
                label={`${index + 1}. ${text.label}`}
                value={text.value}
                onChange={(value) => draft.set({ content: withText(content, text, value) })}
              />
            ))}
            <DraftFooter
              draft={draft}
              subject="template"
              problem={problemOf(save.error)}
              busy={save.pending}
              onDiscard={discard}
            />
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
        {!draft.isDirty && (
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
