/** Random texts that mean something only to this service: refresh tokens, keys, verification codes. */
import { hash } from "node:crypto"
import { randomText } from "../../core/session/random.ts"

/** A new one: 45 characters, 225 bits. */
export const newOpaqueToken = (): string => randomText()

/**
 * What is stored in place of it. It holds too much randomness to be guessed, so a plain hash is enough; looking it up
 * by its hash leaks nothing through time.
 */
export const hashOpaqueToken = (token: string): string => hash("sha256", token, "base64url")
