/** Handles the endpoints of connected accounts. */
import { Effect, Layer, Schema } from "effect"
import { createAccessToken, createAccountAccessToken, list } from "../../../core/api/connected-accounts.ts"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { ownUserId, userIdOf } from "../../request/references.ts"
import { requireUser } from "../users/require-user.ts"
import { requireAllowedUser } from "./require-allowed-user.ts"
import { oauthAccountHandlers } from "./oauth-account-handlers.ts"
import * as OAuthAccounts from "./oauth-account-store.ts"
import { layerRefreshes, providerAccessToken, type TokenRequest } from "./provider-access-token.ts"

/** The older path of the same endpoint, for the user of the access token. */
const createOwnAccessToken = Endpoint.post("/auth/oauth/connected-accounts/:provider_id/access-token", {
  tiers: createAccessToken.tiers,
  session: createAccessToken.session,
  params: { provider_id: Schema.String },
  body: Schema.Struct({ scope: Schema.optionalKey(Schema.String) }),
  status: 201,
  success: createAccessToken.success,
  errors: createAccessToken.errors
})

export const layer = Layer.mergeAll(OAuthAccounts.layer, layerRefreshes)

/**
 * Returns a token of an account of the user in the path. Without a user, other users are refused in the client tier.
 */
const tokenOf = Effect.fnUntraced(function* (reference: string, wanted: Omit<TokenRequest, "projectId" | "userId">) {
  const { project, tier, userId: own } = yield* caller
  const userId = yield* userIdOf(reference)
  if (tier === "client" && userId !== own) {
    return yield* textError(403, "In the client tier only one's own connected accounts are there.")
  }
  return { accessToken: yield* providerAccessToken({ ...wanted, projectId: project.id, userId }) }
})

export const handlers = [
  ...oauthAccountHandlers,

  implement(
    list,
    Effect.fnUntraced(function* ({ params }) {
      const { projectId, userId } = yield* requireAllowedUser(params.user_id)
      yield* requireUser(projectId, userId)
      const all = yield* (yield* OAuthAccounts.OAuthAccountStore).ofUser(projectId, userId)
      const connected = all.filter(({ allowConnectedAccounts }) => allowConnectedAccounts)
      return {
        items: connected.map(({ accountId, providerId }) => ({ userId, providerId, accountId })),
        isPaginated: false
      }
    })
  ),

  implement(createAccessToken, ({ body: { scope = "" }, params }) =>
    tokenOf(params.user_id, { providerId: params.provider_id, scope, accountId: null })
  ),

  implement(createAccountAccessToken, ({ body: { scope = "" }, params }) =>
    tokenOf(params.user_id, { providerId: params.provider_id, scope, accountId: params.provider_account_id })
  ),

  implement(
    createOwnAccessToken,
    Effect.fnUntraced(function* ({ body: { scope = "" }, params: { provider_id: providerId } }) {
      const { project } = yield* caller
      const userId = yield* ownUserId
      return {
        accessToken: yield* providerAccessToken({
          projectId: project.id,
          userId,
          providerId,
          scope,
          accountId: null
        })
      }
    })
  )
]
