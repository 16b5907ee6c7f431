/** What an authenticator is asked for (WebAuthn Level 3, section 5.4 and 5.5; wire, section 7). */
import type { UserRecord } from "../../sql/records/user-record.ts"
import { randomBytes } from "node:crypto"

/** Clients put the name of their own host in its place: the service knows applications by their origins. */
const RELYING_PARTY = "THIS_VALUE_WILL_BE_REPLACED.example.com"

/** How long the user may take, in milliseconds. The challenge lives five seconds longer. */
const TIMEOUT = 60_000

/** EdDSA, ES256 and RS256 (RFC 9053), which every authenticator has one of. */
export const algorithms = [-8, -7, -257]

/** For users of whom no name is known. */
const NAMELESS = "User"

/** 256 bits; section 13.4.3 asks for at least 128. */
export const newChallenge = (): string => randomBytes(32).toString("base64url")

/** What an authenticator keeps beside the key, and gives back at each sign-in. */
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
