/**
 * A software authenticator (WebAuthn Level 3, section 6) with one P-256 key. Each part of a response can be made wrong
 * on its own.
 */
import { cose, isoCBOR } from "@simplewebauthn/server/helpers"
import { attestationCertificate, attestationKey } from "./attestation.ts"
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from "node:crypto"

/** The origin of the page that uses it. */
const ORIGIN = "http://localhost:3000"

const flag = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attestedData: 0x40 }

type Statement = number | Uint8Array | Array<Uint8Array>
type Entries = Array<[string, Statement]>

/** Deviations from a valid ceremony. */
export interface AuthenticatorFaults {
  readonly type?: string
  readonly challenge?: string
  readonly origin?: string
  readonly crossOrigin?: boolean
  /** The RP id whose hash is signed. Default: the host of the origin. */
  readonly rpId?: string
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  /** The flags BE (the credential may have copies) and BS (it has one). Default: neither. */
  readonly backupEligible?: boolean
  readonly backedUp?: boolean
  /** The AAGUID of a registration in hexadecimal. Default: zeros. */
  readonly aaguid?: string
  readonly counter?: number
  /** The credential id that is sent beside the signed data. */
  readonly id?: string
  readonly userHandle?: string | null
  /** Changes the signature after signing. */
  readonly tampered?: boolean
  readonly attestation?: { readonly format: string; readonly statement: Map<string, Statement> }
  /** Signs the registration with the credential's own key (self attestation). */
  readonly selfAttested?: boolean
  /** Signs the registration with the vendor's key (basic attestation). */
  readonly makerAttested?: boolean
  readonly algorithm?: number
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")

const counterBytes = (counter: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(counter)
  return bytes
}

/** Returns an authenticator with a new key, or with one in PEM of another authenticator. */
export const makeAuthenticator = (credentialId: Buffer = randomBytes(16), pem?: string) => {
  const privateKey =
    pem === undefined ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey : createPrivateKey(pem)
  const publicKey = createPublicKey(privateKey)
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const bytes = (part: string) => new Uint8Array(Buffer.from(part, "base64url"))
  const id = text(credentialId)
  let uses = 0

  const clientData = (type: string, challenge: string, faults: AuthenticatorFaults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? ORIGIN,
        crossOrigin: faults.crossOrigin ?? false
      })
    )

  const authenticatorData = (faults: AuthenticatorFaults, attested: Uint8Array = new Uint8Array()) => {
    const flags =
      (faults.userPresent === false ? 0 : flag.userPresent) +
      (faults.userVerified === false ? 0 : flag.userVerified) +
      (faults.backupEligible ? flag.backupEligible : 0) +
      (faults.backedUp ? flag.backedUp : 0) +
      (attested.length > 0 ? flag.attestedData : 0)
    const rpId = faults.rpId ?? new URL(faults.origin ?? ORIGIN).hostname
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counterBytes(faults.counter ?? uses), attested])
  }

  const signatureOf = (authData: Uint8Array, data: Uint8Array, { makerAttested, tampered }: AuthenticatorFaults) => {
    const signature = sign(
      "sha256",
      Buffer.concat([authData, sha256(data)]),
      makerAttested ? attestationKey : privateKey
    )
    if (tampered) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
    return signature
  }

  const credential = (faults: AuthenticatorFaults, response: object) => ({
    id: faults.id ?? id,
    rawId: faults.id ?? id,
    type: "public-key",
    clientExtensionResults: { credProps: { rk: true } },
    authenticatorAttachment: "platform",
    response
  })

  const coseKey = (algorithm: number = cose.COSEALG.ES256) =>
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
        [cose.COSEKEYS.alg, algorithm],
        [cose.COSEKEYS.crv, cose.COSECRV.P256],
        [cose.COSEKEYS.x, bytes(x)],
        [cose.COSEKEYS.y, bytes(y)]
      ])
    )

  return {
    id,
    privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    /** The COSE key in base64url. */
    publicKey: text(coseKey()),
    /** Returns the response to creation options. */
    create: (challenge: string, faults: AuthenticatorFaults = {}) => {
      const key = coseKey(faults.algorithm)
      const aaguid =
        faults.aaguid === undefined ? Buffer.alloc(16) : Buffer.from(faults.aaguid.replaceAll("-", ""), "hex")
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = authenticatorData(faults, Buffer.concat([aaguid, length, credentialId, key]))
      const data = clientData("webauthn.create", challenge, faults)
      const signature = signatureOf(authData, data, faults)
      const { format, statement } =
        faults.attestation ??
        (faults.selfAttested || faults.makerAttested
          ? {
              format: "packed",
              statement: new Map<string, Statement>([
                ["alg", -7],
                ["sig", new Uint8Array(signature)],
                ...(faults.makerAttested ? ([["x5c", [attestationCertificate]]] satisfies Entries) : [])
              ] satisfies Entries)
            }
          : { format: "none", statement: new Map<string, Statement>() })
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, Statement>>([
          ["fmt", format],
          ["attStmt", statement],
          ["authData", new Uint8Array(authData)]
        ])
      )
      return credential(faults, {
        clientDataJSON: text(data),
        attestationObject: text(attestationObject),
        transports: ["internal"]
      })
    },
    /** Returns the response to request options. Increments the counter unless one is given. */
    get: (challenge: string, userHandle: string, faults: AuthenticatorFaults = {}) => {
      uses += 1
      const data = clientData("webauthn.get", challenge, faults)
      const authData = authenticatorData(faults)
      return credential(faults, {
        clientDataJSON: text(data),
        authenticatorData: text(authData),
        signature: text(signatureOf(authData, data, faults)),
        ...(faults.userHandle !== null && { userHandle: faults.userHandle ?? userHandle })
      })
    }
  }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>
