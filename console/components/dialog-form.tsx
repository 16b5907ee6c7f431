/** The form of a dialog: its fields, the last problem and the buttons. */
import type { ReactNode } from "react"
import { Button } from "./button.tsx"
import { useIsDialogHeld } from "./dialog.tsx"
import { Problem } from "./problem.tsx"
import type { Submission } from "./use-submit.ts"

interface Props {
  readonly submission: Submission<readonly []>
  readonly submitText: string
  readonly closeText?: string
  readonly children: ReactNode
  readonly onClose: () => void
}

export const DialogForm = ({ children, closeText = "Cancel", onClose, submission, submitText }: Props) => {
  const isHeld = useIsDialogHeld()
  return (
    <form
      className="ks-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submission.run()
      }}
    >
      {children}
      <Problem>{submission.problem}</Problem>
      <div className="ks-dialog-actions">
        <Button isDisabled={isHeld} onClick={onClose}>
          {closeText}
        </Button>
        <Button type="submit" variant="primary" busy={submission.busy}>
          {submitText}
        </Button>
      </div>
    </form>
  )
}
