/** The dialog to sign in again after the session has ended. The page behind it keeps its drafts. */
import { useState } from "react"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { Dialog } from "../components/dialog.tsx"
import { ownerPath } from "./owner-path.ts"

/** In a new tab, because leaving the page would lose the drafts. Both tabs have one session. */
const SignInLink = ({ className, text }: { readonly className: string; readonly text: string }) => (
  <a
    className={className}
    data-variant="primary"
    data-size="sm"
    href={`${ownerPath}/handler/sign-in`}
    target="_blank"
    rel="noopener"
  >
    {text}
  </a>
)

export const SignedOutDialog = () => {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  return (
    <Dialog title="You are signed out" onClose={() => setClosed(true)}>
      <p className="ks-text">
        Your session has ended. Sign in again in a new tab: this page keeps what you entered, and continues by itself.
      </p>
      <div className="ks-dialog-actions">
        <Button onClick={() => setClosed(true)}>Close</Button>
        <SignInLink className="ks-button" text="Sign in again" />
      </div>
    </Dialog>
  )
}

export const SignedOutNotice = () => (
  <div className="ks-banner">
    <Notice tone="warning">
      You are signed out, so nothing can be read or saved. <SignInLink className="ks-link" text="Sign in again" /> in a
      new tab.
    </Notice>
  </div>
)
