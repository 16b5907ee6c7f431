/** Time-based one-time passwords (RFC 6238), to check a new secret in the browser before it is saved. */

/** Length of a secret in bytes: the output length of SHA-1 (RFC 4226, section 4, R6). */
const TOTP_SECRET_BYTES = 20
const STEP_MILLIS = 30_000
const DIGITS = 6
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

export const newTotpSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(TOTP_SECRET_BYTES))

/** Encodes bytes in Base32 without padding (RFC 4648, section 6). */
export const base32 = (bytes: Uint8Array): string => {
  let text = ""
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET.charAt((held >>> bits) & 31)
    }
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + ALPHABET.charAt((held << (5 - bits)) & 31)
}

/** Returns the `otpauth:` URL that authenticator apps read from a QR code. */
export const totpUrl = ({
  email,
  issuer,
  secret
}: {
  readonly issuer: string
  readonly email: string
  readonly secret: Uint8Array
}): string => {
  // The colon separates issuer and account.
  const label = [issuer, email].map((part) => encodeURIComponent(part.replaceAll(":", " ").slice(0, 100))).join(":")
  const query = new URLSearchParams({ secret: base32(secret), issuer: issuer.slice(0, 100), algorithm: "SHA1" })
  const parameters = query.toString().replaceAll("+", "%20")
  return `otpauth://totp/${label}?${parameters}&digits=${DIGITS}&period=${STEP_MILLIS / 1000}`
}

/** Returns whether Web Crypto is available, which needs a secure context. */
export const canCheckTotp = (): boolean => globalThis.crypto.subtle !== undefined

const codeAt = async (key: CryptoKey, step: number): Promise<string> => {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const digest = new DataView(await crypto.subtle.sign("HMAC", key, counter))
  const offset = digest.getUint8(digest.byteLength - 1) & 0xf
  return String((digest.getUint32(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, "0")
}

/** Returns whether the code belongs to the current time step, the previous or the next one. */
export const isTotpOf = async (secret: Uint8Array<ArrayBuffer>, code: string, now: number): Promise<boolean> => {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-1" }, false, ["sign"])
  const step = Math.floor(now / STEP_MILLIS)
  const codes = await Promise.all([step - 1, step, step + 1].map((step) => codeAt(key, step)))
  return codes.includes(code)
}
