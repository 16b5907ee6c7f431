/** The draft of several fields that are saved together, and that other people may change meanwhile. */
import { useEffect, useState } from "react"

export interface FormDraft<A> {
  readonly value: A
  readonly set: (changes: Partial<A>) => void
  readonly isDirty: boolean
  /** True if the saved values have changed since the draft was begun: saving the draft replaces that change. */
  readonly isOutdated: boolean
  /** Shows the saved values again. */
  readonly reset: () => void
}

interface Begun<A> {
  readonly value: A
  /** The saved values at the begin of the draft, as JSON. */
  readonly begunWith: string
}

/** The drafts of all pages that are not saved, as JSON. Only in memory: drafts have passwords. */
const kept = new Map<string, string>()

// The browser asks before it closes the page, which would lose them.
addEventListener("beforeunload", (event) => {
  if (kept.size > 0) event.preventDefault()
})

/** Ends all drafts, such as those of an owner whom another one follows on the page. */
export const forgetDrafts = (): void => kept.clear()

/**
 * Follows the saved values until the user edits one. The draft is kept while other pages are shown. Values are compared
 * as JSON.
 *
 * @param subject the name of the form, which no other form of the page has
 */
export const useFormDraft = <A extends object>(saved: A, subject: string): FormDraft<A> => {
  const [key] = useState(() => `${location.hash.split("?")[0]} ${subject}`)
  const [draft, setDraft] = useState<Begun<A> | null>(() => JSON.parse(kept.get(key) ?? "null"))
  const text = JSON.stringify(saved)
  // The draft was saved, or is what it was begun with.
  if (draft !== null && JSON.stringify(draft.value) === text) setDraft(null)
  useEffect(() => {
    if (draft === null) kept.delete(key)
    else kept.set(key, JSON.stringify(draft))
  }, [draft, key])
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
    reset: () => {
      // Also when another page is shown by now.
      kept.delete(key)
      setDraft(null)
    }
  }
}
