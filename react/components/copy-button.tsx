/** A button that copies a text, and confirms it for two seconds. */
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { Button } from "./button.tsx"
import { checkIcon, copyIcon, Icon } from "./icons.tsx"
import { Notice } from "./notice.tsx"
import { useCopy } from "./use-copy.ts"

export interface CopyButtonProps {
  readonly label: string
  readonly text: string
}

export const CopyButton = ({ label, text }: CopyButtonProps) => {
  const texts = useMessages(account)
  const { copied, copy, notCopied } = useCopy()
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => void copy(text)}>
        <Icon path={copied === text ? checkIcon : copyIcon} />
        {label}
      </Button>
      <span className="ks-visually-hidden" role="status">
        {copied === text ? texts.copied : ""}
      </span>
      {notCopied === text && <Notice>{texts.notCopied}</Notice>}
    </>
  )
}
