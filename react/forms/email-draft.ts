/**
 * The typed email address, which sign-in, sign-up and forgotten password share. It is kept in session storage, so for
 * this tab only, and never in a URL.
 */
import { useMemo, useSyncExternalStore } from "react"
import { readStored, writeStored } from "../runtime/web-storage.ts"
import { useSite } from "../runtime/use-site.ts"

/** Time after which a draft is removed instead of read, in milliseconds. */
const LIFETIME = 15 * 60_000

const keyOf = (projectId: string) => `keystile-email-${projectId}`

/** Drafts of this page, for browsers that block session storage. */
const drafts = new Map<string, string>()

const stored = (projectId: string): string | undefined => {
  const [at, email] = readStored("sessionStorage", keyOf(projectId))?.split(" ", 2) ?? []
  if (Date.now() - Number(at) < LIFETIME) return email
  writeStored("sessionStorage", keyOf(projectId), null)
  return undefined
}

const read = (projectId: string): string => drafts.get(projectId) ?? stored(projectId) ?? ""

/** Saves an address for the other pages. An empty one removes it. */
export const writeEmailDraft = (projectId: string, email: string): void => {
  drafts.set(projectId, email)
  writeStored("sessionStorage", keyOf(projectId), email === "" ? null : `${Date.now()} ${email}`)
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
