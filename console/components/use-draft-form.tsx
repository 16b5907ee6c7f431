/** A form whose fields are saved together: their draft, the check before it is saved, and the end of the form. */
import type * as Effect from "effect/Effect"
import { type ReactNode, type SyntheticEvent, useState } from "react"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { DraftFooter } from "./draft-footer.tsx"
import type { CallFailure } from "./problem-text.ts"
import { useFormDraft } from "./use-form-draft.ts"
import { useSaveDraft } from "./use-save-draft.ts"

interface Options<Draft extends object, E extends CallFailure> {
  /** The saved values, which the form shows until the user edits one. */
  readonly saved: Draft
  /** The thing that is saved, after “the”: `mail server`. */
  readonly subject: string
  /** Announced once it is saved. */
  readonly done: string
  /** Returns whether the draft can be saved. Default: always. */
  readonly isValid?: (draft: Draft) => boolean
  readonly save: (admin: ProjectAdminCalls, draft: Draft) => Effect.Effect<unknown, E>
}

export interface DraftForm<Draft> {
  readonly value: Draft
  readonly set: (changes: Partial<Draft>) => void
  readonly isDirty: boolean
  /** True once the draft was checked: the problems of its fields are shown. */
  readonly isChecked: boolean
  /** Checks the draft, and returns whether it can be saved. */
  readonly check: () => boolean
  readonly onSubmit: (event: SyntheticEvent) => void
  /** The last part of the form. */
  readonly footer: ReactNode
}

export const useDraftForm = <Draft extends object, E extends CallFailure>({
  done,
  isValid = () => true,
  save,
  saved,
  subject
}: Options<Draft, E>): DraftForm<Draft> => {
  const draft = useFormDraft(saved, subject)
  const [isChecked, setChecked] = useState(false)
  const saving = useSaveDraft(draft, save, done)
  const check = () => {
    setChecked(true)
    return isValid(draft.value)
  }
  const discard = () => {
    draft.reset()
    setChecked(false)
    saving.reset()
  }
  const submit = async () => {
    if (check() && (await saving.run(draft.value))) setChecked(false)
  }
  return {
    value: draft.value,
    set: draft.set,
    isDirty: draft.isDirty,
    isChecked,
    check,
    onSubmit: (event) => {
      event.preventDefault()
      void submit()
    },
    footer: (
      <DraftFooter
        draft={draft}
        subject={subject}
        problem={saving.problem}
        busy={saving.isSaving}
        onDiscard={discard}
      />
    )
  }
}
