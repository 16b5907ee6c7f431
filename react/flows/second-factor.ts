/** The states of the second factor: a six-digit code, until it is right or the attempt is over. */
import type { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import type { InvalidTotpCode } from "../../core/errors/totp-code.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Machine } from "./machine.ts"

export type SecondFactorProblem = InvalidTotpCode | CookiesBlocked | RequestError

export type SecondFactorState =
  | { readonly step: "code"; readonly error: SecondFactorProblem | null }
  | { readonly step: "checking"; readonly totp: string }
  /** The attempt expired or has too many wrong codes. The first factor is required again. */
  | { readonly step: "over" }
  | { readonly step: "done" }

export type SecondFactorEvent =
  | { readonly type: "enter"; readonly totp: string }
  | { readonly type: "refused"; readonly error: SecondFactorProblem }
  | { readonly type: "expired" }
  | { readonly type: "edit" }
  | { readonly type: "done" }

export const secondFactor: Machine<SecondFactorState, SecondFactorEvent> = {
  initial: { step: "code", error: null },
  transitions: {
    code: {
      enter: (_, { totp }) => ({ step: "checking", totp }),
      edit: (state) => (state.error === null ? state : { step: "code", error: null })
    },
    checking: {
      refused: (_, { error }) => ({ step: "code", error }),
      expired: () => ({ step: "over" }),
      done: () => ({ step: "done" })
    },
    over: {},
    done: {}
  }
}
