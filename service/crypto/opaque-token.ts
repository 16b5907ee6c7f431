/** Generates and hashes opaque tokens: refresh tokens, API keys and verification codes. */
import { hash } from "node:crypto"
import { randomText } from "../../core/session/random.ts"

/** Returns a new random token of 45 characters and 225 bits. */
export const newOpaqueToken = (): string => randomText()

/**
 * Returns the hash under which a token is stored. Tokens are random, so an unsalted hash is enough. Looking one up by
 * its hash has no timing side channel.
 */
export const hashOpaqueToken = (token: string): string => hash("sha256", token, "base64url")
