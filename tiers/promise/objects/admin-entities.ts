/** The objects of the admin app: a project and its keys, as data with methods. */
import type { ApiKey as ApiKeyData } from "../../../core/schema/api-key.ts"
import type {
  AdminProject as AdminProjectData,
  EmailConfig,
  OAuthProvider
} from "../../../core/schema/admin-project.ts"
import type { WebhookTarget } from "../../../core/schema/webhook.ts"
import type { WhyApiKeyInvalid } from "../../calls/admin/api-key-validity.ts"
import type { ProductionModeError } from "../../calls/admin/production-mode.ts"
import type { ProjectChanges } from "../../calls/admin/project-input.ts"
import type { AdminApp } from "../admin-app.ts"

type WithRedactedField<Data, Name extends string> = Data extends { readonly [K in Name]?: unknown }
  ? { readonly [K in keyof Data]: K extends Name ? string : Data[K] }
  : Data

/** The mail server of a project. The password is plain text: keep it out of logs. */
export type AdminEmailConfig = WithRedactedField<EmailConfig, "password">

/** An OAuth provider of a project. The secret is plain text: keep it out of logs. */
export type AdminOAuthProvider = WithRedactedField<OAuthProvider, "clientSecret">

type Config = AdminProjectData["config"]

/** The settings of a project. */
export interface AdminProjectConfig extends Omit<Config, "emailConfig" | "oauthProviders"> {
  /** The mail server. */
  readonly emailConfig: AdminEmailConfig
  /** The OAuth providers, in the order of their buttons. */
  readonly oauthProviders: ReadonlyArray<AdminOAuthProvider>
}

/** A project, with the fields of the admin tier. */
export interface AdminProject extends Omit<AdminProjectData, "config"> {
  /** The settings. */
  readonly config: AdminProjectConfig
  /** Changes the project. Absent fields are unchanged, and so is this object: get the project again. */
  readonly update: (changes: ProjectChanges) => Promise<void>
  /** Deletes the project with its users, teams and keys. */
  readonly delete: () => Promise<void>
  /** Returns what the current settings still need before the project can run in production. */
  readonly getProductionModeErrors: () => Promise<ReadonlyArray<ProductionModeError>>
}

/** A project that the signed-in user owns. */
export interface AdminOwnedProject extends AdminProject {
  /** An app that acts by the session of the user: it needs no keys, and has no users' sessions of its own. */
  readonly app: AdminApp
}

interface ApiKeyFields extends Pick<ApiKeyData, "id" | "description" | "createdAt" | "expiresAt"> {
  /** `null` while the set is not revoked. */
  readonly manuallyRevokedAt: Date | null
}

interface ApiKeyMethods {
  /** Returns whether the keys can be used now. */
  readonly isValid: () => boolean
  /** Returns the reason, or `null`. An expired set that is also revoked is `expired`. */
  readonly whyInvalid: () => WhyApiKeyInvalid | null
  /** Revokes the keys for good. The object is unchanged. */
  readonly revoke: () => Promise<void>
}

/** A set of keys. Of each key only the last four characters; `null` if the set has none. */
export interface ApiKey extends ApiKeyFields, ApiKeyMethods {
  /** `pck_…`; `null` if the set has none. */
  readonly publishableClientKey: { readonly lastFour: string } | null
  /** `ssk_…`; `null` if the set has none. */
  readonly secretServerKey: { readonly lastFour: string } | null
  /** `sak_…`; `null` if the set has none. */
  readonly superSecretAdminKey: { readonly lastFour: string } | null
}

/** A set of keys as it is shown once: with the keys, as text. */
export interface ApiKeyFirstView extends ApiKeyFields, ApiKeyMethods {
  /** `pck_…` */
  readonly publishableClientKey?: string
  /** `ssk_…` */
  readonly secretServerKey?: string
  /** `sak_…` */
  readonly superSecretAdminKey?: string
}

/** A webhook target with its secret, which is returned only when it is set. */
export interface AdminWebhookTargetWithSecret extends WebhookTarget {
  /** `whsec_…` */
  readonly secret: string
}
