/** The accounts that can be selected at an embedded provider: those used before, and those connected to users. */
import { Effect } from "effect"
import { OAuthAccountStore } from "../../resources/connected-accounts/oauth-account-store.ts"
import type { OAuthFlow } from "../../resources/oauth/flow-store.ts"
import { type ProviderIdentity, IdentityStore } from "../../resources/oauth/identity-store.ts"

/** The maximum number of accounts in the list. Others can be typed. */
const MAX_SHOWN = 20

type ProviderOfProject = Pick<OAuthFlow, "projectId" | "providerId">

export const listKnownIdentities = Effect.fnUntraced(function* ({ projectId, providerId }: ProviderOfProject) {
  const used = yield* (yield* IdentityStore).list(projectId, providerId, MAX_SHOWN)
  const connected = yield* (yield* OAuthAccountStore).newest(projectId, providerId, MAX_SHOWN)
  const known = new Set(used.map(({ accountId }) => accountId))
  const others = connected.filter(({ accountId }) => !known.has(accountId)).map(toIdentity)
  return [...used, ...others].slice(0, MAX_SHOWN)
})

export const findIdentity = Effect.fnUntraced(function* (
  { projectId, providerId }: ProviderOfProject,
  accountId: string
) {
  const used = yield* (yield* IdentityStore).find(projectId, providerId, accountId)
  if (used !== null) return used
  const connected = yield* (yield* OAuthAccountStore).find(projectId, providerId, accountId)
  return connected === null ? null : toIdentity(connected)
})

/** An account that the application's server connected. Its address counts as unverified. */
const toIdentity = ({
  accountId,
  email
}: {
  readonly accountId: string
  readonly email: string | null
}): ProviderIdentity => ({
  accountId,
  email,
  emailVerified: false,
  displayName: null
})
