/**
 * Signs in as a user: by a link to the application's callback page for magic links, or by a session for a script. A URL
 * never contains tokens.
 */
import { useState } from "react"
import { useSubmit } from "../components/use-submit.ts"
import type { SignInLink, Tokens } from "../control/responses.ts"
import { callbackOf, saveCallback } from "../users/callback-url.ts"
import { CopyButton, useCopy } from "../components/copy-button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { DialogForm } from "../components/dialog-form.tsx"
import { Field } from "../components/fields.tsx"
import { Icon } from "../components/icons.tsx"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { Problem } from "../components/problem.tsx"
import { ScreenReaderStatus } from "../components/screen-reader-status.tsx"
import { change } from "../control/control-api.ts"
import type { SignInAsProps } from "../route/host.ts"
import { nameOf } from "../users/user-name.ts"

export const SignInLinkDialog = ({ onClose, project, user }: SignInAsProps) => {
  const path = `/projects/${project.id}/users/${user.id}`
  const [callback, setCallback] = useState(() => callbackOf(project, "magic-link-callback"))
  const [link, setLink] = useState<string | null>(null)
  const make = useSubmit(async () => {
    setLink(null)
    const { url } = await change<SignInLink>("POST", `${path}/sign-in-link`, { callback_url: callback.trim() })
    saveCallback(project, "magic-link-callback", callback.trim())
    setLink(url)
    // The new tab has no opener and no referrer. If the browser blocks it, the link is still shown.
    if (/^https?:\/\//i.test(url)) window.open(url, "_blank", "noopener,noreferrer")
  })

  const { copied, copy, failure } = useCopy()
  const session = useSubmit(async () => {
    const { access_token, refresh_token } = await change<Tokens>("POST", `${path}/sessions`)
    await copy(JSON.stringify({ accessToken: access_token, refreshToken: refresh_token }))
  })

  return (
    <Dialog title={`Sign in as ${nameOf(user)}`} onClose={onClose}>
      <DialogForm submission={make} submitText="Open the application" closeText="Close" onClose={onClose}>
        <Field
          label="The application's sign-in page for links"
          type="url"
          required
          value={callback}
          onChange={setCallback}
          hint={
            "It gets a code that works once, for five minutes. If a user is signed in there, sign out first, or " +
            "use a private window."
          }
        />
        {user.isMultiFactorRequired && <Notice>The application will ask for the user's second factor.</Notice>}
        {link !== null && (
          <div className="ks-row" role="status">
            <span>Opened in a new tab. If it is not there:</span>
            <CopyButton text={link}>Copy link</CopyButton>
          </div>
        )}
      </DialogForm>
      <p className="ks-separator">Or for a script</p>
      <div className="ks-stack">
        <p className="ks-hint">
          A new session of the user, as JSON for <code className="ks-mono">tokenStore</code>: an access token and a
          refresh token.
        </p>
        <Problem>{session.problem}</Problem>
        <div>
          <Button busy={session.busy} onClick={() => void session.run()}>
            <Icon name={copied === null ? "copy" : "check"} />
            Copy a session
          </Button>
          <ScreenReaderStatus>{copied === null ? "" : "Session copied"}</ScreenReaderStatus>
          {failure}
        </div>
      </div>
    </Dialog>
  )
}
