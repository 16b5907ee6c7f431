/**
 * Derives the ES256 key pairs that sign access tokens, one for each project, from the secret of the installation. Only
 * that secret is stored.
 */
import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto"
import type { TokenKind } from "../../core/session/token-kinds.ts"

/** A public key of a JSON Web Key Set (RFC 7517). */
export interface PublicJwk {
  readonly kty: "EC"
  readonly crv: "P-256"
  readonly alg: "ES256"
  /** 12 characters, and a suffix for keys of restricted and anonymous users. */
  readonly kid: string
  readonly x: string
  readonly y: string
}

export interface SigningKey {
  readonly publicJwk: PublicJwk
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** The key pair of a project's normal users, from which those of the other kinds are derived. */
export interface ProjectKey extends SigningKey {
  readonly ofKind: (kind: TokenKind) => SigningKey
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

const suffixes = { restricted: "-restricted", anonymous: "-anon" } as const

/**
 * Returns the `kid` of the key from which the key with this `kid` is derived; the empty text for one of another kind.
 */
export const normalKeyId = (kid: string, kind: TokenKind): string => {
  if (kind === "normal") return kid
  const suffix = suffixes[kind]
  return kid.endsWith(suffix) ? kid.slice(0, -suffix.length) : ""
}

/** Derives a key pair from a secret (base64url). */
export const signingKey = (secret: string): ProjectKey => {
  const kid = idOf(secret)
  const normal = keyPair(secret, kid)
  // Most projects have no users of the other kinds.
  const derived: { -readonly [Kind in keyof typeof suffixes]?: SigningKey } = {}
  return {
    ...normal,
    ofKind: (kind) =>
      kind === "normal" ? normal : (derived[kind] ??= keyPair(sha256OfJson([secret, kind]), `${kid}${suffixes[kind]}`))
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
