/** The draft of several fields that are saved together, and that other people may change meanwhile. */
import { useState } from "react"

export interface FormDraft<A> {
  readonly value: A
  readonly set: (changes: Partial<A>) => void
  readonly isDirty: boolean
  /** True if the saved values have changed since the draft was begun: saving the draft replaces that change. */
  readonly isOutdated: boolean
  /** Shows the saved values again. */
  readonly reset: () => void
}

/** Follows the saved values until the user edits one. They are compared as JSON. */
export const useFormDraft = <A extends object>(saved: A): FormDraft<A> => {
  const [draft, setDraft] = useState<{ readonly value: A; readonly begunWith: string } | null>(null)
  const text = JSON.stringify(saved)
  return {
    value: draft === null ? saved : draft.value,
    set: (changes) =>
      setDraft((before) =>
        before === null
          ? { value: { ...saved, ...changes }, begunWith: text }
          : { ...before, value: { ...before.value, ...changes } }
      ),
    isDirty: draft !== null,
    isOutdated: draft !== null && draft.begunWith !== text,
    reset: () => setDraft(null)
  }
}
