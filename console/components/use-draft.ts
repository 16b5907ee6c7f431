/** The draft of a value that other people may change meanwhile. */
import { useState } from "react"

export interface Draft<A> {
  readonly value: A
  readonly set: (value: A) => void
  readonly isDirty: boolean
  /** True if the saved value has changed since the draft was begun: saving the draft replaces that change. */
  readonly isOutdated: boolean
  /** Shows the saved value again. */
  readonly reset: () => void
}

/** Follows the saved value until the user edits it. */
export const useDraft = <A extends boolean | number | string>(saved: A): Draft<A> => {
  const [draft, setDraft] = useState<{ readonly value: A; readonly begunWith: A } | null>(null)
  // The draft was saved, or is what it was begun with.
  if (draft !== null && draft.value === saved) setDraft(null)
  return {
    value: draft === null ? saved : draft.value,
    set: (value) => setDraft((before) => ({ value, begunWith: before === null ? saved : before.begunWith })),
    isDirty: draft !== null,
    isOutdated: draft !== null && draft.begunWith !== saved,
    reset: () => setDraft(null)
  }
}
