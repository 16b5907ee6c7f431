/** The languages that the screens and the mails have. */

/** The languages, as BCP 47 tags. Of those that share a language, the first is used for regions without an own one. */
export const supportedLanguages = [
  "en-US",
  "ar-001",
  "de-DE",
  "es-419",
  "es-ES",
  "fr-FR",
  "fr-CA",
  "it-IT",
  "ja-JP",
  "ko-KR",
  "pl-PL",
  "pt-PT",
  "pt-BR",
  "tr-TR",
  "zh-CN",
  "zh-TW"
] as const

/** A language that the screens and the mails have. */
export type SupportedLanguage = (typeof supportedLanguages)[number]

/**
 * Returns the first of `names` that fits a BCP 47 tag, by CLDR's likely subtags: `zh-HK` uses `zh-TW`, `pt` uses
 * `pt-BR`. Throws for a text that is not a tag.
 */
export const nearestName = <Name extends string>(names: ReadonlyArray<Name>, tag: string): Name | undefined => {
  const { language, region, script } = new Intl.Locale(tag).maximize()
  const exact = language === "zh" && script === "Hant" ? "zh-TW" : `${language}-${region}`
  return names.find((name) => name === exact) ?? names.find((name) => name.startsWith(`${language}-`))
}
