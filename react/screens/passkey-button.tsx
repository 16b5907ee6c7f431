/** Signing in with a passkey: the button, and the offer in the field for the address. */
import { useEffect } from "react"
import type { PasskeySignInError } from "../../tiers/calls/passkey.ts"
import { PasskeyWayButton } from "../components/provider-button.tsx"
import { passkey } from "../flows/passkey.ts"
import { passkeyWork } from "../flows/passkey-work.ts"
import { useFlow } from "../hooks/use-flow.ts"
import { useKeystile } from "../keystile-context.ts"
import { useLastUsed } from "../last-used.ts"
import type { Messages } from "../messages/english.ts"
import { useMessages } from "../messages/messages.ts"
import { FlowNotice } from "./flow-notice.tsx"
import { useSteps } from "./sign-in-steps.tsx"

export const PasskeyButton = () => {
  const keystile = useKeystile()
  const messages = useMessages()
  const last = useLastUsed()
  const { autofill, remember, requireSecondFactor } = useSteps()

  const work = passkeyWork({ keystile, requireSecondFactor, used: () => remember("passkey") })
  const { send, state } = useFlow(passkey, work)

  useEffect(() => {
    if (!autofill) return undefined
    const look = () => send({ type: document.visibilityState === "visible" ? "seen" : "unseen" })
    look()
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [autofill, send])

  const busy = state.step === "asking"
  const error = busy ? null : state.error
  return (
    <>
      <PasskeyWayButton last={last === "passkey"} busy={busy} onClick={() => send({ type: "ask" })} />
      {error !== null && <FlowNotice error={error} text={textOf(error, messages)} />}
    </>
  )
}

/** What the browser says is for developers; what the service says is for people. */
const textOf = (error: PasskeySignInError, messages: Messages): string | undefined => {
  switch (error._tag) {
    case "PasskeyWebAuthnError":
      return messages.passkeyFailed
    case "BrowserRequired":
      return messages.passkeyUnsupported
    default:
      return undefined
  }
}
