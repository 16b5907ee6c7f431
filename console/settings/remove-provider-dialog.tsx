/** Removes a provider after a confirmation with the effect on its users. */
import * as Exit from "effect/Exit"
import { providerName } from "../../look/providers.ts"
import type { OAuthProvider } from "../../core/schema/admin-project.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { useAnnounce } from "../components/announcements.tsx"
import { ConfirmDialog } from "../components/confirm-dialog.tsx"
import { problemOf } from "../components/problem-text.ts"
import { removeProvider } from "./change-settings.ts"

interface Props {
  readonly provider: OAuthProvider
  readonly onRemoved: () => void
  readonly onClose: () => void
}

export const RemoveProviderDialog = ({ onClose, onRemoved, provider: { id, type } }: Props) => {
  const announce = useAnnounce()
  const remove = useAdminAction((admin) => removeProvider(admin, id))
  const name = providerName(id)
  const submit = async () => {
    if (!Exit.isSuccess(await remove.run())) return
    announce(`${name} was removed`)
    onRemoved()
  }
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmText="Remove provider"
      busy={remove.pending}
      problem={problemOf(remove.error)}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      Users cannot sign in with {name} any more. Those without another method are locked out. Users who are signed in
      stay so, and the connected accounts are kept: they work again when {name} is added again.{" "}
      {type === "standard" && "The client id and secret are deleted. "}
      To stop sign-in for some time, turn it off instead.
    </ConfirmDialog>
  )
}
