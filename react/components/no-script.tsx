/** The notice of a page in a browser without JavaScript. */
import { useMessagesOrBlank } from "../messages/messages.ts"
import { Notice } from "./notice.tsx"

/** A server renders it. In a browser with JavaScript it is empty. */
export const NoScript = () => {
  const { needsScript } = useMessagesOrBlank()
  return (
    <noscript className="ks-no-script">
      <Notice role="status">{needsScript}</Notice>
    </noscript>
  )
}
