/** Lists of breached passwords. */
import { hash } from "node:crypto"

export const sha1 = (text: string): string => hash("sha1", text).toUpperCase()

/** Returns the hashes of passwords, sorted. */
export const hashesOf = (passwords: ReadonlyArray<string>): ReadonlyArray<string> => passwords.map(sha1).sort()

/** Returns a list with counts of different lengths, as Have I Been Pwned has them. */
export const listOf = (passwords: ReadonlyArray<string>, lineBreak = "\n"): string =>
  hashesOf(passwords)
    .map((hash, index) => `${hash}:${10 ** (index % 9)}${lineBreak}`)
    .join("")
