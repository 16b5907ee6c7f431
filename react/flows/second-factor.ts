/** The flow of the second factor: six digits, until they are right or the attempt is over. */
import type { CookiesBlocked } from "../../core/errors/local-errors.ts"
import type { InvalidTotpCode } from "../../core/errors/multi-factor.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { Machine } from "./machine.ts"

export type SecondFactorProblem = InvalidTotpCode | CookiesBlocked | RequestError

export type SecondFactorState =
  | { readonly step: "code"; readonly error: SecondFactorProblem | null }
  | { readonly step: "checking"; readonly totp: string }
  /** Too late, or too often: the first factor has to be given again. */
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
