/** Makes the objects of an owner's program: data of the admin tier, with methods that run its calls. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiKey as ApiKeyData, ApiKeyFirstView as ApiKeyFirstViewData } from "../../../core/schema/api-key.ts"
import type { AdminProject as AdminProjectData } from "../../../core/schema/admin-project.ts"
import type { WebhookTargetWithSecret } from "../../../core/schema/webhook.ts"
import type { PagedAdminCalls } from "../../admin-calls.ts"
import { isApiKeyValid, whyApiKeyInvalid } from "../../calls/admin/api-key-validity.ts"
import type { ObjectContext } from "../object-context.ts"
import type {
  AdminOAuthProvider,
  AdminProject,
  AdminWebhookTargetWithSecret,
  ApiKey,
  ApiKeyFirstView
} from "./admin-entities.ts"

const providerOf = (provider: AdminProjectData["config"]["oauthProviders"][number]): AdminOAuthProvider => {
  if (provider.type === "shared") return provider
  const { clientSecret, ...rest } = provider
  return { ...rest, ...(clientSecret !== undefined && { clientSecret: Redacted.value(clientSecret) }) }
}

const configOf = ({ emailConfig, oauthProviders, ...config }: AdminProjectData["config"]): AdminProject["config"] => ({
  ...config,
  emailConfig:
    emailConfig.type === "standard" ? { ...emailConfig, password: Redacted.value(emailConfig.password) } : emailConfig,
  oauthProviders: oauthProviders.map(providerOf)
})

export const adminProject = (
  { config, ...project }: AdminProjectData,
  { calls, run }: ObjectContext<PagedAdminCalls>
): AdminProject =>
  Object.freeze({
    ...project,
    config: configOf(config),
    update: async (changes) => void (await run(calls().updateProject(changes))),
    delete: () => run(calls().removeProject()),
    getProductionModeErrors: () => run(calls().getProductionModeErrors())
  } satisfies AdminProject)

const keyFields = (data: ApiKeyData | ApiKeyFirstViewData, { calls, run }: ObjectContext<PagedAdminCalls>) => {
  const { createdAt, description, expiresAt, id, manuallyRevokedAt = null } = data
  const now = () => new Date(Effect.runSync(Clock.currentTimeMillis))
  return {
    id,
    description,
    createdAt,
    expiresAt,
    manuallyRevokedAt,
    isValid: () => isApiKeyValid(data, now()),
    whyInvalid: () => whyApiKeyInvalid(data, now()),
    revoke: async () => void (await run(calls().apiKeys.revoke(id)))
  }
}

export const apiKey = (data: ApiKeyData, context: ObjectContext<PagedAdminCalls>): ApiKey => {
  const { publishableClientKey = null, secretServerKey = null, superSecretAdminKey = null } = data
  return Object.freeze({ ...keyFields(data, context), publishableClientKey, secretServerKey, superSecretAdminKey })
}

export const apiKeyFirstView = (
  data: ApiKeyFirstViewData,
  context: ObjectContext<PagedAdminCalls>
): ApiKeyFirstView => {
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = data
  return Object.freeze({
    ...keyFields(data, context),
    ...(publishableClientKey && { publishableClientKey: Redacted.value(publishableClientKey) }),
    ...(secretServerKey && { secretServerKey: Redacted.value(secretServerKey) }),
    ...(superSecretAdminKey && { superSecretAdminKey: Redacted.value(superSecretAdminKey) })
  })
}

export const webhookTargetWithSecret = ({ secret, ...target }: WebhookTargetWithSecret): AdminWebhookTargetWithSecret =>
  Object.freeze({ ...target, secret: Redacted.value(secret) })
