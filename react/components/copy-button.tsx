/** A button that copies a text, and confirms it for two seconds. */
import { useEffect, useState } from "react"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { Button } from "./button.tsx"
import { checkIcon, copyIcon, Icon } from "./icons.tsx"
import { Notice } from "./notice.tsx"

/** The time for which the button confirms that it has copied, in milliseconds. */
const COPIED = 2000

export interface CopyButtonProps {
  readonly label: string
  readonly text: string
}

export const CopyButton = ({ label, text }: CopyButtonProps) => {
  const { copied, notCopied } = useMessages(account)
  const [state, setState] = useState<"ready" | "copied" | "failed">("ready")
  useEffect(() => {
    if (state !== "copied") return undefined
    const timer = setTimeout(() => setState("ready"), COPIED)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      // Without a secure context there is no clipboard.
      await navigator.clipboard.writeText(text)
      setState("copied")
    } catch {
      setState("failed")
    }
  }
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => void copy()}>
        <Icon path={state === "copied" ? checkIcon : copyIcon} />
        {label}
      </Button>
      <span className="ks-visually-hidden" role="status">
        {state === "copied" ? copied : ""}
      </span>
      {state === "failed" && <Notice>{notCopied}</Notice>}
    </>
  )
}
