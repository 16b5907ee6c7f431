/** The states of sign-in by magic link: the email address, then the six characters of the mailed code. */
import type * as Redacted from "effect/Redacted"
import type { MagicLinkError, SendMagicLinkError } from "../../tiers/calls/magic-link.ts"
import type { LoadFailure } from "../../core/loading/load-failure.ts"
import type { Machine } from "./machine.ts"

type Nonce = Redacted.Redacted<string>

/** The mail whose code is to be typed. */
interface Sent {
  readonly email: string
  /** It is half of the code, so it is kept in memory only. */
  readonly nonce: Nonce
  /** In epoch milliseconds. */
  readonly sentAt: number
  /** The end of the code, if the service returns it. */
  readonly expiresAt?: Date | undefined
}

export type MagicLinkState =
  | { readonly step: "email"; readonly email: string; readonly error: SendMagicLinkError | LoadFailure | null }
  | { readonly step: "sending"; readonly email: string }
  | (Sent & {
      readonly step: "code"
      /** Why the code was refused, or why no other mail was sent. */
      readonly error: MagicLinkError | SendMagicLinkError | LoadFailure | null
    })
  /** Another mail is sent. The code of the one before can still be entered. */
  | (Sent & { readonly step: "resending" })
  | (Sent & { readonly step: "checking"; readonly code: string })
  /** The user is signed in, or the second factor is required. */
  | { readonly step: "done"; readonly email: string }

export type MagicLinkEvent =
  | { readonly type: "submit"; readonly email: string }
  | (Omit<Sent, "email"> & { readonly type: "sent" })
  | { readonly type: "notSent"; readonly error: SendMagicLinkError | LoadFailure }
  | { readonly type: "resend" }
  | { readonly type: "enter"; readonly code: string }
  | { readonly type: "refused"; readonly error: MagicLinkError | LoadFailure }
  /** The user typed, which clears the error. */
  | { readonly type: "edit" }
  | { readonly type: "cancel" }
  /** The form of the email is gone, for example because another tab was chosen. */
  | { readonly type: "leave" }
  | { readonly type: "done" }

const start = ({ email }: { readonly email: string }): MagicLinkState => ({ step: "email", email, error: null })

const sentOf = ({ email, expiresAt, nonce, sentAt }: Sent): Sent => ({ email, nonce, sentAt, expiresAt })

export const magicLink: Machine<MagicLinkState, MagicLinkEvent> = {
  initial: { step: "email", email: "", error: null },
  working: ["sending", "resending", "checking"],
  notLoaded: (error) => ({ type: "notSent", error }),
  transitions: {
    email: {
      submit: (_, { email }) => ({ step: "sending", email }),
      edit: (state) => (state.error === null ? state : { ...state, error: null })
    },
    sending: {
      sent: ({ email }, mail) => ({ ...sentOf({ ...mail, email }), step: "code", error: null }),
      notSent: ({ email }, { error }) => ({ step: "email", email, error }),
      cancel: start,
      leave: start
    },
    code: {
      enter: (state, { code }) => ({ ...sentOf(state), step: "checking", code }),
      resend: (state) => ({ ...sentOf(state), step: "resending" }),
      edit: (state) => (state.error === null ? state : { ...state, error: null }),
      cancel: start
    },
    resending: {
      enter: (state, { code }) => ({ ...sentOf(state), step: "checking", code }),
      sent: ({ email }, mail) => ({ ...sentOf({ ...mail, email }), step: "code", error: null }),
      notSent: (state, { error }) => ({ ...sentOf(state), step: "code", error }),
      cancel: start
    },
    checking: {
      refused: (state, { error }) => ({ ...sentOf(state), step: "code", error }),
      done: ({ email }) => ({ step: "done", email }),
      cancel: start
    },
    done: { cancel: start, submit: (_, { email }) => ({ step: "sending", email }) }
  }
}
