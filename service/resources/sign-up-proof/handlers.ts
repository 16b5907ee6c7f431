/** Handles the endpoint of challenges for sign-up. */
import { Effect, Layer } from "effect"
import { getChallenge } from "../../../core/api/sign-up-proof.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { SignUpProof } from "./sign-up-proof.ts"
import * as SignUpProofs from "./sign-up-proof.ts"
import * as UsedChallenges from "./used-challenge-store.ts"

export const layer = Layer.provide(SignUpProofs.layer, UsedChallenges.layer)

export const handlers = [
  implement(
    getChallenge,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      return yield* (yield* SignUpProof).challenge(project.id)
    })
  )
]
