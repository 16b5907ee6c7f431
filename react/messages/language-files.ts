/**
 * The files with the texts of the screens, which are loaded on demand.
 *
 * Derived from react/messages/languages and service/mail/texts by `npm run languages`; do not edit.
 */
export const languageFiles = {
  "ar-001": () => import("./languages/ar-001.ts"),
  "de-DE": () => import("./languages/de-DE.ts"),
  "es-419": () => import("./languages/es-419.ts"),
  "es-ES": () => import("./languages/es-ES.ts"),
  "fr-FR": () => import("./languages/fr-FR.ts"),
  "fr-CA": () => import("./languages/fr-CA.ts"),
  "it-IT": () => import("./languages/it-IT.ts"),
  "ja-JP": () => import("./languages/ja-JP.ts"),
  "ko-KR": () => import("./languages/ko-KR.ts"),
  "pl-PL": () => import("./languages/pl-PL.ts"),
  "pt-PT": () => import("./languages/pt-PT.ts"),
  "pt-BR": () => import("./languages/pt-BR.ts"),
  "tr-TR": () => import("./languages/tr-TR.ts"),
  "zh-CN": () => import("./languages/zh-CN.ts"),
  "zh-TW": () => import("./languages/zh-TW.ts"),
  "ar-XB": () => import("./languages/pseudo.ts")
}
