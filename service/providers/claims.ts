/** Reads account data of providers from unvalidated JSON. */
import { isEmail } from "../../core/schema/fields/email.ts"
import { PROFILE_IMAGE_MAX_LENGTH } from "../../core/schema/fields/url.ts"

/** A member of a value, however deep: undefined where there is none. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown => {
  let found = value
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined
    found = Object.entries(found).find(([key]) => key === name)?.[1]
  }
  return found
}

/** The members of a list. */
export const items = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const MAX_TEXT = 1000

/** Returns whether a text has control characters, which no name and no id has. */
const hasControl = (text: string) => [...text].some((character) => character < " " || character === "\u007f")

/** A text for people. */
export const textAt = (value: unknown, ...path: ReadonlyArray<string>): string | null => {
  const found = at(value, ...path)
  if (typeof found !== "string") return null
  const text = found.trim()
  return text === "" || text.length > MAX_TEXT || hasControl(text) ? null : text
}

/** An id: a text, or a whole number that JSON has not rounded. */
export const idAt = (value: unknown, ...path: ReadonlyArray<string>): string | null => {
  const found = at(value, ...path)
  return Number.isSafeInteger(found) ? String(found) : textAt(value, ...path)
}

export const emailAt = (value: unknown, ...path: ReadonlyArray<string>): string | null => {
  const text = textAt(value, ...path)
  return text !== null && isEmail(text) ? text : null
}

/** An image on the web: other schemes could make a browser do things. */
export const imageAt = (value: unknown, ...path: ReadonlyArray<string>): string | null => {
  const found = at(value, ...path)
  if (typeof found !== "string" || found.length > PROFILE_IMAGE_MAX_LENGTH) return null
  const url = URL.parse(found)
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null
}

/** `true`, also as the text that some providers write. */
export const isTrueAt = (value: unknown, ...path: ReadonlyArray<string>): boolean => {
  const found = at(value, ...path)
  return found === true || found === "true"
}
