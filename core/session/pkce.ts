/**
 * Binds an OAuth flow to the browser that started it: `state` (RFC 6749, section 10.12) and a code verifier (RFC 7636).
 */
import * as Redacted from "effect/Redacted"

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")

/** 256 bits of the platform's cryptographic generator (RFC 7636, section 7.1), 43 characters. */
const randomValue = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

export interface Proof {
  readonly state: string
  readonly verifier: Redacted.Redacted<string>
  /** By the method S256. */
  readonly challenge: string
}

/** Makes the proof of one flow. Needs `crypto.subtle`, which pages over http lack. */
export const newProof = async (): Promise<Proof> => {
  const verifier = randomValue()
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))
  return { state: randomValue(), verifier: Redacted.make(verifier), challenge: base64url(new Uint8Array(digest)) }
}
