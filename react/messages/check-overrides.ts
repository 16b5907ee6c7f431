/** Looks for texts that no screen shows. Loaded in development only, since it needs every key. */
import { english, type MessageOverrides } from "./english.ts"

/** Throws if a key is none of ours, with the one that may have been meant. */
export const checkOverrides = (overrides: MessageOverrides): void => {
  const unknown = Object.keys(overrides).filter((key) => !Object.hasOwn(english, key))
  if (unknown.length === 0) return
  const said = unknown.map((key) => {
    const meant = Object.keys(english).find((known) => known.toLowerCase() === key.toLowerCase())
    return meant === undefined ? `"${key}"` : `"${key}" (is it "${meant}"?)`
  })
  throw new Error(`<KeystileProvider messages>: the screens have no text called ${said.join(", ")}.`)
}
