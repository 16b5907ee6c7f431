/** The states of the second factor: a code of the app or a recovery code, until one is right or the attempt is over. */
import type { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import type { InvalidTotpCode } from "../../core/errors/multi-factor.ts"
import type { InvalidRecoveryCode } from "../../core/errors/recovery-code.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { LoadFailure } from "../../core/loading/load-failure.ts"
import type { Machine } from "./machine.ts"

/** The entered code. */
type SecondFactorCode = { readonly totp: string } | { readonly recoveryCode: string }

export type SecondFactorProblem = InvalidTotpCode | InvalidRecoveryCode | CookiesBlocked | RequestError | LoadFailure

export type SecondFactorState =
  | { readonly step: "code"; readonly error: SecondFactorProblem | null }
  | { readonly step: "checking"; readonly code: SecondFactorCode }
  /** The attempt expired or has too many wrong codes. The first factor is required again. */
  | { readonly step: "over" }
  | { readonly step: "done" }

export type SecondFactorEvent =
  | { readonly type: "enter"; readonly code: SecondFactorCode }
  | { readonly type: "refused"; readonly error: SecondFactorProblem }
  | { readonly type: "expired" }
  | { readonly type: "edit" }
  | { readonly type: "done" }

export const secondFactor: Machine<SecondFactorState, SecondFactorEvent> = {
  initial: { step: "code", error: null },
  working: ["checking"],
  notLoaded: (error) => ({ type: "refused", error }),
  transitions: {
    code: {
      enter: (_, { code }) => ({ step: "checking", code }),
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
