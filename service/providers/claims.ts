/** Reads account data of providers from unvalidated JSON. */
import { isEmail } from "../../core/schema/fields/email-pattern.ts"

/** Returns a nested member of a value; undefined if it does not exist. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown => {
  let found = value
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined
    found = Object.entries(found).find(([key]) => key === name)?.[1]
  }
  return found
}

/** Returns the items of a list. */
export const items = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The limit of names in the client tier, too. */
const MAX_TEXT = 1000

/** The limit for URLs of images, which lists of users and members repeat. */
const MAX_IMAGE_URL = 10_000

/** Returns whether a text has control characters, which names and ids never have. */
const hasControl = (text: string) => [...text].some((character) => character < " " || character === "\u007f")

/** Returns a text for display. */
export const textAt = (value: unknown, ...path: ReadonlyArray<string>): string | null => {
  const found = at(value, ...path)
  if (typeof found !== "string") return null
  const text = found.trim()
  return text === "" || text.length > MAX_TEXT || hasControl(text) ? null : text
}

/** Returns a name of several texts, cut at the limit. Does not divide a pair of surrogates. */
export const nameOf = (parts: ReadonlyArray<string | null>): string | null => {
  const name = parts.filter((part) => part !== null).join(" ")
  return name === "" ? null : name.slice(0, MAX_TEXT).replace(/\p{Surrogate}$/u, "")
}

/** Returns an id: a text, or an integer that JSON represents exactly. */
export const idAt = (value: unknown, ...path: ReadonlyArray<string>): string | null => {
  const found = at(value, ...path)
  return Number.isSafeInteger(found) ? String(found) : textAt(value, ...path)
}

export const emailAt = (value: unknown, ...path: ReadonlyArray<string>): string | null => {
  const text = textAt(value, ...path)
  return text !== null && isEmail(text) ? text : null
}

/** Returns the URL of an image. Only http(s) is allowed: browsers may execute other schemes. */
export const imageAt = (value: unknown, ...path: ReadonlyArray<string>): string | null => {
  const found = at(value, ...path)
  if (typeof found !== "string" || found.length > MAX_IMAGE_URL) return null
  const url = URL.parse(found)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null
  // Percent-encoding makes it longer.
  return url.href.length > MAX_IMAGE_URL ? null : url.href
}

/** Returns whether the value is `true`, or the text "true", as some providers write it. */
export const isTrueAt = (value: unknown, ...path: ReadonlyArray<string>): boolean => {
  const found = at(value, ...path)
  return found === true || found === "true"
}
