/** Updates the settings of a project: checks all of them, then writes them in one transaction. */
import { Clock, Effect, Schema } from "effect"
import { InvalidSharedOAuthProviderId } from "../../../core/errors/oauth.ts"
import { ProjectNotFound } from "../../../core/errors/project.ts"
import { MAX_NATIVE_APPS } from "../../../core/schema/fields/native-app-origin.ts"
import { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import type { AdminProjectUpdate, Domain, OAuthProvider } from "../../../core/schema/admin-project.ts"
import { SessionStore, USE_RECORDED_EVERY } from "../sessions/session-store.ts"
import { textError } from "../../response/raw-response.ts"
import { schemaError } from "../../validation/schema-error.ts"
import { isEmptySecret } from "../../crypto/secrets/empty-secret.ts"
import { DefinitionStore, idsInScope } from "../permissions/definition-store.ts"
import { Deployment } from "../../deployment/deployment.ts"
import { sharedProviderIds } from "../../providers/shared-provider-ids.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { EmailConfigStore } from "./email-config-store.ts"
import { keepSecrets } from "./project-secrets.ts"
import { requireWithinMaximum } from "../../http/rate-limits/limits.ts"
import { LimitsStore } from "../../http/rate-limits/limits-store.ts"
import { OAuthProviderStore } from "./oauth-provider-store.ts"
import { ProjectStore } from "./project-store.ts"
import { SignUpProofSettingStore } from "./sign-up-proof-setting-store.ts"

type Update = AdminProjectUpdate
type Config = NonNullable<Update["config"]>

/**
 * Checks an update and writes the given settings. Absent ones and empty secrets are unchanged. Returns the changed
 * project. Belongs in the transaction that read the project.
 */
export const writeSettings = Effect.fnUntraced(function* (project: ProjectRecord, update: Update) {
  const config = yield* keepSecrets(project.id, update.config ?? {})
  yield* checkDomains(config.domains)
  yield* checkNativeApps(config.nativeAppOrigins)
  yield* checkProviders(project.id, config)
  yield* checkDefaults(project.id, config)
  yield* checkIdle(config)
  if (config.rateLimits !== undefined) yield* requireWithinMaximum(config.rateLimits)
  const after = applyChanges(project, update)
  const projects = yield* ProjectStore
  const providers = yield* OAuthProviderStore
  const definitions = yield* DefinitionStore
  yield* projects.update(after)
  if (config.domains !== undefined) yield* projects.setDomains(project.id, config.domains)
  if (config.nativeAppOrigins !== undefined) {
    yield* projects.setNativeAppOrigins(project.id, config.nativeAppOrigins)
  }
  for (const id of config.removedOauthProviders ?? []) yield* providers.remove(project.id, id)
  for (const provider of config.oauthProviders ?? []) yield* providers.saveSettings(project.id, provider)
  if (config.emailConfig !== undefined) yield* (yield* EmailConfigStore).set(project.id, config.emailConfig)
  if (config.signUpProof !== undefined) {
    yield* (yield* SignUpProofSettingStore).set(project.id, config.signUpProof)
  }
  if (config.rateLimits !== undefined) yield* (yield* LimitsStore).set(project.id, config.rateLimits)
  for (const [receiver, permissions] of defaultsOf(config)) {
    if (permissions !== undefined) yield* definitions.setDefaults(project.id, receiver, permissions)
  }
  return after
})

/**
 * Updates the settings of a project and returns it. The request was authenticated before its body was read, so the
 * project is read again: another update may have changed or deleted it.
 *
 * @param update Runs in the transaction, and may read stored settings.
 */
export const updateSettings = Effect.fnUntraced(function* (
  projectId: string,
  update: Effect.Effect<Update, never, OAuthProviderStore>
) {
  const { hasSessionRules, project } = yield* inTransaction(
    Effect.gen(function* () {
      const stored = yield* (yield* ProjectStore).find(projectId)
      if (stored === null) return yield* new ProjectNotFound({ projectId })
      const given = yield* update
      const { sessionIdleMillis, sessionLifetimeMillis } = given.config ?? {}
      return {
        hasSessionRules: sessionIdleMillis !== undefined || sessionLifetimeMillis !== undefined,
        project: yield* writeSettings(stored, given)
      }
    })
  )
  // Not in the transaction, in which other changes wait. The same update can be sent again if this does not end.
  if (hasSessionRules) yield* (yield* SessionStore).applyRules(projectId, project, yield* Clock.currentTimeMillis)
  return project
})

const applyChanges = (
  project: ProjectRecord,
  { config = {}, description, displayName, isProductionMode, logoDarkModeUrl, logoUrl }: Update
) => ({
  ...project,
  displayName: displayName ?? project.displayName,
  description: description === undefined ? project.description : (description ?? ""),
  isProductionMode: isProductionMode ?? project.isProductionMode,
  logoUrl: logoUrl === undefined ? project.logoUrl : logoUrl,
  logoDarkModeUrl: logoDarkModeUrl === undefined ? project.logoDarkModeUrl : logoDarkModeUrl,
  signUpEnabled: config.signUpEnabled ?? project.signUpEnabled,
  credentialEnabled: config.credentialEnabled ?? project.credentialEnabled,
  magicLinkEnabled: config.magicLinkEnabled ?? project.magicLinkEnabled,
  passkeyEnabled: config.passkeyEnabled ?? project.passkeyEnabled,
  clientTeamCreationEnabled: config.clientTeamCreationEnabled ?? project.clientTeamCreationEnabled,
  clientUserDeletionEnabled: config.clientUserDeletionEnabled ?? project.clientUserDeletionEnabled,
  allowUserApiKeys: config.allowUserApiKeys ?? project.allowUserApiKeys,
  allowTeamApiKeys: config.allowTeamApiKeys ?? project.allowTeamApiKeys,
  requireEmailVerification: config.requireEmailVerification ?? project.requireEmailVerification,
  createTeamOnSignUp: config.createTeamOnSignUp ?? project.createTeamOnSignUp,
  allowLocalhost: config.allowLocalhost ?? project.allowLocalhost,
  clientKeyRequired: config.clientKeyRequired ?? project.clientKeyRequired,
  allowImpersonation: config.allowImpersonation ?? project.allowImpersonation,
  passwordMinLength: config.passwordMinLength === undefined ? project.passwordMinLength : config.passwordMinLength,
  allowBreachedPasswords: config.allowBreachedPasswords ?? project.allowBreachedPasswords,
  sessionLifetimeMillis:
    config.sessionLifetimeMillis === undefined ? project.sessionLifetimeMillis : config.sessionLifetimeMillis,
  sessionIdleMillis: config.sessionIdleMillis === undefined ? project.sessionIdleMillis : config.sessionIdleMillis,
  mailLanguage: config.mailLanguage === undefined ? project.mailLanguage : config.mailLanguage,
  translateMails: config.translateMails ?? project.translateMails
})

/** The limit for trusted domains. Each redirect URL is compared with all of them. */
const MAX_DOMAINS = 500

const hasTwice = (values: ReadonlyArray<string>) => new Set(values).size < values.length

const checkDomains = Effect.fnUntraced(function* (domains: ReadonlyArray<Domain> = []) {
  if (hasTwice(domains.map(({ domain }) => domain))) return yield* textError(400, "A domain is listed twice.")
  if (domains.length > MAX_DOMAINS) return yield* textError(400, `A project has at most ${MAX_DOMAINS} domains.`)
})

const checkNativeApps = Effect.fnUntraced(function* (origins: ReadonlyArray<string> = []) {
  if (hasTwice(origins)) return yield* textError(400, "The origin of a native app is listed twice.")
  if (origins.length > MAX_NATIVE_APPS) {
    return yield* textError(400, `A project has at most ${MAX_NATIVE_APPS} origins of native apps.`)
  }
})

/** A session that is used is refreshed once for each access token. A shorter idle timeout would end it meanwhile. */
const checkIdle = Effect.fnUntraced(function* ({ sessionIdleMillis }: Config) {
  const { accessTokenSeconds } = yield* Deployment
  const least = accessTokenSeconds * 1000 + USE_RECORDED_EVERY
  if (sessionIdleMillis == null || sessionIdleMillis >= least) return
  return yield* textError(
    400,
    `session_idle_millis has to be at least ${least}: access tokens of this service last ${accessTokenSeconds} seconds.`
  )
})

const checkProviders = Effect.fnUntraced(function* (
  projectId: string,
  { oauthProviders: providers, removedOauthProviders: removed = [] }: Config
) {
  if (providers === undefined && removed.length === 0) return
  const known = yield* (yield* OAuthProviderStore).listSettings(projectId)
  const unknown = removed.find((id) => known.every((provider) => provider.id !== id))
  if (unknown !== undefined) {
    return yield* textError(400, `The project has no OAuth provider ${unknown.slice(0, 100)} to remove.`)
  }
  if (providers === undefined) return
  const ids = providers.map(({ id }) => id)
  if (hasTwice([...ids, ...new Set(removed)])) return yield* textError(400, "An OAuth provider is listed twice.")
  const left = known.filter(({ id }) => !ids.includes(id) && !removed.includes(id))
  if (left.length > 0) {
    const names = left.map(({ id }) => id).join(", ")
    return yield* textError(
      400,
      `The OAuth providers that are there have to be listed: ${names}. Disable them instead.`
    )
  }
  for (const [index, provider] of providers.entries()) {
    yield* checkProvider(
      provider,
      index,
      known.find(({ id }) => id === provider.id)
    )
  }
})

const isSupported = Schema.is(OAuthProviderId)

/** Returns whether an update keeps a stored client secret that cannot be decrypted: it is empty in both. */
const keepsUnreadable = (given: OAuthProvider, known: OAuthProvider | undefined): boolean =>
  given.type === "standard" &&
  known?.type === "standard" &&
  given.clientId === known.clientId &&
  isEmptySecret(given.clientSecret) &&
  isEmptySecret(known.clientSecret)

const checkProvider = Effect.fnUntraced(function* (
  provider: OAuthProvider,
  index: number,
  known: OAuthProvider | undefined
) {
  if (!isSupported(provider.id)) {
    const supported = OAuthProviderId.literals.join(", ")
    return yield* schemaError("A project", [`body.config.oauth_providers.${index}.id: Expected one of ${supported}`])
  }
  if (provider.type === "shared") {
    const { hasEmbeddedProviders } = yield* Deployment
    if (hasEmbeddedProviders && sharedProviderIds.some((id) => id === provider.id)) return
    return yield* new InvalidSharedOAuthProviderId({ providerId: provider.id })
  }
  const { clientId, clientSecret } = provider
  const isGiven = clientSecret !== undefined && !isEmptySecret(clientSecret)
  const hasSecret = isGiven || keepsUnreadable(provider, known)
  const missing = [...(clientId ? [] : ["client_id"]), ...(hasSecret ? [] : ["client_secret"])]
  if (missing.length === 0) return
  if (provider.enabled) {
    return yield* schemaError(
      "A project",
      missing.map((field) => `body.config.oauth_providers.${index}.${field}: Missing, and ${provider.id} is enabled`)
    )
  }
  return yield* textError(400, `The OAuth provider ${provider.id} has no ${missing.join(" and no ")}.`)
})

/** Returns the ids of the default permissions in an update, for creators, members and new users. */
const defaultsOf = ({ teamCreatorDefaultPermissions, teamMemberDefaultPermissions, userDefaultPermissions }: Config) =>
  [
    ["creator", idsOf(teamCreatorDefaultPermissions)],
    ["member", idsOf(teamMemberDefaultPermissions)],
    ["user", idsOf(userDefaultPermissions)]
  ] as const

const idsOf = (permissions: ReadonlyArray<{ readonly id: string }> | undefined) =>
  permissions && new Set(permissions.map(({ id }) => id))

const checkDefaults = Effect.fnUntraced(function* (projectId: string, config: Config) {
  const given = defaultsOf(config).filter(([, ids]) => ids !== undefined)
  if (given.length === 0) return
  const definitions = yield* (yield* DefinitionStore).list(projectId)
  for (const [receiver, ids = []] of given) {
    const scope = receiver === "user" ? "project" : "team"
    const known = idsInScope(definitions, scope)
    const unknown = [...ids].find((id) => !known.has(id))
    if (unknown !== undefined) {
      return yield* textError(
        400,
        `The project has no ${scope} permission ${unknown.slice(0, 100)} to grant by default.`
      )
    }
  }
})
