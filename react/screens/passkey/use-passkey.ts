/** Signs in with a passkey, by a button or by autofill of the email field. */
import { useEffect } from "react"
import type { LoadFailure } from "../../../core/runtime/load-failure.ts"
import type { PasskeySignInError } from "../../../tiers/calls/passkey.ts"
import { passkey } from "../../flows/passkey.ts"
import { useProvided } from "../../runtime/keystile-context.ts"
import { useFlow } from "../../runtime/use-flow.ts"
import type { Messages } from "../../messages/english.ts"
import { useMessages } from "../../messages/messages.ts"
import { useSteps } from "../sign-in/steps-context.ts"

export const usePasskey = () => {
  const messages = useMessages()
  const { autofill, saveMethod, requireSecondFactor } = useSteps()
  const { open } = useProvided()

  const { send, state } = useFlow(passkey, ({ engine, keystile }) =>
    engine.passkeyWork({ keystile, requireSecondFactor, used: () => saveMethod("passkey") })
  )

  useEffect(() => {
    if (!autofill) return undefined
    const look = () => send({ type: document.visibilityState === "visible" ? "seen" : "unseen" })
    let isMounted = true
    // Not before the runtime is loaded: the new state renders the button again, which would delay the first paint.
    void open().then(
      () => isMounted && look(),
      () => {}
    )
    document.addEventListener("visibilitychange", look)
    return () => {
      isMounted = false
      document.removeEventListener("visibilitychange", look)
    }
  }, [autofill, open, send])

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
