/** The options of passkey ceremonies (WebAuthn Level 3, sections 5.4 and 5.5). */
import type { UserRecord } from "../../sql/records/user-record.ts"
import { randomBytes } from "node:crypto"

/** Clients put the name of their own host in its place: the service knows applications by their origins. */
const RELYING_PARTY = "THIS_VALUE_WILL_BE_REPLACED.example.com"

/** The timeout of a ceremony, in milliseconds. The challenge expires five seconds later. */
const TIMEOUT = 60_000

/** EdDSA, ES256 and RS256 (RFC 9053), which every authenticator has one of. */
export const algorithms = [-8, -7, -257]

/** For users of whom no name is known. */
const NAMELESS = "User"

/** 256 bits; section 13.4.3 asks for at least 128. */
export const newChallenge = (): string => randomBytes(32).toString("base64url")

/** The user handle, which an authenticator stores with the key and returns at each sign-in. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString("base64url")

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const creationOptions = (projectName: string, user: UserRecord, challenge: string) => {
  const name = user.displayName ?? user.primaryEmail ?? NAMELESS
  return {
    challenge,
    rp: { name: projectName, id: RELYING_PARTY },
    user: { id: userHandleOf(user.id), name, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
    timeout: TIMEOUT,
    attestation: "none",
    excludeCredentials: [],
    authenticatorSelection: { residentKey: "required", userVerification: "preferred", requireResidentKey: true },
    extensions: { credProps: true }
  }
}

/** `PublicKeyCredentialRequestOptionsJSON`. It names no credential: the authenticator knows whom it has keys for. */
export const requestOptions = (challenge: string) => ({
  rpId: RELYING_PARTY,
  challenge,
  allowCredentials: [],
  timeout: TIMEOUT,
  userVerification: "preferred"
})
