/** The draft of several fields that are saved together, and that other people may change meanwhile. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react"

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

/** The drafts of all pages that are not saved, as JSON. Only in memory: drafts have passwords. */
const kept = new Map<string, string>()
const listeners = new Set<() => void>()

// The browser asks before it closes the page, which would lose them.
addEventListener("beforeunload", (event) => {
  if (kept.size > 0) event.preventDefault()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const keep = (key: string, draft: Begun<object> | null) => {
  if (draft === null) kept.delete(key)
  else kept.set(key, JSON.stringify(draft))
  for (const listener of listeners) listener()
}

const forget = (isForgotten: (key: string) => boolean) => {
  for (const key of [...kept.keys()].filter(isForgotten)) keep(key, null)
}

/** Ends all drafts, such as those of an owner whom another one follows on the page. */
export const forgetDrafts = (): void => forget(() => true)

/** Ends the drafts on the pages of a record that was deleted, or of a project. */
export const forgetDraftsOf = (id: string): void => forget((key) => key.split(/[ /]/).includes(id))

/** Ends the drafts on the pages of a record once it is known to be deleted. */
export const useForgetDrafts = (id: string, isDeleted: boolean): void => {
  useEffect(() => {
    if (isDeleted) forgetDraftsOf(id)
  }, [id, isDeleted])
}

/**
 * Follows the saved values until the user edits one. The draft is kept while other pages are shown. Values are compared
 * as JSON.
 *
 * @param subject the name of the form, which no other form of the page has
 */
export const useFormDraft = <A extends object>(saved: A, subject: string): FormDraft<A> => {
  const [key] = useState(() => `${location.hash.split("?")[0]} ${subject}`)
  const read = (): string => kept.get(key) ?? "null"
  const json = useSyncExternalStore(subscribe, read)
  const draft: Begun<A> | null = useMemo(() => JSON.parse(json), [json])
  const text = JSON.stringify(saved)
  // Otherwise the draft was saved, or is what it was begun with.
  const isDirty = draft !== null && JSON.stringify(draft.value) !== text
  useEffect(() => {
    if (draft === null) return
    if (!isDirty) keep(key, null)
    else if (draft.begunWith === null) keep(key, { ...draft, begunWith: text })
  }, [draft, isDirty, key, text])
  return {
    value: isDirty ? draft.value : saved,
    set: (changes) => {
      const before: Begun<A> = JSON.parse(read()) ?? { value: saved, begunWith: text }
      keep(key, { ...before, value: { ...before.value, ...changes } })
    },
    isDirty,
    isOutdated: isDirty && draft.begunWith !== null && draft.begunWith !== text,
    reset: () => keep(key, null),
    settle: (value) => {
      const now: Begun<A> | null = JSON.parse(read())
      if (now === null) return
      keep(key, JSON.stringify(now.value) === JSON.stringify(value) ? null : { ...now, begunWith: null })
    }
  }
}
