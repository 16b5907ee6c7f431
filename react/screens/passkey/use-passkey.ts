/** Signs in with a passkey, by a button or by autofill of the email field. */
import { useEffect } from "react"
import type { LoadFailure } from "../../../core/loading/load-failure.ts"
import type { PasskeySignInError } from "../../../tiers/calls/passkey.ts"
import { passkey } from "../../flows/passkey.ts"
import { useOpenedIfLoaded } from "../../runtime/keystile-context.ts"
import { useFlow } from "../../runtime/use-flow.ts"
import type { Messages } from "../../messages/english.ts"
import { useMessages } from "../../messages/messages.ts"
import { useSteps } from "../sign-in/steps-context.ts"

export const usePasskey = () => {
  const messages = useMessages()
  const { autofill, saveMethod, requireSecondFactor } = useSteps()
  const isLoaded = useOpenedIfLoaded() !== null

  const { send, state } = useFlow(passkey, ({ engine, keystile }) =>
    engine.passkeyWork({ keystile, requireSecondFactor, onUsed: () => saveMethod("passkey") })
  )

  useEffect(() => {
    // Not before the engine is loaded: the new state renders the button again, which would delay the first paint.
    if (!autofill || !isLoaded) return undefined
    const look = () => send({ type: document.visibilityState === "visible" ? "seen" : "unseen" })
    look()
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [autofill, isLoaded, send])

  const busy = state.step === "asking"
  const error = busy ? null : state.error
  return {
    busy,
    error,
    /** Replaces the error's own message. */
    text: error === null ? undefined : textOf(error, messages),
    ask: () => send({ type: "ask" })
  }
}

/** Errors of the browser have messages for developers, those of the service for users. */
const textOf = (error: PasskeySignInError | LoadFailure, messages: Messages): string | undefined => {
  switch (error._tag) {
    case "PasskeyWebAuthnError":
      return messages.passkeyFailed
    case "BrowserRequired":
      return messages.passkeyUnsupported
    default:
      return undefined
  }
}
