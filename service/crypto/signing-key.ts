/**
 * Derives the ES256 key pairs that sign access tokens, one for each project, from the secret of the installation. Only
 * that secret is stored.
 */
import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto"

/** A public key of a JSON Web Key Set (RFC 7517). */
export interface PublicJwk {
  readonly kty: "EC"
  readonly crv: "P-256"
  readonly alg: "ES256"
  /** 12 characters; 17 for a key of anonymous users. */
  readonly kid: string
  readonly x: string
  readonly y: string
}

export interface SigningKey {
  readonly publicJwk: PublicJwk
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** A key pair of a project, from which the one for its anonymous users is derived. */
export interface ProjectKey extends SigningKey {
  readonly anonymous: () => SigningKey
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest()
const sha256OfJson = (value: ReadonlyArray<string>) => sha256(JSON.stringify(value)).toString("base64url")

const projectSecret = (serverSecret: string, projectId: string) => sha256OfJson([serverSecret, projectId])

/** Returns the key pair of a project. */
export const projectSigningKey = (serverSecret: string, projectId: string): ProjectKey =>
  signingKey(projectSecret(serverSecret, projectId))

const idOf = (secret: string) => sha256OfJson([secret, "kid"]).slice(0, 12)

/** Returns the `kid` of `projectSigningKey`, without deriving the key. */
export const projectSigningKeyId = (serverSecret: string, projectId: string): string =>
  idOf(projectSecret(serverSecret, projectId))

const ANONYMOUS_KEY = "-anon"

/** Returns the `kid` of the key from which the key of anonymous users with this `kid` is derived. */
export const ordinaryKeyId = (kid: string): string =>
  kid.endsWith(ANONYMOUS_KEY) ? kid.slice(0, -ANONYMOUS_KEY.length) : ""

/** Derives a key pair from a secret (base64url). */
export const signingKey = (secret: string): ProjectKey => {
  const kid = idOf(secret)
  let anonymous: SigningKey | undefined
  return {
    ...keyPair(secret, kid),
    // Most projects have no anonymous users.
    anonymous: () => (anonymous ??= keyPair(sha256OfJson([secret, "anonymous"]), `${kid}${ANONYMOUS_KEY}`))
  }
}

const keyPair = (secret: string, kid: string): SigningKey => {
  const scalar = sha256(Buffer.from(secret, "base64url"))
  const curve = createECDH("prime256v1")
  curve.setPrivateKey(scalar)
  // Uncompressed: 0x04, then both coordinates (SEC 1, section 2.3.3).
  const point = curve.getPublicKey()
  const key = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url")
  } as const
  return {
    publicJwk: { ...key, alg: "ES256", kid },
    privateKey: createPrivateKey({ format: "jwk", key: { ...key, d: scalar.toString("base64url") } }),
    publicKey: createPublicKey({ format: "jwk", key: { ...key } })
  }
}
