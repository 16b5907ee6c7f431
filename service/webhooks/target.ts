/** URLs and secrets of webhook targets. Secrets have 24 to 64 bytes (Standard Webhooks, "Signature scheme"). */
import { Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"

const MAX_URL = 2000

const isTarget = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" && url.hash === ""
}

/** Loopback and plain http are allowed, for development. */
export const TargetUrl = Schema.String.check(
  Schema.isMaxLength(MAX_URL),
  Schema.makeFilter(isTarget, { expected: "an http or https URL without a user, a password or a fragment" })
)

const SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64
const PREFIX = "whsec_"

/** Decodes the bytes of a secret. */
export const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64")

const isSecret = (text: string): boolean => {
  const { length } = secretBytes(text)
  return /^whsec_[\d+/A-Za-z]+={0,2}$/.test(text) && length >= SECRET_BYTES && length <= MAX_SECRET_BYTES
}

/** A secret. Errors do not include it. */
export const TargetSecret = Schema.RedactedFromValue(
  Schema.String.check(
    Schema.makeFilter(isSecret, {
      expected: `${PREFIX} and ${SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes in base64`
    })
  )
)

export const newTargetSecret = (): Redacted.Redacted<string> =>
  Redacted.make(`${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`)

/** Normalizes a URL as it is stored and compared. */
export const normalUrl = (url: string): string => new URL(url).href
