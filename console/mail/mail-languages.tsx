/** The language of the project's mails, and whether they follow that of their recipients. */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import { type SupportedLanguage, supportedLanguages } from "../../core/schema/supported-languages.ts"
import { Section } from "../components/section.tsx"
import { SelectField } from "../components/select-field.tsx"
import { useDraftForm } from "../components/use-draft-form.tsx"
import { SettingSwitches } from "../settings/setting-switches.tsx"
import { languageOptions } from "./language-names.ts"

interface Props {
  readonly settings: AdminProject
}

export const MailLanguages = ({ settings }: Props) => {
  const { mailLanguage } = settings.config
  const saved: SupportedLanguage = supportedLanguages.find((one) => one === mailLanguage) ?? "en-US"
  const { footer, onSubmit, set, value } = useDraftForm({
    saved: { language: saved },
    subject: "language",
    done: "The language was saved",
    save: ({ updateProject }, { language }) => updateProject({ config: { mailLanguage: language } })
  })
  return (
    <Section
      title="Languages"
      text="Users get mails in the language with which they last signed in, and others in that of the page they use."
    >
      <form className="ks-form" aria-label="Language of mails" onSubmit={onSubmit}>
        <SelectField
          label="Language where that is not known"
          value={value.language}
          options={languageOptions}
          onChange={(language) => set({ language })}
        />
        {footer}
      </form>
      <SettingSwitches
        label="Languages"
        settings={settings}
        flags={[
          {
            flag: "translateMails",
            title: "Use the language of the recipient",
            text: "Turned off, all mails are in the language above."
          }
        ]}
      />
    </Section>
  )
}
