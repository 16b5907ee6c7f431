/**
 * The typed email address, which sign-in, sign-up and forgotten password share. It is kept in session storage, so for
 * this tab only, and never in a URL.
 */
import { useMemo, useSyncExternalStore } from "react"
import { useSite } from "../runtime/use-site.ts"

/** Time after which a draft is ignored, in milliseconds. */
const LIFETIME = 15 * 60_000

const keyOf = (projectId: string) => `keystile-email-${projectId}`

/** Drafts of this page, for browsers that block session storage. */
const drafts = new Map<string, string>()

const attempt = <A>(work: (storage: Storage) => A): A | null => {
  try {
    return work(globalThis.sessionStorage)
  } catch {
    return null
  }
}

const stored = (projectId: string): string | undefined => {
  const [at, email] = attempt((storage) => storage.getItem(keyOf(projectId)))?.split(" ", 2) ?? []
  return Date.now() - Number(at) < LIFETIME ? email : undefined
}

const read = (projectId: string): string => drafts.get(projectId) ?? stored(projectId) ?? ""

/** Saves an address for the other pages. An empty one removes it. */
export const writeEmailDraft = (projectId: string, email: string): void => {
  drafts.set(projectId, email)
  attempt((storage) => {
    if (email === "") storage.removeItem(keyOf(projectId))
    else storage.setItem(keyOf(projectId), `${Date.now()} ${email}`)
  })
}

export interface EmailDraft {
  /** The address at this render, for the initial value of a field. Empty on servers. */
  readonly initial: string
  readonly read: () => string
  readonly write: (email: string) => void
}

const never = () => () => {}

export const useEmailDraft = (): EmailDraft => {
  const { projectId } = useSite()
  const initial = useSyncExternalStore(
    never,
    () => read(projectId),
    () => ""
  )
  return useMemo(
    () => ({
      initial,
      read: () => read(projectId),
      write: (email: string) => writeEmailDraft(projectId, email)
    }),
    [initial, projectId]
  )
}
