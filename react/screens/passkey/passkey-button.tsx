/** A button that signs in with a passkey. */
import { PasskeyMethodButton } from "../../components/provider-button.tsx"
import { useLastUsed } from "../sign-in/last-used.ts"
import { FlowNotice } from "../cards/flow-notice.tsx"
import { SignInSteps } from "../sign-in/sign-in-steps.tsx"
import { usePasskey } from "./use-passkey.ts"

/** Props of `<PasskeyButton>`. */
export interface PasskeyButtonProps {
  /** Wording of the label. Both sign in: passkeys are registered in the account settings. Default `sign-in`. */
  readonly type?: "sign-in" | "sign-up" | undefined
}

/**
 * Signs in with a passkey. The step of the second factor replaces the button. Errors show below it.
 *
 * @example <PasskeyButton />
 */
export const PasskeyButton = (props: PasskeyButtonProps) => (
  <SignInSteps>
    <OwnPasskeyButton {...props} />
  </SignInSteps>
)

const OwnPasskeyButton = ({ type }: PasskeyButtonProps) => {
  const last = useLastUsed()
  const { ask, busy, error, text } = usePasskey()
  return (
    <>
      <PasskeyMethodButton type={type} last={last === "passkey"} busy={busy} onClick={ask} />
      <FlowNotice error={error} text={text} />
    </>
  )
}
