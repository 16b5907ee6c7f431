/** The stores of OAuth, as the service puts them together. */
import { Layer } from "effect"
import * as AccountStore from "../connected-accounts/oauth-account-store.ts"
import * as AuthorizationCodeStore from "./authorization-code-store.ts"
import * as FlowStore from "./flow-store.ts"
import * as IdentityStore from "./identity-store.ts"
import * as ProviderStore from "../projects/oauth-provider-store.ts"
import * as ProviderTokenStore from "./provider-token-store.ts"

export const layer = Layer.mergeAll(
  AccountStore.layer,
  AuthorizationCodeStore.layer,
  FlowStore.layer,
  IdentityStore.layer,
  ProviderStore.layer,
  ProviderTokenStore.layer
)

/** What the handlers work with. */
export const tools = [
  AccountStore.OAuthAccountStore,
  AuthorizationCodeStore.AuthorizationCodeStore,
  FlowStore.FlowStore,
  IdentityStore.IdentityStore,
  ProviderStore.OAuthProviderStore,
  ProviderTokenStore.ProviderTokenStore
] as const
