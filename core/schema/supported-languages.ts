/**
 * The languages that the screens and the mails have.
 *
 * Derived from react/messages/languages and service/mail/texts by `npm run languages`; do not edit.
 */
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
