/**
 * Changes of lists in the settings. An update replaces the whole list, so the list is read right before: a change that
 * another owner made meanwhile stays.
 */
import * as Effect from "effect/Effect"
import type { AdminProject, Domain, OAuthProvider } from "../../core/schema/admin-project.ts"
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

/** Removes a provider with its client id and secret. The accounts of users stay. */
export const removeProvider = ({ getProject, updateProject }: ProjectAdminCalls, id: string) =>
  Effect.flatMap(getProject, ({ config: { oauthProviders } }) =>
    updateProject({
      config: { oauthProviders: oauthProviders.filter((one) => one.id !== id), removedOauthProviders: [id] }
    })
  )

/** Turns sign-in with a provider on or off. */
export const enableProvider = ({ getProject, updateProject }: ProjectAdminCalls, id: string, enabled: boolean) =>
  Effect.flatMap(getProject, ({ config: { oauthProviders } }) =>
    updateProject({
      config: { oauthProviders: oauthProviders.map((one) => (one.id === id ? { ...one, enabled } : one)) }
    })
  )

/** The settings with the permissions that users get by themselves. */
export type DefaultsName = "teamCreatorDefaultPermissions" | "teamMemberDefaultPermissions" | "userDefaultPermissions"

/** Returns the ids of the permissions of such a setting. */
export const defaultPermissionsOf = ({ config }: AdminProject, name: DefaultsName): ReadonlyArray<string> =>
  (config[name] ?? []).map(({ id }) => id)

/** Changes the permissions that users get by themselves. */
export const changeDefaultPermissions = (
  { getProject, updateProject }: ProjectAdminCalls,
  name: DefaultsName,
  change: (ids: ReadonlyArray<string>) => ReadonlyArray<string>
) =>
  Effect.flatMap(getProject, (project) =>
    updateProject({ config: { [name]: change(defaultPermissionsOf(project, name)).map((id) => ({ id })) } })
  )
