import { type SupportedLanguage, supportedLanguages } from "../../core/schema/supported-languages.ts"

/** The English names. Those of `Intl.DisplayNames` differ between browsers. */
const names: Readonly<Record<SupportedLanguage, string>> = {
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

/** Returns the English name of a language. */
export const languageName = (language: SupportedLanguage): string => names[language]

/** The languages for a select. */
export const languageOptions = supportedLanguages.map((language) => [language, languageName(language)] as const)
