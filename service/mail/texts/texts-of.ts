/**
 * The texts of the default mails by language.
 *
 * Derived from react/messages/languages and service/mail/texts by `npm run languages`; do not edit.
 */
import type { SupportedLanguage } from "../../../core/schema/supported-languages.ts"
import type { MailTexts } from "./mail-texts.ts"
import { texts as enUS } from "./en-US.ts"
import { texts as ar001 } from "./ar-001.ts"
import { texts as deDE } from "./de-DE.ts"
import { texts as es419 } from "./es-419.ts"
import { texts as esES } from "./es-ES.ts"
import { texts as frFR } from "./fr-FR.ts"
import { texts as frCA } from "./fr-CA.ts"
import { texts as itIT } from "./it-IT.ts"
import { texts as jaJP } from "./ja-JP.ts"
import { texts as koKR } from "./ko-KR.ts"
import { texts as plPL } from "./pl-PL.ts"
import { texts as ptPT } from "./pt-PT.ts"
import { texts as ptBR } from "./pt-BR.ts"
import { texts as trTR } from "./tr-TR.ts"
import { texts as zhCN } from "./zh-CN.ts"
import { texts as zhTW } from "./zh-TW.ts"

export const textsOf: Readonly<Record<SupportedLanguage, MailTexts>> = {
  "en-US": enUS,
  "ar-001": ar001,
  "de-DE": deDE,
  "es-419": es419,
  "es-ES": esES,
  "fr-FR": frFR,
  "fr-CA": frCA,
  "it-IT": itIT,
  "ja-JP": jaJP,
  "ko-KR": koKR,
  "pl-PL": plPL,
  "pt-PT": ptPT,
  "pt-BR": ptBR,
  "tr-TR": trTR,
  "zh-CN": zhCN,
  "zh-TW": zhTW
}
