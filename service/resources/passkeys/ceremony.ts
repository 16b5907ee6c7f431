/** Creates the options of passkey ceremonies (WebAuthn Level 3, sections 5.4 and 5.5). */
import type { UserRecord } from "../../sql/records/user-record.ts"
import { randomBytes } from "node:crypto"

/** A placeholder that clients replace by the name of their host. */
const RELYING_PARTY = "THIS_VALUE_WILL_BE_REPLACED.example.com"

/** The timeout of a ceremony, in milliseconds. The challenge expires five seconds later. */
const TIMEOUT = 60_000

/** EdDSA, ES256 and RS256 (RFC 9053). Every authenticator supports at least one of them. */
export const algorithms = [-8, -7, -257]

/** The name for users without a display name and an address. */
const NAMELESS = "User"

/** Returns a challenge of 256 bits. Section 13.4.3 requires at least 128. */
export const newChallenge = (): string => randomBytes(32).toString("base64url")

/** Returns the user handle, which an authenticator stores with the key and returns at each sign-in. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString("base64url")

/** Returns `PublicKeyCredentialCreationOptionsJSON`. Authenticators with one of the excluded credentials refuse. */
export const creationOptions = (
  projectName: string,
  user: UserRecord,
  challenge: string,
  excluded: ReadonlyArray<string>
) => {
  const name = user.displayName ?? user.primaryEmail ?? NAMELESS
  return {
    challenge,
    rp: { name: projectName, id: RELYING_PARTY },
    user: { id: userHandleOf(user.id), name, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
    timeout: TIMEOUT,
    attestation: "none",
    excludeCredentials: excluded.map((id) => ({ id, type: "public-key" })),
    authenticatorSelection: { residentKey: "required", userVerification: "preferred", requireResidentKey: true },
    extensions: { credProps: true }
  }
}

/** Returns `PublicKeyCredentialRequestOptionsJSON` without credential ids, for discoverable credentials. */
export const requestOptions = (challenge: string) => ({
  rpId: RELYING_PARTY,
  challenge,
  allowCredentials: [],
  timeout: TIMEOUT,
  userVerification: "preferred"
})
