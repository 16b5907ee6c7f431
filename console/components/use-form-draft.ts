/** The draft of several fields that are saved together, and that other people may change meanwhile. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { useDashboard } from "../../react/dashboard/dashboard-provider.tsx"
import { routeOf } from "../route/route.ts"
import { draftOf, keepDraft, subscribeToDrafts } from "./draft-store.ts"

export interface FormDraft<A> {
  readonly value: A
  readonly set: (changes: Partial<A>) => void
  readonly isDirty: boolean
  /** True if the saved values have changed since the draft was begun: saving the draft replaces that change. */
  readonly isOutdated: boolean
  /** Shows the saved values again. */
  readonly reset: () => void
  /** Ends the draft after `value` was saved. What was entered since then stays, as a draft of what is saved now. */
  readonly settle: (value: A) => void
}

interface Begun<A> {
  readonly value: A
  /** The saved values at the begin of the draft, as JSON. `null` for those of the next render. */
  readonly begunWith: string | null
}

/**
 * Follows the saved values until the user edits one. The draft belongs to the project, and is kept while other pages
 * are shown. Values are compared as JSON.
 *
 * @param subject the name of the form, which no other form of the page has
 */
export const useFormDraft = <A extends object>(saved: A, subject: string): FormDraft<A> => {
  // The project of the page is another one than that of the URL if that one does not exist.
  const { projectId } = useDashboard()
  const [key] = useState(() => {
    const { page, rest } = routeOf(location.hash)
    return `${[projectId, page, ...rest].join("/")} ${subject}`
  })
  const read = () => draftOf(key)
  const json = useSyncExternalStore(subscribeToDrafts, read)
  const draft: Begun<A> | null = useMemo(() => JSON.parse(json), [json])
  const text = JSON.stringify(saved)
  // Otherwise the draft was saved, or is what it was begun with.
  const isDirty = draft !== null && JSON.stringify(draft.value) !== text
  useEffect(() => {
    if (draft === null) return
    if (!isDirty) keepDraft(key, null)
    else if (draft.begunWith === null) keepDraft(key, { ...draft, begunWith: text })
  }, [draft, isDirty, key, text])
  return {
    value: isDirty ? draft.value : saved,
    set: (changes) => {
      const before: Begun<A> = JSON.parse(read()) ?? { value: saved, begunWith: text }
      keepDraft(key, { ...before, value: { ...before.value, ...changes } })
    },
    isDirty,
    isOutdated: isDirty && draft.begunWith !== null && draft.begunWith !== text,
    reset: () => keepDraft(key, null),
    settle: (value) => {
      const now: Begun<A> | null = JSON.parse(read())
      if (now === null) return
      keepDraft(key, JSON.stringify(now.value) === JSON.stringify(value) ? null : { ...now, begunWith: null })
    }
  }
}
