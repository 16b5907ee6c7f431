/** The flow of a passkey: offered in the e-mail field while the page is seen, and asked for by a button. */
import type { PasskeySignInError } from "../../tiers/calls/passkey.ts"
import type { Machine } from "./machine.ts"

export type PasskeyState =
  /** Nobody sees the page, so no challenge is kept fresh for it. */
  | { readonly step: "resting"; readonly error: PasskeySignInError | null }
  | { readonly step: "offering"; readonly error: PasskeySignInError | null }
  | { readonly step: "asking" }
  /** This browser offers no passkeys in fields, or could not right now: there is the button. */
  | { readonly step: "off"; readonly error: PasskeySignInError | null }

export type PasskeyEvent =
  | { readonly type: "seen" }
  | { readonly type: "unseen" }
  | { readonly type: "ask" }
  /** A passkey was chosen, or could not be: why it did not sign in. */
  | { readonly type: "refused"; readonly error: PasskeySignInError }
  | { readonly type: "unavailable" }
  | { readonly type: "done" }

const ask = (): PasskeyState => ({ step: "asking" })

export const passkey: Machine<PasskeyState, PasskeyEvent> = {
  initial: { step: "resting", error: null },
  transitions: {
    resting: { seen: ({ error }) => ({ step: "offering", error }), ask },
    offering: {
      unseen: ({ error }) => ({ step: "resting", error }),
      ask,
      // A challenge works once: the next one is asked for by entering the state anew.
      refused: (_, { error }) => ({ step: "offering", error }),
      unavailable: ({ error }) => ({ step: "off", error }),
      done: () => ({ step: "off", error: null })
    },
    asking: {
      refused: (_, { error }) => ({ step: "offering", error }),
      done: () => ({ step: "off", error: null })
    },
    off: { seen: ({ error }) => ({ step: "offering", error }), ask }
  }
}
