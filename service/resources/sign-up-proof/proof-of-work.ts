/**
 * Issues and verifies proofs of work in the format of ALTCHA, version 1.
 *
 * A challenge is not stored: it is signed with a key of the project, and its salt contains its end. Only the challenges
 * of solutions that were used are stored, until they expire.
 */
import { type Redacted, Schema } from "effect"
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import { type ProofOfWorkChallenge, ProofOfWorkSolution } from "../../../core/schema/proof-of-work.ts"
import { derive } from "../../crypto/secrets/encryption.ts"

/** The difficulty of projects that set none: see `docs/production.md` for its cost. */
export const DEFAULT_DIFFICULTY = 200_000

/** The lifetime of a challenge, in seconds: the time for filling in a form. */
const CHALLENGE_SECONDS = 600

const ALGORITHM = "SHA-256"
const SALT_BYTES = 12

/** Returns the key that signs the challenges of a project, so that those of another project are refused. */
const keyOf = (serverSecret: Redacted.Redacted<string>, projectId: string) =>
  derive(serverSecret, `sign-up challenges ${projectId}`)

const sign = (key: Buffer, challenge: string) => createHmac("sha256", key).update(challenge).digest("hex")

const isEqual = (left: string, right: string) =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

interface IssuedChallenge {
  readonly challenge: ProofOfWorkChallenge
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** Returns a new challenge. `now` is in epoch milliseconds. */
export const issueChallenge = (
  serverSecret: Redacted.Redacted<string>,
  projectId: string,
  difficulty: number,
  now: number
): IssuedChallenge => {
  const expires = Math.floor(now / 1000) + CHALLENGE_SECONDS
  const salt = `${randomBytes(SALT_BYTES).toString("hex")}?expires=${expires}&`
  const challenge = hash("sha256", `${salt}${randomInt(difficulty + 1)}`)
  return {
    challenge: {
      algorithm: ALGORITHM,
      challenge,
      maxnumber: difficulty,
      salt,
      signature: sign(keyOf(serverSecret, projectId), challenge)
    },
    expiresAt: expires * 1000
  }
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(ProofOfWorkSolution))

/** Base64 without whitespace, which `Buffer.from` would ignore. */
const BASE64 = /^[A-Za-z0-9+/]{1,2000}={0,2}$/

/**
 * Returns the challenge that a proof solves and its end in epoch milliseconds; `null` if the proof is wrong, expired,
 * or that of another project.
 */
export const readSolution = (
  serverSecret: Redacted.Redacted<string>,
  projectId: string,
  proof: string,
  now: number
): { readonly challenge: string; readonly expiresAt: number } | null => {
  if (!BASE64.test(proof)) return null
  const solution = decode(Buffer.from(proof, "base64").toString())
  if (solution._tag === "None") return null
  const { challenge, number, salt, signature } = solution.value
  if (!isEqual(signature, sign(keyOf(serverSecret, projectId), challenge))) return null
  if (!isEqual(challenge, hash("sha256", `${salt}${number}`))) return null
  const expiresAt = Number(/=(\d+)&$/.exec(salt)?.[1]) * 1000
  return expiresAt > now ? { challenge, expiresAt } : null
}
