/** The texts of every translated language by tag. */
import { supportedLanguages } from "../../core/schema/supported-languages.ts"
import type { MessageOverrides } from "../../react/messages/english.ts"
import { localeFor } from "../../react/messages/language.ts"

const translated = supportedLanguages.filter((name) => name !== "en-US")

export const translations: Readonly<Record<string, MessageOverrides>> = Object.fromEntries(
  await Promise.all(translated.map(async (name) => [name, (await localeFor(name).loading)?.texts ?? {}] as const))
)
