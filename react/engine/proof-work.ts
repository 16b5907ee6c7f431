/** Makes and takes the proof of a sign-up. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { SignUpProofFailed } from "../../core/errors/local-errors.ts"
import type { MadeSignUpProof } from "../../tiers/calls/sign-up-proof.ts"
import { Client } from "../../tiers/client.ts"
import type { Keystile } from "./keystile.ts"

/** Makes a proof in advance; `null` if that failed: the request makes another and reports the error. */
export const makeProof = async ({ run }: Keystile): Promise<MadeSignUpProof | null> => {
  const exit = await run(Effect.flatMap(Client, (client) => client.makeSignUpProof()))
  return Exit.isSuccess(exit) ? exit.value : null
}

/** Returns the proof for a request as an option of the call. */
export const takeProof = (
  take: (signal: AbortSignal) => Promise<string | undefined>
): Effect.Effect<{ readonly signUpProof?: string }, SignUpProofFailed> =>
  Effect.map(Effect.tryPromise({ try: take, catch: (cause) => new SignUpProofFailed({ cause }) }), (signUpProof) =>
    signUpProof === undefined ? {} : { signUpProof }
  )
