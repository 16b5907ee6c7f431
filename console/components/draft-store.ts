/** The drafts of all pages that are not saved. Only in memory: drafts have passwords. */
import { useEffect } from "react"

/** The drafts as JSON. */
const kept = new Map<string, string>()
const listeners = new Set<() => void>()

// Prompts before the page is closed: that would lose them.
addEventListener("beforeunload", (event) => {
  if (kept.size > 0) event.preventDefault()
})

/** Calls the listener after each change of a draft. */
export const subscribeToDrafts = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns a draft as JSON; `null` without one. */
export const draftOf = (key: string): string => kept.get(key) ?? "null"

/** Stores a draft, or ends it with `null`. The key consists of a path with ids, a space, and the name of the form. */
export const keepDraft = (key: string, draft: object | null): void => {
  if (draft === null) kept.delete(key)
  else kept.set(key, JSON.stringify(draft))
  for (const listener of listeners) listener()
}

const forget = (isForgotten: (key: string) => boolean) => {
  for (const key of [...kept.keys()].filter(isForgotten)) keepDraft(key, null)
}

/** Ends all drafts, such as those of an owner whom another one follows on the page. */
export const forgetDrafts = (): void => forget(() => true)

/** Ends the drafts on the pages of a record that was deleted, or of a project. */
export const forgetDraftsOf = (id: string): void => forget((key) => key.split(/[ /]/).includes(id))

/** Ends the drafts on the pages of a record, or of a project, once a read has shown that it is deleted. */
export const useForgetDrafts = (id: string, isDeleted: boolean): void => {
  useEffect(() => {
    if (isDeleted) forgetDraftsOf(id)
  }, [id, isDeleted])
}
