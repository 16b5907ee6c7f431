/** A text of the project that is edited and saved by itself. */
import type * as Effect from "effect/Effect"
import { useState } from "react"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { Notice } from "./notice.tsx"
import { DraftButtons } from "./draft-buttons.tsx"
import { Field } from "./fields.tsx"
import type { CallFailure } from "./problem-text.ts"
import { useDraft } from "./use-draft.ts"
import { useSaveDraft } from "./use-save-draft.ts"

interface Props<E extends CallFailure> {
  readonly label: string
  readonly saved: string
  readonly type?: "text" | "url"
  readonly hint?: string
  readonly isRequired?: boolean
  /** Returns what is wrong with the value, or `null`. A wrong value is not sent. */
  readonly check?: (value: string) => string | null
  readonly save: (admin: ProjectAdminCalls, value: string) => Effect.Effect<unknown, E>
}

export const SavedField = <E extends CallFailure>({
  check,
  hint,
  isRequired = false,
  label,
  save,
  saved,
  type = "text"
}: Props<E>) => {
  const draft = useDraft(saved, label)
  const saving = useSaveDraft(draft, save, `${label} saved`)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <form
      className="ks-form ks-saved"
      onSubmit={(event) => {
        event.preventDefault()
        const value = draft.value.trim()
        const wrong = check?.(value) ?? (isRequired && value === "" ? `${label} is required.` : null)
        setProblem(wrong)
        if (wrong === null) void saving.run(value)
      }}
    >
      <div className="ks-saved-row">
        <Field
          label={label}
          type={type}
          value={draft.value}
          onChange={(text) => {
            draft.set(text)
            setProblem(null)
            saving.reset()
          }}
          problem={problem ?? saving.problem}
          required={isRequired}
          {...(hint !== undefined && { hint })}
        />
        <DraftButtons
          draft={draft}
          subject={label}
          busy={saving.isSaving}
          onDiscard={() => {
            draft.reset()
            setProblem(null)
            saving.reset()
          }}
        />
      </div>
      {draft.isOutdated && !saving.isSaving && (
        <Notice tone="warning" live="status">
          {saved === ""
            ? "It was cleared meanwhile. Saving replaces that."
            : `It was changed to “${saved}” meanwhile. Saving replaces that.`}
        </Notice>
      )}
    </form>
  )
}
