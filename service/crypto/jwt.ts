/**
 * Signs and verifies compact JWTs with ES256 (RFC 7515, RFC 7518 section 3.4), and with no other algorithm.
 *
 * Both are synchronous by default, because tests run with a virtual clock. `keystile serve` verifies signatures on
 * other threads (`SignatureCheck`).
 *
 * Of an ES256 signature `(r, s)`, `(r, n − s)` is valid as well: the holder of a token can compute a second signature.
 * Both verify, as in every standard verifier (FIPS 186-5, section 6.4.2). The text of a token must therefore never
 * identify it. Code that refuses, revokes or counts tokens uses their claims.
 */
import { isJsonObject } from "../../core/json/json-object.ts"
import { Context, Effect } from "effect"
import { sign, verify } from "node:crypto"
import { fromDer, toDer } from "./ecdsa-signature.ts"
import type { SigningKey } from "./signing-key.ts"

/** The maximum length of a token. Longer texts are refused without parsing. */
const MAX_LENGTH = 4096

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

export const signJwt = (claims: object, key: SigningKey): string => {
  const content = `${encode({ alg: "ES256", kid: key.publicJwk.kid })}.${encode(claims)}`
  const signature = fromDer(sign("sha256", Buffer.from(content), key.privateKey))
  return `${content}.${signature.toString("base64url")}`
}

type Claims = Readonly<Record<string, unknown>>

/** A token whose signature is not verified. */
interface UnverifiedJwt {
  readonly header: Claims
  readonly claims: Claims
  readonly content: string
  readonly signature: Buffer
}

/** Returns the parts of a token, or `null` if it is not a compact JWT. */
export const parseJwt = (token: string): UnverifiedJwt | null => {
  if (token.length > MAX_LENGTH) return null
  const [head, body, signature, ...rest] = token.split(".")
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0) return null
  const header = parse(head)
  const claims = parse(body)
  const bytes = bytesOf(signature)
  if (header === null || claims === null || bytes === null) return null
  return { header, claims, content: `${head}.${body}`, signature: bytes }
}

/** Returns whether a key of the service signed a token. The caller validates the claims. */
type IsSignedBy = (jwt: UnverifiedJwt, key: SigningKey) => Effect.Effect<boolean>

/** Returns the signature for OpenSSL; `null` if the header or the length refuses the token. */
const signatureOf = ({ header, signature }: UnverifiedJwt, key: SigningKey): Buffer | null =>
  isOurHeader(header, key) ? toDer(signature) : null

/** Verifies a signature at once, which takes 0.07 ms of the main thread. */
const verifyAtOnce: IsSignedBy = (jwt, key) =>
  Effect.sync(() => {
    const der = signatureOf(jwt, key)
    return der !== null && verify("sha256", Buffer.from(jwt.content), key.publicKey, der)
  })

/** Verifies a signature on a thread of libuv: the main thread needs a third of the time. */
export const verifyOffThread: IsSignedBy = (jwt, key) =>
  Effect.callback((resume) => {
    const der = signatureOf(jwt, key)
    if (der === null) return resume(Effect.succeed(false))
    verify("sha256", Buffer.from(jwt.content), key.publicKey, der, (error, isValid) =>
      resume(error === null ? Effect.succeed(isValid) : Effect.die(error))
    )
  })

/** Verifies the signatures of access tokens. */
export const SignatureCheck = Context.Reference<IsSignedBy>("keystile/service/SignatureCheck", {
  defaultValue: () => verifyAtOnce
})

/** Accepts one algorithm, the service's own key, and no critical extensions (RFC 8725, section 3). */
const isOurHeader = (header: Claims, key: SigningKey): boolean =>
  header["alg"] === "ES256" &&
  header["kid"] === key.publicJwk.kid &&
  (header["typ"] === undefined || header["typ"] === "JWT") &&
  Object.keys(header).every((name) => name === "alg" || name === "kid" || name === "typ")

/** Accepts only the canonical base64url of the bytes (RFC 7515, appendix C). */
const bytesOf = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, "base64url")
  return bytes.toString("base64url") === text ? bytes : null
}

const parse = (text: string): Claims | null => {
  const bytes = bytesOf(text)
  if (bytes === null) return null
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
