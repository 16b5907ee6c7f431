/** A button that signs in with one provider. */
import { ProviderButton } from "../../components/provider-button.tsx"
import { useLastUsed } from "../sign-in/last-used.ts"
import { FlowNotice } from "../cards/flow-notice.tsx"
import { useOAuth } from "./use-oauth.ts"

/** Props of `<OAuthButton>`. */
export interface OAuthButtonProps {
  /** Id of the provider, e.g. `github`. An unknown one shows its id and no logo. */
  readonly provider: string
  /** Wording of the label. */
  readonly type: "sign-in" | "sign-up"
}

/**
 * Signs in with a provider.
 *
 * @example <OAuthButton provider="github" type="sign-in" />
 */
export const OAuthButton = ({ provider, type }: OAuthButtonProps) => {
  const { busy, choose, error } = useOAuth()
  const last = useLastUsed()
  return (
    <>
      <FlowNotice error={error} />
      <ProviderButton
        provider={provider}
        type={type}
        last={provider === last}
        busy={busy !== null}
        onClick={() => choose(provider)}
      />
    </>
  )
}
