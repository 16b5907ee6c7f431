/**
 * The states of sign-in with a passkey: offered in the email field while the page is visible, or started by the
 * button.
 */
import type { PasskeySignInError } from "../../tiers/calls/passkey.ts"
import type { LoadFailure } from "../../core/loading/load-failure.ts"
import type { Machine } from "./machine.ts"

export type PasskeyState =
  /** The page is hidden, so no challenge is kept fresh. */
  | { readonly step: "resting"; readonly error: PasskeySignInError | LoadFailure | null }
  | { readonly step: "offering"; readonly error: PasskeySignInError | LoadFailure | null }
  | { readonly step: "asking" }
  /** The browser has no conditional mediation, or it failed, or the engine could not be loaded. The button remains. */
  | { readonly step: "off"; readonly error: PasskeySignInError | LoadFailure | null }

export type PasskeyEvent =
  | { readonly type: "seen" }
  | { readonly type: "unseen" }
  | { readonly type: "ask" }
  /** The chosen passkey did not sign in, or none could be chosen. */
  | { readonly type: "refused"; readonly error: PasskeySignInError | LoadFailure }
  | { readonly type: "notLoaded"; readonly error: LoadFailure }
  | { readonly type: "unavailable" }
  | { readonly type: "done" }

const ask = (): PasskeyState => ({ step: "asking" })

/** Not offered again at once: a state that needs the engine would load it in a loop. */
const notLoaded = (_: PasskeyState, { error }: { readonly error: LoadFailure }): PasskeyState => ({
  step: "off",
  error
})

export const passkey: Machine<PasskeyState, PasskeyEvent> = {
  initial: { step: "resting", error: null },
  working: ["offering", "asking"],
  notLoaded: (error) => ({ type: "notLoaded", error }),
  transitions: {
    resting: { seen: ({ error }) => ({ step: "offering", error }), ask },
    offering: {
      unseen: ({ error }) => ({ step: "resting", error }),
      ask,
      // A challenge is valid once. Entering the state again requests the next one.
      refused: (_, { error }) => ({ step: "offering", error }),
      notLoaded,
      unavailable: ({ error }) => ({ step: "off", error }),
      done: () => ({ step: "off", error: null })
    },
    asking: {
      refused: (_, { error }) => ({ step: "offering", error }),
      notLoaded,
      done: () => ({ step: "off", error: null })
    },
    off: { seen: ({ error }) => ({ step: "offering", error }), ask }
  }
}
