/** URLs and secrets of webhook targets. */
import { Redacted } from "effect"
import { randomBytes } from "node:crypto"

const SECRET_BYTES = 24
const PREFIX = "whsec_"

/** Decodes the bytes of a secret. */
export const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64")

export const newTargetSecret = (): Redacted.Redacted<string> =>
  Redacted.make(`${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`)

/** Normalizes a URL as it is stored and compared. */
export const normalUrl = (url: string): string => new URL(url).href
