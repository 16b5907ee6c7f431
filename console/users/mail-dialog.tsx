/**
 * Sends a mail with a link to a page of the application. The URL of that page is asked for, and checked by the service.
 */
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type ReactNode, useState } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { ActionForm } from "../components/action-form.tsx"
import { useAnnounce } from "../components/announcements.tsx"
import type { CallFailure } from "../components/problem-text.ts"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/fields.tsx"
import type { Project } from "../route/project.ts"
import { callbackOf, type CallbackPage, saveCallback } from "./callback-url.ts"

interface Props<E extends CallFailure> {
  readonly project: Project
  readonly title: string
  readonly page: CallbackPage
  /** Announced afterwards. */
  readonly done: string
  readonly send: (admin: ProjectAdminCalls, callbackUrl: string) => Effect.Effect<unknown, E>
  /** Fields before that of the URL. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

export const MailDialog = <E extends CallFailure>({
  children,
  done,
  onClose,
  page,
  project,
  send,
  title
}: Props<E>) => {
  const announce = useAnnounce()
  const [url, setUrl] = useState(() => callbackOf(project, page))
  const action = useAdminAction(send)

  const submit = async () => {
    const exit = await action.run(url.trim())
    if (!Exit.isSuccess(exit)) return
    saveCallback(project, page, url.trim())
    announce(done)
    onClose()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <ActionForm action={action} submitText="Send mail" onSubmit={() => void submit()} onClose={onClose}>
        {children}
        <Field
          label="The application's page of the link"
          type="url"
          required
          value={url}
          onChange={setUrl}
          hint="It is below the path of Keystile's handler in the application."
        />
      </ActionForm>
    </Dialog>
  )
}
