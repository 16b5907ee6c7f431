/** A project's settings as an owner gives them. */
import type {
  AdminProjectUpdate,
  EmailConfig,
  EnabledOAuthProvider,
  OAuthProvider,
  ProjectSettingsUpdate
} from "../../../core/schema/admin-project.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { redact, type SecretText } from "../redact.ts"

type StandardEmail = Extract<EmailConfig, { readonly type: "standard" }>
type StandardProvider = Extract<OAuthProvider, { readonly type: "standard" }>

/** An SMTP server of the project's. */
export interface StandardEmailInput extends Omit<StandardEmail, "password"> {
  readonly password: SecretText
}

/** A provider with the project's own keys. */
interface StandardProviderInput extends Omit<StandardProvider, "clientSecret"> {
  readonly clientSecret?: SecretText
}

type EmailConfigInput = Exclude<EmailConfig, StandardEmail> | StandardEmailInput
export type OAuthProviderInput = Exclude<OAuthProvider, StandardProvider> | StandardProviderInput

type Config = Required<AdminProjectUpdate>["config"]

/** Absent fields are unchanged; a list replaces the old one. Secrets are plain text or `Redacted`. */
export type ProjectConfigChanges = {
  readonly [K in Exclude<keyof Config, "emailConfig" | "oauthProviders">]?: Config[K] | undefined
} & {
  readonly emailConfig?: EmailConfigInput | undefined
  /** Has to list every provider that exists: disable one, or name it in `removedOauthProviders`. */
  readonly oauthProviders?: ReadonlyArray<OAuthProviderInput> | undefined
}

/** The settings that an owner can change. Absent fields are unchanged. */
export interface ProjectChanges {
  /** The name that users see. */
  readonly displayName?: string | undefined
  /** A description for owners; `null` removes it. */
  readonly description?: string | null | undefined
  /** Refuses settings that are for development only, such as shared keys of providers. */
  readonly isProductionMode?: boolean | undefined
  /** An `https` URL of the logo in mails; `null` removes it. The original service does not have this setting. */
  readonly logoUrl?: string | null | undefined
  /** The same for the dark scheme. */
  readonly logoDarkModeUrl?: string | null | undefined
  /** The rules of sign-in, users, teams and mails. */
  readonly config?: ProjectConfigChanges | undefined
}

/** A project to create. */
export interface ProjectInput extends ProjectChanges {
  /** The name that users see. */
  readonly displayName: string
}

const emailConfigOf = (config: EmailConfigInput): EmailConfig =>
  config.type === "standard" ? { ...config, password: redact(config.password) } : config

const providerOf = (provider: OAuthProviderInput): OAuthProvider => {
  if (provider.type === "shared") return provider
  const { clientSecret, ...rest } = provider
  return { ...omitUndefined(rest), ...(clientSecret !== undefined && { clientSecret: redact(clientSecret) }) }
}

const configOf = ({ emailConfig, oauthProviders, ...config }: ProjectConfigChanges) =>
  omitUndefined({
    ...config,
    emailConfig: emailConfig && emailConfigOf(emailConfig),
    oauthProviders: oauthProviders?.map(providerOf)
  })

/** The settings as they are sent, with their secrets hidden. */
export const projectBody = <Changes extends ProjectChanges>({ config, ...project }: Changes) =>
  omitUndefined({ ...project, config: config && configOf(config) })

const enabledProviders = (providers: ReadonlyArray<OAuthProvider>): ReadonlyArray<EnabledOAuthProvider> =>
  providers.flatMap(({ enabled, ...provider }) => (enabled ? [provider] : []))

/** The same for services since Stack Auth 2.8, which take a list of the enabled providers. */
export const settingsBody = (changes: ProjectChanges): ProjectSettingsUpdate => {
  const { config, ...project } = projectBody(changes)
  if (config === undefined) return project
  const { oauthProviders, ...rest } = config
  return {
    ...project,
    config: omitUndefined({ ...rest, oauthProviders: oauthProviders && enabledProviders(oauthProviders) })
  }
}
