/** The mail server of the project, with a test mail. The password is written and never read. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { useDashboardRefresh } from "../../react/dashboard/use-dashboard-refresh.ts"
import { useAnnounce } from "../components/announcements.tsx"
import { DraftFooter } from "../components/draft-footer.tsx"
import { Field } from "../components/fields.tsx"
import { problemOf } from "../components/problem-text.ts"
import { Section } from "../components/section.tsx"
import { SelectField } from "../components/select-field.tsx"
import { useFormDraft } from "../components/use-form-draft.ts"
import { draftOf, inputOf, problemsOf, type ServerDraft } from "./server-draft.ts"
import { TestMailForm } from "./test-mail-form.tsx"

export const ServerTab = ({ settings }: { readonly settings: AdminProject }) => {
  const saved = settings.config.emailConfig
  const draft = useFormDraft(draftOf(saved))
  const [isChecked, setChecked] = useState(false)
  const announce = useAnnounce()
  const refresh = useDashboardRefresh()
  const save = useAdminAction(({ updateProject }, value: ServerDraft) =>
    updateProject({ config: { emailConfig: value.type === "shared" ? { type: "shared" } : inputOf(value) } })
  )
  const { set, value } = draft
  const found = problemsOf(value, saved)
  const problems = isChecked ? found : {}
  const discard = () => {
    draft.reset()
    setChecked(false)
    save.reset()
  }
  const submit = async () => {
    setChecked(true)
    if (Object.keys(found).length > 0) return
    if (!Exit.isSuccess(await save.run(value))) return
    await refresh()
    discard()
    announce("The mail server was saved")
  }
  const text = (field: Exclude<keyof ServerDraft, "type">, label: string) => ({
    label,
    value: value[field],
    onChange: (typed: string) => set({ [field]: typed }),
    problem: problems[field] ?? null
  })

  return (
    <>
      <Section
        title="Mail server"
        text="Mails are sent over TLS. A mail that the server does not accept is retried for a day."
      >
        <form
          className="ks-form ks-narrow"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <SelectField
            label="Server"
            value={value.type}
            options={[
              ["shared", "The one of the service, if it has one"],
              ["standard", "Your own SMTP server"]
            ]}
            onChange={(type) => set({ type })}
          />
          {value.type === "standard" && (
            <>
              <Field {...text("host", "Host")} placeholder="smtp.example.com" />
              <Field {...text("port", "Port")} hint="465 for TLS from the start, 587 for STARTTLS." />
              <Field {...text("username", "User name")} />
              <Field
                {...text("password", "Password")}
                type="password"
                hint={
                  saved.type === "standard"
                    ? "Stored, and not shown again. Leave it empty to keep it."
                    : "Stored encrypted, and not shown again."
                }
              />
              <Field {...text("senderName", "Name of the sender")} />
              <Field {...text("senderEmail", "Address of the sender")} />
            </>
          )}
          <DraftFooter
            draft={draft}
            subject="mail server"
            problem={problemOf(save.error)}
            busy={save.pending}
            onDiscard={discard}
          />
        </form>
      </Section>
      {value.type === "standard" && (
        <TestMailForm
          draft={value}
          check={() => {
            setChecked(true)
            return Object.keys(found).length === 0
          }}
        />
      )}
    </>
  )
}
