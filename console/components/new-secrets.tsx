/** The body of a dialog with new secrets, which the service does not return again. */
import type { ReactNode } from "react"
import { Button } from "./button.tsx"
import { Notice } from "./notice.tsx"

interface Props {
  readonly warning: string
  /** One `Value` for each secret. */
  readonly children: ReactNode
  readonly onClose: () => void
}

export const NewSecrets = ({ children, onClose, warning }: Props) => (
  <>
    <Notice tone="warning">{warning}</Notice>
    <dl className="ks-keys">{children}</dl>
    <div className="ks-dialog-actions">
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  </>
)
