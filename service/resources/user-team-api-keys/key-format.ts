/**
 * The format of the keys of users and teams, which is that of Stack Auth:
 *
 *     sk_<45 random characters><id, 32 hexadecimal digits><user or team>1574ck4u7h<CRC-32, 8 hexadecimal digits>
 *
 * Scanners for leaked secrets find keys by the marker, and check the last eight characters without a request.
 */
import { newOpaqueToken } from "../../crypto/opaque-token.ts"
import { nodeZlib } from "../../process/node-modules.ts"
import type { KeyOwner } from "./user-team-api-key-store.ts"

/** Every key contains it before its checksum. */
const MARKER = "574ck4u7h"

/** The digit before the marker: the key is of a self-hosted service, and secret or public. */
const SECRET_DIGIT = "1"
const PUBLIC_DIGIT = "3"

const checksumOf = (text: string) => nodeZlib().crc32(text).toString(16).padStart(8, "0")

/** Returns a new key. */
export const newKey = (id: string, type: KeyOwner["type"], isPublic: boolean): string => {
  const prefix = isPublic ? "pk" : "sk"
  const digit = isPublic ? PUBLIC_DIGIT : SECRET_DIGIT
  const text = `${prefix}_${newOpaqueToken()}${id.replaceAll("-", "")}${type}${digit}${MARKER}`
  return `${text}${checksumOf(text)}`
}

/** Returns whether a text may be a key. A text that is not complete, or was mistyped, needs no query. */
export const hasKeyFormat = (text: string): boolean =>
  /^[sp]k_[\da-z]{45}[\da-f]{32}(?:user|team)[\da-z]574ck4u7h[\da-f]{8}$/.test(text) &&
  checksumOf(text.slice(0, -8)) === text.slice(-8)
