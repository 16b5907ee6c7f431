/** The form of a provider: its fields, their problems, and the settings that they mean. */
import type { OAuthProvider } from "../../core/schema/admin-project.ts"
import type { OAuthProviderInput } from "../../tiers/calls/admin/project-input.ts"

export interface ProviderDraft {
  readonly id: string
  readonly type: OAuthProvider["type"]
  readonly isEnabled: boolean
  readonly clientId: string
  readonly clientSecret: string
  readonly facebookConfigId: string
  readonly microsoftTenantId: string
}

/** Returns the form of a saved provider, or of a new one. The secret is never filled in. */
export const draftOf = (saved: OAuthProvider | null, id: string): ProviderDraft => {
  const standard = saved?.type === "standard" ? saved : null
  return {
    id: saved?.id ?? id,
    type: saved?.type ?? "standard",
    isEnabled: saved?.enabled ?? true,
    clientId: standard?.clientId ?? "",
    clientSecret: "",
    facebookConfigId: standard?.facebookConfigId ?? "",
    microsoftTenantId: standard?.microsoftTenantId ?? ""
  }
}

interface Problems {
  readonly clientId?: string
  readonly clientSecret?: string
}

/** Returns the problems of the form by their fields. */
export const problemsOf = ({ clientId, clientSecret, type }: ProviderDraft, saved: OAuthProvider | null): Problems => {
  if (type === "shared") return {}
  // The service keeps a secret only for the client that it belongs to.
  const isKept = saved?.type === "standard" && saved.clientId === clientId.trim()
  return {
    ...(clientId.trim() === "" && { clientId: "Enter the client id." }),
    ...(clientSecret.trim() === "" &&
      !isKept && {
        clientSecret: saved?.type === "standard" ? "Another client needs its own secret." : "Enter the client secret."
      })
  }
}

/** Returns the settings of the form. An empty secret keeps the stored one. */
export const inputOf = (draft: ProviderDraft): OAuthProviderInput => {
  const { id, isEnabled: enabled, type } = draft
  if (type === "shared") return { type, id, enabled }
  const config = draft.facebookConfigId.trim()
  const tenant = draft.microsoftTenantId.trim()
  return {
    type,
    id,
    enabled,
    clientId: draft.clientId.trim(),
    clientSecret: draft.clientSecret.trim(),
    ...(config !== "" && { facebookConfigId: config }),
    ...(tenant !== "" && { microsoftTenantId: tenant })
  }
}
