/** Time-based one-time passwords in the browser (RFC 6238): a new secret is checked before it is kept. */

/** Bytes of a secret: as many as SHA-1 gives (RFC 4226, section 4, R6). */
const TOTP_SECRET_BYTES = 20
const STEP_MILLIS = 30_000
const DIGITS = 6
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

export const newTotpSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(TOTP_SECRET_BYTES))

/** Base32 without padding (RFC 4648, section 6), as authenticator apps want their keys. */
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

/** The address that an authenticator app reads from a QR code. */
export const totpAddress = ({
  email,
  issuer,
  secret
}: {
  readonly issuer: string
  readonly email: string
  readonly secret: Uint8Array
}): string => {
  // The colon is what separates the two.
  const label = [issuer, email].map((part) => encodeURIComponent(part.replaceAll(":", " ").slice(0, 100))).join(":")
  const query = new URLSearchParams({ secret: base32(secret), issuer: issuer.slice(0, 100), algorithm: "SHA1" })
  const parameters = query.toString().replaceAll("+", "%20")
  return `otpauth://totp/${label}?${parameters}&digits=${DIGITS}&period=${STEP_MILLIS / 1000}`
}

/** Whether the platform can make codes: only pages with https may. */
export const canCheckTotp = (): boolean => globalThis.crypto.subtle !== undefined

const codeAt = async (key: CryptoKey, step: number): Promise<string> => {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const digest = new DataView(await crypto.subtle.sign("HMAC", key, counter))
  const offset = digest.getUint8(digest.byteLength - 1) & 0xf
  return String((digest.getUint32(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, "0")
}

/** Whether it is the code of now, or of half a minute before or after. */
export const isTotpOf = async (secret: Uint8Array<ArrayBuffer>, code: string, now: number): Promise<boolean> => {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-1" }, false, ["sign"])
  const step = Math.floor(now / STEP_MILLIS)
  const codes = await Promise.all([step - 1, step, step + 1].map((step) => codeAt(key, step)))
  return codes.includes(code)
}
