/** Starts sign-in with a provider. */
import * as Effect from "effect/Effect"
import { useEffect } from "react"
import type { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import { Client } from "../../../tiers/client.ts"
import { oauth, type OAuthEvent, type OAuthState } from "../../flows/oauth.ts"
import { useClient } from "../../hooks/use-client.ts"
import { useFlow } from "../../flows/use-flow.ts"
import { rememberLastUsed } from "../sign-in/last-used.ts"

const leave = (state: OAuthState): Effect.Effect<OAuthEvent, never, Client> | null =>
  state.step !== "leaving"
    ? null
    : Effect.flatMap(Client, (client) =>
        // The service may have providers that this client does not know; it checks the id.
        client.signInWithOAuth(state.provider as OAuthProviderId)
      ).pipe(Effect.catch((error) => Effect.succeed<OAuthEvent>({ type: "refused", error })))

export const useOAuth = () => {
  const { projectId } = useClient()
  const { send, state } = useFlow(oauth, leave)

  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted) send({ type: "returned" })
    }
    addEventListener("pageshow", returned)
    return () => removeEventListener("pageshow", returned)
  }, [send])

  return {
    /** The provider that the browser is leaving for. */
    busy: state.step === "leaving" ? state.provider : null,
    error: state.step === "ready" ? state.error : null,
    choose: (provider: string) => {
      if (state.step !== "ready") return
      rememberLastUsed(projectId, provider)
      send({ type: "choose", provider })
    }
  }
}
