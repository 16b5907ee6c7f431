/** The button that signs in with a passkey. */
import { PasskeyWayButton } from "../components/provider-button.tsx"
import { useLastUsed } from "../last-used.ts"
import { FlowNotice } from "./flow-notice.tsx"
import { usePasskey } from "./use-passkey.ts"

export const PasskeyButton = () => {
  const last = useLastUsed()
  const { ask, busy, error, text } = usePasskey()
  return (
    <>
      <PasskeyWayButton last={last === "passkey"} busy={busy} onClick={ask} />
      <FlowNotice error={error} text={text} />
    </>
  )
}
