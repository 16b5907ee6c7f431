/** The body of a dialog with new secrets, which the service does not return again. */
import { type ReactNode, useState } from "react"
import { Button } from "./button.tsx"
import { Value } from "./copy-button.tsx"
import { useBlockNavigation } from "./use-block-navigation.ts"
import { Notice } from "./notice.tsx"

interface Props {
  readonly warning: string
  /** The name and the value of each secret. The page is kept until all are copied, or the dialog is closed. */
  readonly secrets: ReadonlyArray<readonly [name: string, value: string]>
  /** A `Value` for each further fact. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

export const NewSecrets = ({ children, onClose, secrets, warning }: Props) => {
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set())
  useBlockNavigation(secrets.some(([name]) => !copied.has(name)))
  return (
    <>
      <Notice tone="warning">{warning}</Notice>
      <dl className="ks-keys">
        {children}
        {secrets.map(([name, value]) => (
          <Value
            key={name}
            name={name}
            value={value}
            onCopied={() => setCopied((before) => new Set([...before, name]))}
          />
        ))}
      </dl>
      <div className="ks-dialog-actions">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  )
}
