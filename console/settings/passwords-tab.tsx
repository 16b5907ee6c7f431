/** The rules of the project for new passwords and for sessions. */
import { hasExtension } from "../../core/schema/extension.ts"
import { MAX_PASSWORD_MIN_LENGTH, PASSWORD_MIN_LENGTH } from "../../core/schema/fields/password-length.ts"
import { Field } from "../components/fields.tsx"
import { Section } from "../components/section.tsx"
import { SelectField } from "../components/select-field.tsx"
import { useDraftForm } from "../components/use-draft-form.tsx"
import { type DurationDraft, durationDraft, durationOf, durationProblem } from "./duration-draft.ts"
import { SettingSwitches } from "./setting-switches.tsx"
import type { SettingsTabProps } from "./settings-tabs.ts"

export const PasswordsTab = ({ settings }: SettingsTabProps) => (
  <>
    <Section
      title="Passwords"
      text="Rules for new passwords: at sign-up, and when one is changed, reset or set. Present ones stay valid."
    >
      <LengthForm settings={settings} />
      {hasExtension(settings, "breached_passwords") ? (
        <SettingSwitches
          label="Passwords"
          settings={settings}
          flags={[
            {
              flag: "allowBreachedPasswords",
              title: "Allow breached passwords",
              text: "Turned off, new passwords are compared with the service's list of passwords from data breaches."
            }
          ]}
        />
      ) : (
        <p className="ks-hint">The service has no list of breached passwords. Its operator can set one.</p>
      )}
    </Section>
    <Section title="Sessions" text="When users have to sign in again. A change applies to existing sessions, too.">
      <SessionsForm settings={settings} />
    </Section>
  </>
)

type FormProps = Pick<SettingsTabProps, "settings">

const lengthProblem = (text: string): string | null => {
  const length = Number(text)
  const isRight = Number.isInteger(length) && length >= PASSWORD_MIN_LENGTH && length <= MAX_PASSWORD_MIN_LENGTH
  return text.trim() === "" || isRight
    ? null
    : `Enter a whole number from ${PASSWORD_MIN_LENGTH} to ${MAX_PASSWORD_MIN_LENGTH}, or nothing.`
}

const LengthForm = ({ settings: { config } }: FormProps) => {
  const { footer, isChecked, onSubmit, set, value } = useDraftForm({
    saved: { minLength: String(config.passwordMinLength ?? "") },
    subject: "minimum length",
    done: "The minimum length was saved",
    isValid: ({ minLength }) => lengthProblem(minLength) === null,
    save: ({ updateProject }, { minLength }) =>
      updateProject({ config: { passwordMinLength: minLength.trim() === "" ? null : Number(minLength) } })
  })
  return (
    <form className="ks-form" aria-label="Minimum length" onSubmit={onSubmit}>
      <Field
        label="Minimum length"
        value={value.minLength}
        placeholder={String(PASSWORD_MIN_LENGTH)}
        problem={isChecked ? lengthProblem(value.minLength) : null}
        hint={`Empty for the default: ${PASSWORD_MIN_LENGTH} characters for users, and none for your server.`}
        onChange={(minLength) => set({ minLength })}
      />
      {footer}
    </form>
  )
}

const SessionsForm = ({ settings: { config } }: FormProps) => {
  const { footer, isChecked, onSubmit, set, value } = useDraftForm({
    saved: {
      lifetime: durationDraft(config.sessionLifetimeMillis, 30 * 86_400_000),
      idle: durationDraft(config.sessionIdleMillis, 12 * 3_600_000)
    },
    subject: "sessions",
    done: "The rules of sessions were saved",
    isValid: ({ idle, lifetime }) => durationProblem(lifetime) === null && durationProblem(idle) === null,
    save: ({ updateProject }, { idle, lifetime }) =>
      updateProject({ config: { sessionLifetimeMillis: durationOf(lifetime), sessionIdleMillis: durationOf(idle) } })
  })
  return (
    <form className="ks-form" aria-label="Sessions" onSubmit={onSubmit}>
      <DurationFields
        label="Sessions end after sign-in"
        standard="Default: after a year"
        draft={value.lifetime}
        isChecked={isChecked}
        onChange={(lifetime) => set({ lifetime })}
      />
      <DurationFields
        label="Sessions end when they are not used"
        standard="Default: no such limit"
        draft={value.idle}
        isChecked={isChecked}
        onChange={(idle) => set({ idle })}
      />
      <p className="ks-hint">
        An access token that an application has stays valid until it expires, 10 minutes after its issue by default.
      </p>
      {footer}
    </form>
  )
}

interface DurationProps {
  readonly label: string
  readonly standard: string
  readonly draft: DurationDraft
  readonly isChecked: boolean
  readonly onChange: (draft: DurationDraft) => void
}

const DurationFields = ({ draft, isChecked, label, onChange, standard }: DurationProps) => (
  <div className="ks-limit" role="group" aria-label={label}>
    <SelectField
      label={label}
      value={draft.mode}
      options={[
        ["default", standard],
        ["own", "After this time"]
      ]}
      onChange={(mode) => onChange({ ...draft, mode })}
    />
    {draft.mode === "own" && (
      <>
        <Field
          label="Time"
          value={draft.amount}
          problem={isChecked ? durationProblem(draft) : null}
          onChange={(amount) => onChange({ ...draft, amount })}
        />
        <SelectField
          label="Unit"
          value={draft.unit}
          options={[
            ["minutes", "Minutes"],
            ["hours", "Hours"],
            ["days", "Days"]
          ]}
          onChange={(unit) => onChange({ ...draft, unit })}
        />
      </>
    )}
  </div>
)
