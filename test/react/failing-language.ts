/** A language whose texts cannot be loaded at first, as without a network. */
import { vi } from "vitest"
import type { Language } from "../../react/messages/language.ts"

export const failingLanguage = () => {
  let isOffline = true
  const texts = vi.fn(async () => {
    if (isOffline) throw new TypeError("Failed to fetch")
    return { signIn: "Anmelden" }
  })
  const language: Language = { tag: "de-AT", texts }
  return { language, texts, recover: () => void (isOffline = false) }
}
