/** The buttons of a form with a draft, shown while the draft differs from the saved value. */
import { Button } from "./button.tsx"

interface Props {
  readonly draft: { readonly isDirty: boolean }
  /** The thing that is saved, after “Save”: `Display name`, `the mail server`. */
  readonly subject: string
  readonly busy: boolean
  readonly onDiscard: () => void
}

export const DraftButtons = ({ busy, draft, onDiscard, subject }: Props) =>
  draft.isDirty && (
    <div className="ks-row">
      <Button type="submit" variant="primary" label={`Save ${subject}`} busy={busy}>
        Save
      </Button>
      <Button label={`Discard the change of ${subject}`} onClick={onDiscard}>
        Discard
      </Button>
    </div>
  )
