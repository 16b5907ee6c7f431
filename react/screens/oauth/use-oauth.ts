/** Starts sign-in with a provider. */
import { oauth } from "../../flows/oauth.ts"
import { useFlow } from "../../runtime/use-flow.ts"
import { useSite } from "../../runtime/use-site.ts"
import { saveLastUsed } from "../sign-in/last-used.ts"

export const useOAuth = () => {
  const { projectId } = useSite()
  const { send, state } = useFlow(oauth, ({ engine }) => engine.oauthWork)

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
