import { Effect, Result } from "effect"
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { inTransaction } from "../../sql/rows.ts"

const isFactorRequired = (error: unknown): error is MultiFactorAuthenticationRequired =>
  error instanceof MultiFactorAuthenticationRequired

/**
 * Runs the last check of a first factor, `requireSecondFactor` and the start of the session in one transaction, so that
 * neither session nor attempt outlives a revocation. It is committed also if a second factor is required: it has the code
 * of the attempt.
 */
export const inSignInTransaction = <A, E, R>(signIn: Effect.Effect<A, E | MultiFactorAuthenticationRequired, R>) =>
  Effect.map(signIn, Result.succeed).pipe(
    Effect.catchIf(isFactorRequired, (required) => Effect.succeed(Result.fail(required))),
    inTransaction,
    Effect.flatMap(Effect.fromResult)
  )
