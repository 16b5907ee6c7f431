/**
 * A proof of work in the format of ALTCHA, version 1: the number whose SHA-256 with the salt is the challenge.
 *
 * Members have the names of that format, so that its solvers work as well.
 */
import * as Schema from "effect/Schema"
import { matching } from "./fields/matching.ts"
import { MAX_PROOF_DIFFICULTY } from "./fields/proof-difficulty.ts"
import { integerBetween } from "./fields/whole.ts"

const Hash = Schema.String.check(matching(/^[0-9a-f]{64}$/u, { expected: "a SHA-256 hash in hexadecimal" }))

/**
 * Random characters and the end of the challenge in epoch seconds. The `&` at the end separates the time from the
 * number: without it, an attacker could move digits of the number into the time.
 */
const Salt = Schema.String.check(
  matching(/^[0-9a-f]{24}\?expires=[0-9]{1,11}&$/u, { expected: "a salt with the end of the challenge" })
)

const challenge = {
  algorithm: Schema.Literal("SHA-256"),
  challenge: Hash,
  salt: Salt,
  /** The HMAC of the challenge, by a key of the service. */
  signature: Hash
}

export const ProofOfWorkChallenge = Schema.Struct({ ...challenge, maxnumber: integerBetween(1, MAX_PROOF_DIFFICULTY) })
export type ProofOfWorkChallenge = typeof ProofOfWorkChallenge.Type

/** A solved challenge. Its proof is this JSON in base64. */
export const ProofOfWorkSolution = Schema.Struct({ ...challenge, number: integerBetween(0, MAX_PROOF_DIFFICULTY) })
export type ProofOfWorkSolution = typeof ProofOfWorkSolution.Type
