/** Looks for texts that no screen shows, or not as they are meant. Loaded in development only, since it needs every key. */
import { english } from "./english.ts"
import type { ProviderMessages } from "./messages.ts"

const known: Readonly<Record<string, string>> = english

/** The codes and tags of errors are not written as keys are, and no list of them is shipped. */
const isError = (key: string) => /^[A-Z]/.test(key)

const placeholdersIn = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)

/** What is wrong with texts of an application's own, in sentences. */
const faultsOf = (texts: object): ReadonlyArray<string> =>
  Object.entries(texts).flatMap(([key, text]) => {
    if (text === undefined || isError(key)) return []
    // The texts of one language.
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

/** Throws if a key is none of ours, with the one that may have been meant, or if a placeholder would stay empty. */
export const checkOverrides = (overrides: ProviderMessages): void => {
  const faults = faultsOf(overrides)
  if (faults.length > 0) throw new Error(`<KeystileProvider messages>: ${faults.join("; ")}.`)
}
