/** Adds or changes a provider. The client secret is written and never read. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import { providerName } from "../../look/providers.ts"
import type { AdminProject, OAuthProvider } from "../../core/schema/admin-project.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { ActionForm } from "../components/action-form.tsx"
import { useAnnounce } from "../components/announcements.tsx"
import { Notice } from "../components/notice.tsx"
import { Value } from "../components/copy-button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Check, Field } from "../components/fields.tsx"
import { SelectField } from "../components/select-field.tsx"
import { useHost } from "../route/host.ts"
import { saveProvider } from "./change-settings.ts"
import { draftOf, inputOf, type ProviderDraft, problemsOf } from "./provider-draft.ts"

/** The providers that the service can stand in for. */
const sharedIds = ["google", "github", "microsoft", "spotify"]

interface Props {
  readonly settings: AdminProject
  /** `null` adds a provider. */
  readonly saved: OAuthProvider | null
  /** The ids of providers that can be added. */
  readonly free: ReadonlyArray<string>
  readonly onClose: () => void
}

export const ProviderDialog = ({ free, onClose, saved, settings }: Props) => {
  const [draft, setDraft] = useState(() => draftOf(saved, free[0] ?? ""))
  const [begunWith] = useState(() => JSON.stringify(saved))
  const [isChecked, setChecked] = useState(false)
  const announce = useAnnounce()
  const { baseUrl } = useHost()
  const save = useAdminAction((admin) => saveProvider(admin, inputOf(draft)))
  const set = (changes: Partial<ProviderDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const found = problemsOf(draft, saved)
  const problems = isChecked ? found : {}
  const { clientId, clientSecret, facebookConfigId, id, isEnabled, microsoftTenantId, type } = draft
  const name = providerName(id)
  const isAdded = saved === null && settings.config.oauthProviders.some((provider) => provider.id === id)

  const submit = async () => {
    setChecked(true)
    if (Object.keys(found).length > 0) return
    if (!Exit.isSuccess(await save.run())) return
    announce(`${name} was saved`)
    onClose()
  }

  return (
    <Dialog title={saved === null ? "Add a provider" : `Edit ${name}`} onClose={onClose}>
      <ActionForm
        action={save}
        submitText={saved === null ? "Add provider" : "Save provider"}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        {saved === null && (
          <SelectField
            label="Provider"
            value={id}
            options={free.map((one) => [one, providerName(one)] as const)}
            onChange={(chosen) => set({ id: chosen, type: sharedIds.includes(chosen) ? type : "standard" })}
          />
        )}
        {sharedIds.includes(id) && (
          <SelectField
            label="Client"
            value={type}
            options={[
              ["standard", "Your own client"],
              ["shared", "A page of this service, for development"]
            ]}
            onChange={(chosen) => set({ type: chosen })}
          />
        )}
        {type === "standard" && (
          <>
            <dl className="ks-keys">
              <Value name="Callback URL" value={`${baseUrl}/api/v1/auth/oauth/callback/${id}`} />
            </dl>
            <Field
              label="Client id"
              value={clientId}
              onChange={(text) => set({ clientId: text })}
              problem={problems.clientId ?? null}
              hint={`From the settings for developers at ${name}. Enter the callback URL there.`}
            />
            <Field
              label="Client secret"
              type="password"
              value={clientSecret}
              onChange={(text) => set({ clientSecret: text })}
              problem={problems.clientSecret ?? null}
              hint={
                saved?.type === "standard"
                  ? "Stored, and not shown again. Leave it empty to keep it."
                  : "Stored encrypted, and not shown again."
              }
            />
          </>
        )}
        {type === "standard" && id === "facebook" && (
          <Field
            label="Configuration id"
            value={facebookConfigId}
            onChange={(text) => set({ facebookConfigId: text })}
            hint="Of Facebook Login for Business. Empty for Facebook Login."
          />
        )}
        {type === "standard" && id === "microsoft" && (
          <Field
            label="Tenant id"
            value={microsoftTenantId}
            onChange={(text) => set({ microsoftTenantId: text })}
            hint="Empty for accounts of every tenant."
          />
        )}
        <Check label="Users can sign in with it" checked={isEnabled} onChange={(on) => set({ isEnabled: on })} />
        {saved !== null && JSON.stringify(saved) !== begunWith && (
          <Notice tone="warning" live="status">
            Another owner changed this provider meanwhile. Saving replaces that.
          </Notice>
        )}
        {isAdded && (
          <Notice tone="warning" live="status">
            Another owner added {name} meanwhile. Saving replaces that.
          </Notice>
        )}
      </ActionForm>
    </Dialog>
  )
}
