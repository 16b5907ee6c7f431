/**
 * Changes of lists in the settings. An update replaces the whole list, so the list is read right before: a change that
 * another owner made meanwhile stays.
 */
import * as Effect from "effect/Effect"
import type { Domain, OAuthProvider } from "../../core/schema/admin-project.ts"
import type { OAuthProviderInput } from "../../tiers/calls/admin/project-input.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"

/** Changes the trusted domains. */
export const changeDomains = (
  { getProject, updateProject }: ProjectAdminCalls,
  change: (domains: ReadonlyArray<Domain>) => ReadonlyArray<Domain>
) => Effect.flatMap(getProject, ({ config }) => updateProject({ config: { domains: change(config.domains) } }))

/** Adds a provider, or replaces its settings. The secrets of the others are empty, so they are kept. */
export const saveProvider = ({ getProject, updateProject }: ProjectAdminCalls, provider: OAuthProviderInput) =>
  Effect.flatMap(getProject, ({ config: { oauthProviders } }) => {
    const others: ReadonlyArray<OAuthProvider> = oauthProviders.filter(({ id }) => id !== provider.id)
    return updateProject({ config: { oauthProviders: [...others, provider] } })
  })
