/** Checks the application's texts in development. Not shipped to users, since it contains every key. */
import { english } from "./english.ts"
import type { ProviderMessages } from "./messages.ts"

const known: Readonly<Record<string, string>> = english

/** Keys of errors are their codes or tags, of which the client has no list. */
const isError = (key: string) => /^[A-Z]/.test(key)

const placeholdersIn = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)

/** Returns the problems of the application's texts, as sentences. */
const faultsOf = (texts: object): ReadonlyArray<string> =>
  Object.entries(texts).flatMap(([key, text]) => {
    if (text === undefined || isError(key)) return []
    // Texts of one language.
    if (key.includes("-") && typeof text === "object") return faultsOf(text)
    const original = Object.hasOwn(known, key) ? known[key] : undefined
    if (original === undefined) {
      const meant = Object.keys(known).find((other) => other.toLowerCase() === key.toLowerCase())
      return [`the screens have no text "${key}"${meant === undefined ? "" : ` (is it "${meant}"?)`}`]
    }
    const placeholders = placeholdersIn(original)
    const written: ReadonlyArray<string> = typeof text === "string" ? [text] : Object.values(text)
    return written
      .flatMap(placeholdersIn)
      .filter((name) => !placeholders.includes(name))
      .map(
        (name) =>
          `"${key}" has the placeholder {${name}}, which nothing fills` +
          (placeholders.length === 0
            ? ""
            : `: it can have ${placeholders.map((placeholder) => `{${placeholder}}`).join(", ")}`)
      )
  })

/** Throws for unknown keys, with the nearest known one, and for placeholders that would not be filled. */
export const checkOverrides = (overrides: ProviderMessages): void => {
  const faults = faultsOf(overrides)
  if (faults.length > 0) throw new Error(`<KeystileProvider messages>: ${faults.join("; ")}.`)
}
