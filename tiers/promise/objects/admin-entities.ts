/** What an owner's program handles: a project, its keys and its templates, as data with methods. */
import type { ApiKey as ApiKeyData } from "../../../core/schema/api-key.ts"
import type {
  AdminProject as AdminProjectData,
  EmailConfig,
  OAuthProvider
} from "../../../core/schema/admin-project.ts"
import type { WhyApiKeyInvalid } from "../../calls/admin/api-key-validity.ts"
import type { ProductionModeError } from "../../calls/admin/production-mode.ts"
import type { ProjectChanges } from "../../calls/admin/project-input.ts"
import type { AdminApp } from "../admin-app.ts"

type Revealed<Data, Name extends string> = Data extends { readonly [K in Name]?: unknown }
  ? { readonly [K in keyof Data]: K extends Name ? string : Data[K] }
  : Data

/** Where mails go out. The password is text: keep it where logs do not print it. */
export type AdminEmailConfig = Revealed<EmailConfig, "password">

/** A provider with which people sign in. The secret is text: keep it where logs do not print it. */
export type AdminOAuthProvider = Revealed<OAuthProvider, "clientSecret">

type Config = AdminProjectData["config"]

export interface AdminProjectConfig extends Omit<Config, "emailConfig" | "oauthProviders"> {
  readonly emailConfig: AdminEmailConfig
  readonly oauthProviders: ReadonlyArray<AdminOAuthProvider>
}

/** A project, as its owner sees it. */
export interface AdminProject extends Omit<AdminProjectData, "config"> {
  readonly config: AdminProjectConfig
  /** Changes the project. What is absent stays as it is; ask for the project again for what it became. */
  readonly update: (changes: ProjectChanges) => Promise<void>
  /** With its users, teams and keys. */
  readonly delete: () => Promise<void>
  /** What speaks against production, by the settings as they are now. */
  readonly getProductionModeErrors: () => Promise<ReadonlyArray<ProductionModeError>>
}

/** A project of the signed-in user's. */
export interface AdminOwnedProject extends AdminProject {
  /** An app that acts by the session of the user: it needs no keys, and has no users' sessions of its own. */
  readonly app: AdminApp
}

interface ApiKeyFields extends Pick<ApiKeyData, "id" | "description" | "createdAt" | "expiresAt"> {
  /** `null` while the set is not revoked. */
  readonly manuallyRevokedAt: Date | null
}

interface ApiKeyMethods {
  /** Whether the keys can be used now. */
  readonly isValid: () => boolean
  /** Why not, or `null`. A set that has expired and is revoked has expired. */
  readonly whyInvalid: () => WhyApiKeyInvalid | null
  /** For good. The object stays as it is. */
  readonly revoke: () => Promise<void>
}

/** A set of keys. Of each key only the last four characters; `null` if the set has none. */
export interface ApiKey extends ApiKeyFields, ApiKeyMethods {
  readonly publishableClientKey: { readonly lastFour: string } | null
  readonly secretServerKey: { readonly lastFour: string } | null
  readonly superSecretAdminKey: { readonly lastFour: string } | null
}

/** A set of keys as it is shown once: with the keys, as text. */
export interface ApiKeyFirstView extends ApiKeyFields, ApiKeyMethods {
  readonly publishableClientKey?: string
  readonly secretServerKey?: string
  readonly superSecretAdminKey?: string
}
