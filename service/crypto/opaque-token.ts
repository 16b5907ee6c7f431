/** Random texts that mean something only to this service: refresh tokens, keys, verification codes. */
import { hash } from "node:crypto"
import { randomText } from "../../core/session/random.ts"

/** A new one: 45 characters, 225 bits. */
export const newOpaqueToken = (): string => randomText()

/**
 * Returns the hash under which a token is stored. Tokens are random, so an unsalted hash is enough. Looking one up by its
 * hash has no timing side channel.
 */
export const hashOpaqueToken = (token: string): string => hash("sha256", token, "base64url")
