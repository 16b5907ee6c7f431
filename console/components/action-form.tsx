/** The form of a dialog whose submission is a change of the project. */
import type { ReactNode } from "react"
import type { AdminAction } from "../../react/dashboard/use-admin-action.ts"
import { Button } from "./button.tsx"
import { useIsDialogHeld } from "./dialog.tsx"
import { Problem } from "./problem.tsx"
import { type CallFailure, problemOf } from "./problem-text.ts"

interface Props {
  readonly action: Pick<AdminAction<readonly [], unknown, CallFailure>, "error" | "pending">
  readonly submitText: string
  /** For what cannot be undone. */
  readonly variant?: "primary" | "danger"
  readonly children: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
}

export const ActionForm = ({ action, children, onClose, onSubmit, submitText, variant = "primary" }: Props) => {
  const isHeld = useIsDialogHeld()
  return (
    <form
      className="ks-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <Problem>{problemOf(action.error)}</Problem>
      <div className="ks-dialog-actions">
        <Button isDisabled={isHeld} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={variant} busy={action.pending}>
          {submitText}
        </Button>
      </div>
    </form>
  )
}
