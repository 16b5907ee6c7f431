/** The email draft of the provider's project. */
import { useMemo } from "react"
import { useBrowserValue } from "../runtime/use-browser-value.ts"
import { useSite } from "../runtime/use-site.ts"
import { readEmailDraft, writeEmailDraft } from "../storage/email-draft.ts"

export interface EmailDraft {
  /** The email at this render, for the initial value of a field. Empty on servers. */
  readonly initial: string
  readonly read: () => string
  readonly write: (email: string) => void
}

export const useEmailDraft = (): EmailDraft => {
  const { projectId } = useSite()
  const initial = useBrowserValue(() => readEmailDraft(projectId), "")
  return useMemo(
    () => ({
      initial,
      read: () => readEmailDraft(projectId),
      write: (email: string) => writeEmailDraft(projectId, email)
    }),
    [initial, projectId]
  )
}
