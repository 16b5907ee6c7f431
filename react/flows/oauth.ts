/** The states of sign-in with a provider, until the browser leaves the page. */
import type { OAuthStartError } from "../../tiers/calls/oauth.ts"
import type { LoadFailure } from "../../core/loading/load-failure.ts"
import type { Machine } from "./machine.ts"

export type OAuthState =
  | { readonly step: "ready"; readonly error: OAuthStartError | LoadFailure | null }
  | { readonly step: "leaving"; readonly provider: string }

export type OAuthEvent =
  | { readonly type: "choose"; readonly provider: string }
  | { readonly type: "refused"; readonly error: OAuthStartError | LoadFailure }
  /** The browser stayed on this page, or restored it from the back/forward cache. */
  | { readonly type: "returned" }

export const oauth: Machine<OAuthState, OAuthEvent> = {
  initial: { step: "ready", error: null },
  working: ["leaving"],
  notLoaded: (error) => ({ type: "refused", error }),
  transitions: {
    ready: { choose: (_, { provider }) => ({ step: "leaving", provider }) },
    leaving: {
      refused: (_, { error }) => ({ step: "ready", error }),
      returned: () => ({ step: "ready", error: null })
    }
  }
}
