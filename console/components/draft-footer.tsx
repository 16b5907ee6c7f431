/** The end of a form with a draft: another owner's change, the error of saving, and the buttons. */
import { Notice } from "./notice.tsx"
import { Problem } from "./problem.tsx"
import { DraftButtons } from "./draft-buttons.tsx"
import type { FormDraft } from "./use-form-draft.ts"

interface Props {
  readonly draft: Pick<FormDraft<object>, "isDirty" | "isOutdated">
  /** The thing that is saved, after “the”: `mail server`. */
  readonly subject: string
  readonly problem: string | null
  readonly busy: boolean
  readonly onDiscard: () => void
}

export const DraftFooter = ({ busy, draft, onDiscard, problem, subject }: Props) => (
  <>
    {draft.isOutdated && !busy && (
      <Notice tone="warning" live="status">
        Another owner changed the {subject} meanwhile. Saving replaces that. “Discard” shows it.
      </Notice>
    )}
    <Problem>{problem}</Problem>
    <DraftButtons draft={draft} subject={`the ${subject}`} busy={busy} onDiscard={onDiscard} />
  </>
)
