/**
 * Signatures of webhooks by the scheme of Svix, which is that of Standard Webhooks: HMAC-SHA256 over id, time and body.
 *
 * | header | content |
 * |---|---|
 * | `svix-id` | the message's id |
 * | `svix-timestamp` | when it was sent, in seconds |
 * | `svix-signature` | `v1,<base64>`, more than one with blanks between while the secret is changed |
 *
 * The same headers may be named `webhook-…`.
 */
import type { HeaderReader } from "../../core/session/request-tokens.ts"

export interface SignedHeaders {
  readonly id: string
  /** Seconds, as they are written: that is what is signed. */
  readonly timestamp: string
  readonly signatures: ReadonlyArray<Uint8Array>
}

/** No header of the scheme comes near it. */
const MAX_HEADER_LENGTH = 4096

const HMAC = { name: "HMAC", hash: "SHA-256" } as const
const HMAC_BYTES = 32

/** The bytes of base64 with or without padding; `null` if it is none. */
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** Fewer bits could be guessed. Those that Svix makes have 24 bytes. */
const MIN_SECRET_BYTES = 16

/** The bytes of an endpoint's secret, `whsec_` and base64; `null` if it is none. */
export const readSecret = (text: string): Uint8Array<ArrayBuffer> | null => {
  const bytes = fromBase64(text.replace(/^whsec_/, ""))
  return bytes !== null && bytes.length >= MIN_SECRET_BYTES ? bytes : null
}

/** The headers of the scheme; `null` if they are not all there, or are none. */
export const readHeaders = (header: HeaderReader): SignedHeaders | null => {
  const prefix = header("svix-id") === undefined ? "webhook" : "svix"
  const id = header(`${prefix}-id`) ?? ""
  const timestamp = header(`${prefix}-timestamp`) ?? ""
  const list = header(`${prefix}-signature`) ?? ""
  if (id === "" || !/^\d{1,12}$/.test(timestamp) || Math.max(id.length, list.length) > MAX_HEADER_LENGTH) return null
  const signatures = list.split(" ").flatMap((part) => {
    const bytes = part.startsWith("v1,") ? fromBase64(part.slice(3)) : null
    return bytes?.length === HMAC_BYTES ? [bytes] : []
  })
  return { id, timestamp, signatures }
}

/** Compares in a time that does not depend on where they differ. */
const isEqual = (a: Uint8Array, b: Uint8Array) => {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0)
  return difference === 0
}

/** Returns whether one of the signatures is valid. Compares all of them. */
export const isSigned = async (
  { id, signatures, timestamp }: SignedHeaders,
  body: Uint8Array,
  secret: Uint8Array<ArrayBuffer>
): Promise<boolean> => {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(start.length + body.length)
  content.set(start)
  content.set(body, start.length)
  const key = await crypto.subtle.importKey("raw", secret, HMAC, false, ["sign"])
  const expected = new Uint8Array(await crypto.subtle.sign(HMAC, key, content))
  return signatures.map((signature) => isEqual(expected, signature)).includes(true)
}
