/**
 * The languages of the screens, with their own names.
 *
 * Derived from react/messages/languages and service/mail/texts by `npm run languages`; do not edit.
 */
export const languageNames = {
  "en-US": "English",
  "ar-001": "العربية",
  "de-DE": "Deutsch",
  "es-419": "Español (Latinoamérica)",
  "es-ES": "Español (España)",
  "fr-FR": "Français (France)",
  "fr-CA": "Français (Canada)",
  "it-IT": "Italiano",
  "ja-JP": "日本語",
  "ko-KR": "한국어",
  "pl-PL": "Polski",
  "pt-PT": "Português (Portugal)",
  "pt-BR": "Português (Brasil)",
  "tr-TR": "Türkçe",
  "zh-CN": "中文（简体）",
  "zh-TW": "中文（繁體）"
} as const
