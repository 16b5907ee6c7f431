/** The states of sign-in by magic link: the email address, then the six characters of the mailed code. */
import type * as Redacted from "effect/Redacted"
import type { MagicLinkError, SendMagicLinkError } from "../../tiers/calls/magic-link.ts"
import type { Machine } from "./machine.ts"

type Nonce = Redacted.Redacted<string>

export type MagicLinkState =
  | { readonly step: "email"; readonly email: string; readonly error: SendMagicLinkError | null }
  | { readonly step: "sending"; readonly email: string }
  /** The nonce is half of the code, so it is kept in memory only. */
  | { readonly step: "code"; readonly email: string; readonly nonce: Nonce; readonly error: MagicLinkError | null }
  | { readonly step: "checking"; readonly email: string; readonly nonce: Nonce; readonly code: string }
  /** The user is signed in, or the second factor is required. */
  | { readonly step: "done"; readonly email: string }

export type MagicLinkEvent =
  | { readonly type: "submit"; readonly email: string }
  | { readonly type: "sent"; readonly nonce: Nonce }
  | { readonly type: "notSent"; readonly error: SendMagicLinkError }
  | { readonly type: "enter"; readonly code: string }
  | { readonly type: "refused"; readonly error: MagicLinkError }
  /** The user typed, which clears the error. */
  | { readonly type: "edit" }
  | { readonly type: "cancel" }
  | { readonly type: "done" }

const start = ({ email }: { readonly email: string }): MagicLinkState => ({ step: "email", email, error: null })

export const magicLink: Machine<MagicLinkState, MagicLinkEvent> = {
  initial: { step: "email", email: "", error: null },
  transitions: {
    email: {
      submit: (_, { email }) => ({ step: "sending", email }),
      edit: (state) => (state.error === null ? state : { ...state, error: null })
    },
    sending: {
      sent: ({ email }, { nonce }) => ({ step: "code", email, nonce, error: null }),
      notSent: ({ email }, { error }) => ({ step: "email", email, error }),
      cancel: start
    },
    code: {
      enter: ({ email, nonce }, { code }) => ({ step: "checking", email, nonce, code }),
      edit: (state) => (state.error === null ? state : { ...state, error: null }),
      cancel: start
    },
    checking: {
      refused: ({ email, nonce }, { error }) => ({ step: "code", email, nonce, error }),
      done: ({ email }) => ({ step: "done", email }),
      cancel: start
    },
    done: { cancel: start, submit: (_, { email }) => ({ step: "sending", email }) }
  }
}
