/** Derives the lists of languages from `supportedLanguages` and the files of the languages. */
import { fileURLToPath } from "node:url"
import { format, resolveConfig } from "prettier"
import { type SupportedLanguage, supportedLanguages } from "../../core/schema/supported-languages.ts"
import type { LanguageNames } from "../../service/mail/texts/mail-texts.ts"

const style = await resolveConfig(fileURLToPath(import.meta.url))

const derived = (what: string, source: string): Promise<string> =>
  format(
    `/**
      * ${what}
      *
      * Derived from core/schema/supported-languages.ts and service/mail/texts by \`npm run languages\`; do not edit.
      */
    ${source}\n`,
    { ...style, parser: "typescript" }
  )

const translated = supportedLanguages.filter((language) => language !== "en-US")

/** Returns the module with an import of the screens' texts in each language. */
export const screenTexts = (): Promise<string> =>
  derived(
    "The files with the texts of the screens, which are loaded on demand.",
    `export const languageFiles = {
      ${translated.map((language) => `"${language}": () => import("./languages/${language}.ts")`).join(",\n")},
      "ar-XB": () => import("./languages/pseudo.ts")
    }`
  )

const identifierOf = (language: SupportedLanguage) => language.replace("-", "")

/** Returns the module with the texts of the mails in each language. */
export const mailTexts = (): Promise<string> =>
  derived(
    "The texts of the default mails by language.",
    `import type { SupportedLanguage } from "../../../core/schema/supported-languages.ts"
    import type { MailTexts } from "./mail-texts.ts"
    ${supportedLanguages.map((language) => `import { texts as ${identifierOf(language)} } from "./${language}.ts"`).join("\n")}

    export const textsOf: Readonly<Record<SupportedLanguage, MailTexts>> = {
      ${supportedLanguages.map((language) => `"${language}": ${identifierOf(language)}`).join(",\n")}
    }`
  )

const namesOf = async (language: SupportedLanguage): Promise<LanguageNames> => {
  const { names }: { readonly names: LanguageNames } = await import(`../../service/mail/texts/${language}.ts`)
  return names
}

const nameLines = async (kind: keyof LanguageNames): Promise<string> => {
  const lines = await Promise.all(
    supportedLanguages.map(async (language) => `"${language}": ${JSON.stringify((await namesOf(language))[kind])}`)
  )
  return lines.join(",\n")
}

/** Returns the module with the English names, for the console. */
export const englishNames = async (): Promise<string> =>
  derived(
    "The languages of mails, with their English names.",
    `import { type SupportedLanguage, supportedLanguages } from "../../core/schema/supported-languages.ts"

    export const languageNames: Readonly<Record<SupportedLanguage, string>> = { ${await nameLines("english")} }

    /** The languages for a select. */
    export const languageOptions = supportedLanguages.map((language) => [language, languageNames[language]] as const)`
  )

/** Returns the module with the names in the languages themselves, for the gallery. */
export const ownNames = async (): Promise<string> =>
  derived(
    "The languages of the screens, with their own names.",
    `export const languageNames = { ${await nameLines("own")} } as const`
  )
