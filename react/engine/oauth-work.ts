/** The effect of the provider's states: the browser leaves for the provider. */
import * as Effect from "effect/Effect"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import { Client } from "../../tiers/client.ts"
import type { Work } from "./work.ts"
import type { OAuthEvent, OAuthState } from "../flows/oauth.ts"

export const oauthWork: Work<OAuthState, OAuthEvent> = (state) =>
  state.step !== "leaving"
    ? null
    : Effect.flatMap(Client, (client) =>
        // Cast: the service may have providers that are not in this type, and checks the id.
        client.signInWithOAuth(state.provider as OAuthProviderId)
      ).pipe(
        Effect.match({
          onFailure: (error): OAuthEvent => ({ type: "refused", error }),
          onSuccess: (): OAuthEvent => ({ type: "returned" })
        })
      )
