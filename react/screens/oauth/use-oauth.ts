/** Starts sign-in with a provider. */
import { useCallback } from "react"
import { oauth } from "../../flows/oauth.ts"
import { useFlow } from "../../runtime/use-flow.ts"
import { useRestored } from "../../runtime/use-restored.ts"
import { useSite } from "../../runtime/use-site.ts"
import { saveLastUsed } from "../sign-in/last-used.ts"

export const useOAuth = () => {
  const { projectId } = useSite()
  const { send, state } = useFlow(oauth, ({ engine }) => engine.oauthWork)

  useRestored(useCallback(() => send({ type: "returned" }), [send]))

  return {
    /** The provider that the browser is leaving for. */
    busy: state.step === "leaving" ? state.provider : null,
    error: state.step === "ready" ? state.error : null,
    choose: (provider: string) => {
      if (state.step !== "ready") return
      saveLastUsed(projectId, provider)
      send({ type: "choose", provider })
    }
  }
}
