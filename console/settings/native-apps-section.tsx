/** The native applications whose passkeys are accepted. */
import { Section } from "../components/section.tsx"
import { TextArea } from "../components/text-area.tsx"
import { useDraftForm } from "../components/use-draft-form.tsx"
import { nativeAppsIn, nativeAppsProblem } from "./native-apps-draft.ts"
import type { SettingsTabProps } from "./settings-tabs.ts"

export const NativeAppsSection = ({ settings: { config } }: Pick<SettingsTabProps, "settings">) => {
  const { footer, isChecked, onSubmit, set, value } = useDraftForm({
    saved: { origins: (config.nativeAppOrigins ?? []).join("\n") },
    subject: "native apps",
    done: "The native apps were saved",
    isValid: ({ origins }) => nativeAppsProblem(origins) === null,
    save: ({ updateProject }, { origins }) => updateProject({ config: { nativeAppOrigins: nativeAppsIn(origins) } })
  })
  return (
    <Section
      title="Native apps"
      text="Android apps whose passkeys are accepted for the trusted domains. Without any, only pages can use passkeys."
    >
      <form className="ks-form" aria-label="Native apps" onSubmit={onSubmit}>
        <TextArea
          label="Origins, one in each line"
          value={value.origins}
          problem={isChecked ? nativeAppsProblem(value.origins) : null}
          hint="An origin is android:apk-key-hash:… with the SHA-256 hash of the certificate that signs the app."
          onChange={(origins) => set({ origins })}
        />
        {footer}
      </form>
    </Section>
  )
}
