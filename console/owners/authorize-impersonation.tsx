/** The page on which an owner gives a reason for signing in as a user. Redirects to the application with a code. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import { MAX_REASON } from "../../core/api/impersonation.ts"
import { parseUrl } from "../../core/environment/parse-url.ts"
import type { ImpersonationRequest } from "../../core/navigation/impersonation-request.ts"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { DashboardProvider } from "../../react/dashboard/dashboard-provider.tsx"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { useUserByIdState } from "../../react/dashboard/use-users.ts"
import { useUserState } from "../../react/hooks/use-user-state.ts"
import { ActionForm } from "../components/action-form.tsx"
import { Notice } from "../components/notice.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/fields.tsx"
import { ReadView } from "../components/read-view.tsx"
import { projectHref } from "../route/route.ts"
import "../styles/console.css"
import { nameOf } from "../users/user-name.ts"
import { ownerPath } from "./owner-path.ts"
import { useOwnerSession } from "./use-owner-session.ts"

interface Props {
  readonly request: ImpersonationRequest
}

/** Redirects to sign-in first, which redirects back to this URL. */
const AuthorizeImpersonation = ({ request }: Props) => {
  const { data: owner } = useUserState({ or: "redirect" })
  return owner === undefined ? <main aria-busy="true" /> : <SignedIn ownerId={owner.id} request={request} />
}

export default AuthorizeImpersonation

const SignedIn = ({ ownerId, request }: Props & { readonly ownerId: string }) => {
  const { owner } = useOwnerSession(ownerId)
  return (
    <main className="ks ks-desk">
      <DashboardProvider owner={owner} projectId={request.projectId}>
        <Question request={request} />
      </DashboardProvider>
    </main>
  )
}

const Question = ({ request }: Props) => {
  const { projectId, userId } = request
  const user = useUserByIdState(userId)
  const close = () => location.replace(`${ownerPath}${projectHref(projectId, "users", userId)}`)
  return (
    <Dialog title={user.data === undefined ? "Sign in as a user" : `Sign in as ${nameOf(user.data)}`} onClose={close}>
      <ReadView state={user}>{(data) => <Form request={request} user={data} onClose={close} />}</ReadView>
    </Dialog>
  )
}

interface FormProps extends Props {
  readonly user: ServerUser
  readonly onClose: () => void
}

const Form = ({ onClose, request, user }: FormProps) => {
  const [reason, setReason] = useState("")
  const [isChecked, setChecked] = useState(false)
  const authorize = useAdminAction(({ authorizeImpersonation }) => {
    const { codeChallenge, redirectUri, state, userId } = request
    return authorizeImpersonation({ codeChallenge, redirectUri, state, userId, reason: reason.trim() })
  })
  const problem =
    reason.trim() === ""
      ? "Enter a reason."
      : reason.length > MAX_REASON
        ? `Enter at most ${MAX_REASON} characters.`
        : null
  const submit = async () => {
    setChecked(true)
    if (problem !== null) return
    const exit = await authorize.run()
    if (Exit.isSuccess(exit)) location.replace(exit.value)
  }
  return (
    <ActionForm action={authorize} submitText="Sign in" onSubmit={() => void submit()} onClose={onClose}>
      <p className="ks-text">
        You will see and use <strong>{parseUrl(request.redirectUri)?.host}</strong> as {nameOf(user)}, for an hour at
        most.
      </p>
      <Notice>
        The user sees it in the security activity and in the list of sessions. The audit log has the reason.
      </Notice>
      <Field
        label="Reason"
        required
        value={reason}
        onChange={setReason}
        hint="For the audit log, such as the number of a ticket. The user does not read it."
        problem={isChecked ? problem : null}
      />
    </ActionForm>
  )
}
