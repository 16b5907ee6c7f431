import * as Schema from "effect/Schema"
import { supportedLanguages } from "../supported-languages.ts"

/** A language of mails. */
export const SupportedLanguage = Schema.Literals(supportedLanguages)
