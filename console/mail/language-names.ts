/**
 * The languages of mails, with their English names.
 *
 * Derived from react/messages/languages and service/mail/texts by `npm run languages`; do not edit.
 */
import { type SupportedLanguage, supportedLanguages } from "../../core/schema/supported-languages.ts"

export const languageNames: Readonly<Record<SupportedLanguage, string>> = {
  "en-US": "English",
  "ar-001": "Arabic",
  "de-DE": "German",
  "es-419": "Spanish (Latin America)",
  "es-ES": "Spanish (Spain)",
  "fr-FR": "French (France)",
  "fr-CA": "French (Canada)",
  "it-IT": "Italian",
  "ja-JP": "Japanese",
  "ko-KR": "Korean",
  "pl-PL": "Polish",
  "pt-PT": "Portuguese (Portugal)",
  "pt-BR": "Portuguese (Brazil)",
  "tr-TR": "Turkish",
  "zh-CN": "Chinese (simplified)",
  "zh-TW": "Chinese (traditional)"
}

/** The languages for a select. */
export const languageOptions = supportedLanguages.map((language) => [language, languageNames[language]] as const)
