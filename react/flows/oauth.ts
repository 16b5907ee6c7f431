/** The flow of a sign-in provider, as far as this page sees it: it is left, or it could not be. */
import type { OAuthStartError } from "../../tiers/calls/oauth.ts"
import type { Machine } from "./machine.ts"

export type OAuthState =
  | { readonly step: "ready"; readonly error: OAuthStartError | null }
  | { readonly step: "leaving"; readonly provider: string }

export type OAuthEvent =
  | { readonly type: "choose"; readonly provider: string }
  | { readonly type: "refused"; readonly error: OAuthStartError }
  /** The Back button brought the page back as it was left. */
  | { readonly type: "returned" }

export const oauth: Machine<OAuthState, OAuthEvent> = {
  initial: { step: "ready", error: null },
  transitions: {
    ready: { choose: (_, { provider }) => ({ step: "leaving", provider }) },
    leaving: {
      refused: (_, { error }) => ({ step: "ready", error }),
      returned: () => ({ step: "ready", error: null })
    }
  }
}
