/** The mail server of the project, with a test mail. The password is written and never read. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { Field } from "../components/fields.tsx"
import { Section } from "../components/section.tsx"
import { SelectField } from "../components/select-field.tsx"
import { useDraftForm } from "../components/use-draft-form.tsx"
import { draftOf, inputOf, problemsOf, type ServerDraft } from "./server-draft.ts"
import { TestMailForm } from "./test-mail-form.tsx"

export const ServerTab = ({ settings }: { readonly settings: AdminProject }) => {
  const saved = settings.config.emailConfig
  const { check, footer, isChecked, onSubmit, set, value } = useDraftForm({
    saved: draftOf(saved),
    subject: "mail server",
    done: "The mail server was saved",
    isValid: (draft) => Object.keys(problemsOf(draft, saved)).length === 0,
    save: ({ updateProject }, draft) =>
      updateProject({ config: { emailConfig: draft.type === "shared" ? { type: "shared" } : inputOf(draft) } })
  })
  const problems = isChecked ? problemsOf(value, saved) : {}
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
        <form className="ks-form ks-narrow" onSubmit={onSubmit}>
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
          {footer}
        </form>
      </Section>
      {value.type === "standard" && <TestMailForm draft={value} check={check} />}
    </>
  )
}
