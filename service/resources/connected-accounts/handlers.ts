/** Handles the endpoints of connected accounts. */
import { Effect, Schema } from "effect"
import { createAccessToken } from "../../../core/api/connected-accounts.ts"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { caller } from "../../endpoint/caller.ts"
import { textError } from "../../endpoint/http-error-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { ownUserId, userIdOf } from "../../endpoint/references.ts"
import { providerAccessToken } from "./provider-access-token.ts"

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

export { layer } from "./oauth-account-store.ts"

export const handlers = [
  implement(
    createAccessToken,
    Effect.fnUntraced(function* ({ body: { scope = "" }, params: { provider_id: providerId, user_id: reference } }) {
      const { project, tier, userId: own } = yield* caller
      const userId = yield* userIdOf(reference)
      if (tier === "client" && userId !== own) {
        return yield* textError(403, "In the client tier only one's own connected accounts are there.")
      }
      return { accessToken: yield* providerAccessToken({ projectId: project.id, userId, providerId, scope }) }
    })
  ),
  implement(
    createOwnAccessToken,
    Effect.fnUntraced(function* ({ body: { scope = "" }, params: { provider_id: providerId } }) {
      const { project } = yield* caller
      const userId = yield* ownUserId
      return { accessToken: yield* providerAccessToken({ projectId: project.id, userId, providerId, scope }) }
    })
  )
]
