/** Serializes projects for each tier. */
import { Effect } from "effect"
import type { AdminProject, OAuthProvider } from "../../../core/schema/admin-project.ts"
import type { Extension } from "../../../core/schema/extension.ts"
import type { Project } from "../../../core/schema/project.ts"
import { BreachedPasswords } from "../../breached-passwords/breached-passwords.ts"
import { Deployment } from "../../deployment/deployment.ts"
import { supportedLanguage } from "../../mail/mail-language.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { type Definition, DefinitionStore } from "../permissions/definition-store.ts"
import { LimitsStore } from "../../http/rate-limits/limits-store.ts"
import { EmailConfigStore } from "./email-config-store.ts"
import { OAuthProviderStore } from "./oauth-provider-store.ts"
import { ProjectStore } from "./project-store.ts"
import { proofInfo, SignUpProofSettingStore } from "./sign-up-proof-setting-store.ts"

const flags = (project: ProjectRecord) => ({
  signUpEnabled: project.signUpEnabled,
  credentialEnabled: project.credentialEnabled,
  magicLinkEnabled: project.magicLinkEnabled,
  passkeyEnabled: project.passkeyEnabled,
  clientTeamCreationEnabled: project.clientTeamCreationEnabled,
  clientUserDeletionEnabled: project.clientUserDeletionEnabled,
  allowUserApiKeys: project.allowUserApiKeys,
  allowTeamApiKeys: project.allowTeamApiKeys
})

const listEnabled = (providers: ReadonlyArray<OAuthProvider>) =>
  providers.flatMap(({ enabled, id }) => (enabled ? [{ id }] : []))

export const serializeProject = Effect.fnUntraced(function* (project: ProjectRecord) {
  const projects = yield* ProjectStore
  const providers = yield* (yield* OAuthProviderStore).listSettings(project.id)
  const proof = yield* (yield* SignUpProofSettingStore).findSettings(project.id)
  const { passwordMinLength } = project
  return {
    id: project.id,
    displayName: project.displayName,
    config: {
      ...flags(project),
      oauthProviders: listEnabled(providers),
      domains: yield* projects.domains(project.id),
      allowLocalhost: project.allowLocalhost,
      extensions: yield* extensions,
      ...(proof !== null && { signUpProof: proofInfo(proof) }),
      ...(passwordMinLength !== null && { passwordMinLength })
    }
  } satisfies Project
})

/** The extensions of this service. */
const extensions = Effect.map(BreachedPasswords, ({ hasList }): ReadonlyArray<Extension> => [
  "audit_log",
  ...(hasList ? (["breached_passwords"] as const) : []),
  "email_previews",
  "impersonation",
  "mail_languages",
  "multiple_passkeys",
  "outgoing_mails",
  "recovery_codes",
  "sign_in_metrics",
  "team_members",
  "user_filters",
  "webhooks"
])

const references = (permissions: ReadonlyArray<Definition>) => permissions.map(({ id }) => ({ id }))

export const serializeAdminProject = Effect.fnUntraced(function* (project: ProjectRecord) {
  const projects = yield* ProjectStore
  const providers = yield* (yield* OAuthProviderStore).listSettings(project.id)
  const proof = yield* (yield* SignUpProofSettingStore).findSettings(project.id)
  const limits = yield* (yield* LimitsStore).find(project.id)
  const permissions = yield* (yield* DefinitionStore).list(project.id)
  const nativeAppOrigins = yield* projects.nativeAppOrigins(project.id)
  const { passwordMinLength, sessionIdleMillis, sessionLifetimeMillis } = project
  const mailLanguage = supportedLanguage(project.mailLanguage)
  const { maxRateLimitFactor } = yield* Deployment
  return {
    id: project.id,
    displayName: project.displayName,
    description: project.description,
    createdAt: project.createdAt,
    userCount: yield* projects.userCount(project.id),
    isProductionMode: project.isProductionMode,
    ...(project.logoUrl !== null && { logoUrl: project.logoUrl }),
    ...(project.logoDarkModeUrl !== null && { logoDarkModeUrl: project.logoDarkModeUrl }),
    config: {
      ...flags(project),
      id: project.configId,
      allowLocalhost: project.allowLocalhost,
      createTeamOnSignUp: project.createTeamOnSignUp,
      requireEmailVerification: project.requireEmailVerification,
      oauthProviders: providers,
      enabledOauthProviders: listEnabled(providers),
      extensions: yield* extensions,
      domains: yield* projects.domains(project.id),
      ...(nativeAppOrigins.length > 0 && { nativeAppOrigins }),
      emailConfig: yield* (yield* EmailConfigStore).findSettings(project.id),
      ...(project.allowImpersonation && { allowImpersonation: true }),
      ...(!project.clientKeyRequired && { clientKeyRequired: false }),
      ...(proof !== null && { signUpProof: proof }),
      ...(limits !== null && { rateLimits: limits }),
      ...(maxRateLimitFactor !== null && { maxRateLimitFactor }),
      ...(passwordMinLength !== null && { passwordMinLength }),
      ...(project.allowBreachedPasswords && { allowBreachedPasswords: true }),
      ...(sessionLifetimeMillis !== null && { sessionLifetimeMillis }),
      ...(sessionIdleMillis !== null && { sessionIdleMillis }),
      ...(mailLanguage !== null && { mailLanguage }),
      ...(!project.translateMails && { translateMails: false }),
      teamCreatorDefaultPermissions: references(permissions.filter(({ isCreatorDefault }) => isCreatorDefault)),
      teamMemberDefaultPermissions: references(permissions.filter(({ isMemberDefault }) => isMemberDefault)),
      userDefaultPermissions: references(permissions.filter(({ isUserDefault }) => isUserDefault))
    }
  } satisfies AdminProject
})
