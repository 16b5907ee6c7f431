/**
 * The proof that a project requires at sign-up. A proof of work is solved here; another proof comes from the option
 * `signUpProof`, or from the application with the call. Loaded with the calls that use it.
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as SchemaParser from "effect/SchemaParser"
import * as SignUpProofApi from "../../core/api/sign-up-proof.ts"
import { call } from "../../core/call/call.ts"
import { SignUpProofFailed } from "../../core/errors/local-errors.ts"
import { RequestError, UnexpectedBody } from "../../core/errors/request-error.ts"
import { SignUpProofRequired } from "../../core/errors/sign-up-proof.ts"
import { lazyModule } from "../../core/loading/lazy-module.ts"
import { ProofOfWorkChallenge } from "../../core/schema/proof-of-work.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"

/** A proof for one sign-up. */
export interface MadeSignUpProof {
  /** Valid for one request. */
  readonly proof: string
  /** The end of its validity, if the service sends it. */
  readonly expiresAt?: Date
}

/** The errors of `makeSignUpProof`. */
export type MakeSignUpProofError =
  CallError<typeof SignUpProofApi.getChallenge> | SignUpProofRequired | SignUpProofFailed

/** The option of calls that may create a user. */
export interface SignUpProofOption {
  /**
   * The proof that the project requires. Without it the call makes one when the service requires it: at once for a
   * proof of work, else by the option `signUpProof` of the client.
   */
  readonly signUpProof?: string | undefined
}

const PROOF_OF_WORK = "proof-of-work"

const solver = lazyModule("proof of work", () => import("../../core/sign-up-proof/solve-proof-of-work.ts"))

const decode = SchemaParser.decodeUnknownEffect(ProofOfWorkChallenge)

const solveWork = Effect.fnUntraced(function* (given: Schema.Json | undefined) {
  const challenge = yield* Effect.mapError(decode(given), (issue) => {
    const { name } = SignUpProofApi.getChallenge
    return new SignUpProofFailed({ cause: new RequestError({ endpoint: name, reason: new UnexpectedBody({ issue }) }) })
  })
  const { solveProofOfWork } = yield* solver
  const number = yield* Effect.promise((signal) => solveProofOfWork(challenge, signal))
  if (number === null) return yield* new SignUpProofFailed({ cause: new Error("The challenge has no solution.") })
  const { algorithm, challenge: hash, salt, signature } = challenge
  return btoa(JSON.stringify({ algorithm, challenge: hash, number, salt, signature }))
})

/** Makes a proof for the next sign-up; `null` if the project requires none. */
export const makeSignUpProof = Effect.fnUntraced(function* ({
  bind,
  solveSignUp
}: CallDependencies): Effect.fn.Return<MadeSignUpProof | null, MakeSignUpProofError> {
  const asked = yield* bind(call(SignUpProofApi.getChallenge))
  if (asked.type === SignUpProofApi.NO_PROOF) return null
  const { expiresAt } = asked
  const toProof = (proof: string) => ({ proof, ...(expiresAt !== undefined && { expiresAt }) })
  if (asked.type === PROOF_OF_WORK) return toProof(yield* solveWork(asked.challenge))
  if (solveSignUp === undefined) return yield* new SignUpProofRequired()
  return toProof(
    yield* Effect.tryPromise({ try: () => solveSignUp(asked), catch: (cause) => new SignUpProofFailed({ cause }) })
  )
})

/**
 * Sends a request that may need a proof. Without a given one it is sent without, and again with a proof if the service
 * requires one: for all other projects nothing changes.
 */
export const withSignUpProof = <A, E>(
  dependencies: CallDependencies,
  given: string | undefined,
  send: (proof: { readonly signUpProof?: string }) => Effect.Effect<A, E | SignUpProofRequired>
): Effect.Effect<A, E | SignUpProofRequired | SignUpProofFailed | RequestError> => {
  if (given !== undefined) return send({ signUpProof: given })
  return send({}).pipe(
    Effect.catch((error): Effect.Effect<A, E | SignUpProofRequired | SignUpProofFailed | RequestError> =>
      error instanceof SignUpProofRequired
        ? Effect.flatMap(makeSignUpProof(dependencies), (made) =>
            made === null ? Effect.fail(error) : send({ signUpProof: made.proof })
          )
        : Effect.fail(error)
    )
  )
}
