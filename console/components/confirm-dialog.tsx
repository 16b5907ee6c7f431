/** The confirmation of a change that cannot be undone. The button that changes nothing has the focus first. */
import type { ReactNode } from "react"
import { Button } from "./button.tsx"
import { Problem } from "./problem.tsx"
import { Dialog } from "./dialog.tsx"

interface Props {
  readonly title: string
  readonly children: ReactNode
  readonly confirmText: string
  readonly busy: boolean
  readonly problem: string | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export const ConfirmDialog = ({ busy, children, confirmText, onClose, onConfirm, problem, title }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <p className="ks-text">{children}</p>
    <Problem>{problem}</Problem>
    <div className="ks-dialog-actions">
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="danger" busy={busy} onClick={onConfirm}>
        {confirmText}
      </Button>
    </div>
  </Dialog>
)
