/** The texts of every language by tag. */
import type { Translation } from "../../react/messages/english.ts"
import type { LanguageName } from "../../react/messages/language.ts"
import { texts as ar001 } from "../../react/messages/languages/ar-001.ts"
import { texts as deDE } from "../../react/messages/languages/de-DE.ts"
import { texts as es419 } from "../../react/messages/languages/es-419.ts"
import { texts as esES } from "../../react/messages/languages/es-ES.ts"
import { texts as frCA } from "../../react/messages/languages/fr-CA.ts"
import { texts as frFR } from "../../react/messages/languages/fr-FR.ts"
import { texts as itIT } from "../../react/messages/languages/it-IT.ts"
import { texts as jaJP } from "../../react/messages/languages/ja-JP.ts"
import { texts as koKR } from "../../react/messages/languages/ko-KR.ts"
import { texts as plPL } from "../../react/messages/languages/pl-PL.ts"
import { texts as ptBR } from "../../react/messages/languages/pt-BR.ts"
import { texts as ptPT } from "../../react/messages/languages/pt-PT.ts"
import { texts as trTR } from "../../react/messages/languages/tr-TR.ts"
import { texts as zhCN } from "../../react/messages/languages/zh-CN.ts"
import { texts as zhTW } from "../../react/messages/languages/zh-TW.ts"

/** The name of a translated language. */
export type TranslatedName = Exclude<LanguageName, "ar-XB" | "en-US">

export const translations: Readonly<Record<string, Translation>> = {
  "ar-001": ar001,
  "de-DE": deDE,
  "es-419": es419,
  "es-ES": esES,
  "fr-CA": frCA,
  "fr-FR": frFR,
  "it-IT": itIT,
  "ja-JP": jaJP,
  "ko-KR": koKR,
  "pl-PL": plPL,
  "pt-BR": ptBR,
  "pt-PT": ptPT,
  "tr-TR": trTR,
  "zh-CN": zhCN,
  "zh-TW": zhTW
} satisfies Record<TranslatedName, Translation>
