/** Buttons of given providers. */
import type { ReactNode } from "react"
import { ProviderButtons } from "../../components/provider-button.tsx"
import { FlowNotice } from "../cards/flow-notice.tsx"
import { useLastUsed } from "../sign-in/last-used.ts"
import { useOAuth } from "./use-oauth.ts"

interface OAuthButtonsProps {
  /** Wording of the labels. */
  readonly type: "sign-in" | "sign-up"
  readonly providers: ReadonlyArray<{ readonly id: string }>
  /** Rendered below the buttons. */
  readonly children?: ReactNode
}

export const OAuthButtons = ({ children, providers, type }: OAuthButtonsProps) => {
  const { busy, choose, error } = useOAuth()
  return (
    <>
      <FlowNotice error={error} />
      <ProviderButtons
        providers={[...new Set(providers.map(({ id }) => id))]}
        type={type}
        last={useLastUsed()}
        busy={busy}
        onSelect={choose}
      >
        {children}
      </ProviderButtons>
    </>
  )
}
