/**
 * Opens the application to sign in as a user, in production. The application begins the flow, so that only the browser
 * that began it can finish it, and redirects to the console, where the owner enters the reason.
 */
import { useState } from "react"
import { parseUrl } from "../../core/environment/parse-url.ts"
import { useProjectSettingsState } from "../../react/dashboard/use-project-settings.ts"
import { Notice } from "../components/notice.tsx"
import { Dialog } from "../components/dialog.tsx"
import { DialogForm } from "../components/dialog-form.tsx"
import { Field } from "../components/fields.tsx"
import { ReadView } from "../components/read-view.tsx"
import { useSubmit } from "../components/use-submit.ts"
import type { SignInAsProps } from "../route/host.ts"
import { projectHref } from "../route/route.ts"
import { callbackOf, saveCallback } from "../users/callback-url.ts"
import { nameOf } from "../users/user-name.ts"

const ImpersonateDialog = ({ onClose, project, user }: SignInAsProps) => {
  const settings = useProjectSettingsState()
  return (
    <Dialog title={`Sign in as ${nameOf(user)}`} onClose={onClose}>
      <ReadView state={settings}>
        {({ config }) =>
          config.allowImpersonation === true ? (
            <OpenForm project={project} user={user} onClose={onClose} />
          ) : (
            <Notice>
              Owners may not sign in as a user of this project.{" "}
              <a className="ks-link" href={projectHref(project.id, "settings", "rules")}>
                Allow it in the settings
              </a>
              .
            </Notice>
          )
        }
      </ReadView>
    </Dialog>
  )
}

export default ImpersonateDialog

const OpenForm = ({ onClose, project, user }: SignInAsProps) => {
  const [page, setPage] = useState(() => callbackOf(project, "impersonation"))
  const open = useSubmit(async () => {
    const url = parseUrl(page.trim())
    if (url === null || !/^https?:$/.test(url.protocol)) throw new Error("Enter a URL that begins with https.")
    saveCallback(project, "impersonation", page.trim())
    url.searchParams.set("user_id", user.id)
    // The new tab has no opener and no referrer.
    window.open(url.href, "_blank", "noopener,noreferrer")
    onClose()
  })
  return (
    <DialogForm submission={open} submitText="Open the application" onClose={onClose}>
      <Field
        label="The application's page for this"
        type="url"
        required
        value={page}
        onChange={setPage}
        hint={
          "On a trusted domain of the project. It leads back to the console in a new tab, where you say why. If a " +
          "user is signed in there, the new session replaces theirs in this browser."
        }
      />
    </DialogForm>
  )
}
