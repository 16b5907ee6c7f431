/** Handles the OAuth endpoints of the contract. */
import { Layer } from "effect"
import { authorizeHandler } from "./authorize.ts"
import { callbackHandlers } from "./callback.ts"
import { crossDomainHandler } from "./cross-domain.ts"
import { tokenHandler } from "./token.ts"
import * as AuthorizationCodes from "./authorization-code-store.ts"
import * as Flows from "./flow-store.ts"
import * as Identities from "./identity-store.ts"
import * as ProviderTokens from "./provider-token-store.ts"

export const layer = Layer.mergeAll(AuthorizationCodes.layer, Flows.layer, Identities.layer, ProviderTokens.layer)

export const handlers = [authorizeHandler, ...callbackHandlers, crossDomainHandler, tokenHandler]
