/**
 * The typed email address, which sign-in, sign-up and forgotten password share. It is kept in session storage, so for
 * this tab only, and never in a URL.
 */
import { readStored, writeStored } from "./web-storage.ts"

/** Time after which a draft is removed instead of read, in milliseconds. */
const LIFETIME = 15 * 60_000

const keyOf = (projectId: string) => `keystile-email-${projectId}`

/** Drafts of this page as they are stored, for browsers that block session storage. */
const drafts = new Map<string, string>()

/** Returns the email; an empty one if there is none, or if it is too old. */
export const readEmailDraft = (projectId: string): string => {
  const text = drafts.get(projectId) ?? readStored("sessionStorage", keyOf(projectId)) ?? ""
  const [, at, email = ""] = /^(\d+) (.*)/.exec(text) ?? []
  if (Date.now() - Number(at) < LIFETIME) return email
  writeEmailDraft(projectId, "")
  return ""
}

/** Saves an email for the other pages. An empty one removes it. */
export const writeEmailDraft = (projectId: string, email: string): void => {
  const text = email === "" ? null : `${Date.now()} ${email}`
  if (text === null) drafts.delete(projectId)
  else drafts.set(projectId, text)
  writeStored("sessionStorage", keyOf(projectId), text)
}
