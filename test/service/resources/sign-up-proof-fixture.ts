/** Requests and proofs of sign-ups. */
import { Effect, Layer, Schema } from "effect"
import { solveProofOfWork } from "../../../core/sign-up-proof/solve-proof-of-work.ts"
import { ProofOfWorkChallenge } from "../../../core/schema/proof-of-work.ts"
import { type TestResponse, asClient, type Headers, send, service } from "../fixture.ts"
import { callback } from "../mails.ts"
import { post } from "../requests.ts"
import { verified } from "./otp-fixture.ts"

/** The lowest difficulty, so that a proof takes some milliseconds. */
export const easy = { type: "proof-of-work", difficulty: 1000 } as const

/** A service whose project requires a proof of work and has every method that may create a user. */
export const withProofOfWork = (config: object = {}, project: object = {}) =>
  service({ config: { magicLinkEnabled: true, signUpProof: easy, ...config }, users: [verified], ...project })

const readChallenge = Schema.decodeUnknownEffect(Schema.Struct({ challenge: ProofOfWorkChallenge }))

export const askChallenge = (headers: Headers = asClient) =>
  send("GET", "/api/v1/auth/sign-up-proof/challenge", { headers })

/** Returns the fields of a solved challenge. */
export const solve = Effect.fnUntraced(function* (headers: Headers = asClient) {
  const { challenge } = yield* Effect.orDie(readChallenge((yield* askChallenge(headers)).json))
  const number = (yield* Effect.promise((signal) => solveProofOfWork(challenge, signal))) ?? -1
  const { algorithm, challenge: hash, salt, signature } = challenge
  return { algorithm, challenge: hash, number, salt, signature }
})

export const encode = (solution: unknown): string => Buffer.from(JSON.stringify(solution)).toString("base64")

/** Returns a valid proof. */
export const prove = (headers: Headers = asClient) => Effect.map(solve(headers), encode)

export const signUpWith = (email: string, proof?: unknown, headers: Headers = asClient, password = "correct horse") =>
  post("/auth/password/sign-up", headers, {
    email,
    password,
    verification_callback_url: callback,
    ...(proof !== undefined && { sign_up_proof: proof })
  })

export const sendCodeWith = (email: string, proof?: string, headers: Headers = asClient) =>
  post("/auth/otp/send-sign-in-code", headers, {
    email,
    callback_url: callback,
    ...(proof !== undefined && { sign_up_proof: proof })
  })

/** Returns the status and the error code. */
export const outcomeOf = ({ code, status }: TestResponse) => (code === undefined ? `${status}` : `${status} ${code}`)

export const REQUIRED = "400 SIGN_UP_PROOF_REQUIRED"
export const INVALID = "400 SIGN_UP_PROOF_INVALID"

/** A service with a layer of the program that embeds it. */
export const embedding = (layer: Layer.Layer<never>, config: object) =>
  Layer.provide(service({ config: { magicLinkEnabled: true, ...config }, users: [verified] }), layer)
