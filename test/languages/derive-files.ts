/** Derives the lists of languages from the files of the languages. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { format, resolveConfig } from "prettier"
import type { LanguageNames } from "../../service/mail/texts/mail-texts.ts"

const style = await resolveConfig(fileURLToPath(import.meta.url))

const deriveFile = (what: string, source: string): Promise<string> =>
  format(
    `/**
      * ${what}
      *
      * Derived from react/messages/languages and service/mail/texts by \`npm run languages\`; do not edit.
      */
    ${source}\n`,
    { ...style, parser: "typescript" }
  )

/** The languages that regions without an own one use, where that is not the first by name. */
const preferred = ["fr-FR", "pt-PT"]

/** The name of a language for the order of all: preferred ones precede those that share their language. */
const sortKey = (language: string) => (preferred.includes(language) ? language.slice(0, 3) : language)

/** The languages with a file of the screens' texts. The pseudo-language has no tag as its name. */
const translated = readdirSync(join(import.meta.dirname, "../../react/messages/languages"))
  .flatMap((file) => /^(\w\w-\w+)\.ts$/.exec(file)?.slice(1) ?? [])
  .sort((first, second) => (sortKey(first) < sortKey(second) ? -1 : 1))

/** The source language is part of the application's own chunk. */
const languages = ["en-US", ...translated]

/** Returns the module with the list of the languages. */
export const languageList = (): Promise<string> =>
  deriveFile(
    "The languages that the screens and the mails have.",
    `/** The languages, as BCP 47 tags. Of those that share a language, the first is used for regions without an own one. */
    export const supportedLanguages = [${languages.map((language) => `"${language}"`).join(",\n")}] as const

    /** A language that the screens and the mails have. */
    export type SupportedLanguage = (typeof supportedLanguages)[number]`
  )

/** Returns the module with an import of the screens' texts in each language. */
export const screenTexts = (): Promise<string> =>
  deriveFile(
    "The files with the texts of the screens, which are loaded on demand.",
    `export const languageFiles = {
      ${translated.map((language) => `"${language}": () => import("./languages/${language}.ts")`).join(",\n")},
      "ar-XB": () => import("./languages/pseudo.ts")
    }`
  )

const identifierOf = (language: string) => language.replace("-", "")

/** Returns the module with the texts of the mails in each language. */
export const mailTexts = (): Promise<string> =>
  deriveFile(
    "The texts of the default mails by language.",
    `import type { SupportedLanguage } from "../../../core/schema/supported-languages.ts"
    import type { MailTexts } from "./mail-texts.ts"
    ${languages.map((language) => `import { texts as ${identifierOf(language)} } from "./${language}.ts"`).join("\n")}

    export const textsOf: Readonly<Record<SupportedLanguage, MailTexts>> = {
      ${languages.map((language) => `"${language}": ${identifierOf(language)}`).join(",\n")}
    }`
  )

const namesOf = async (language: string): Promise<LanguageNames> => {
  const { names }: { readonly names: LanguageNames } = await import(`../../service/mail/texts/${language}.ts`)
  return names
}

const nameLines = async (kind: keyof LanguageNames): Promise<string> => {
  const lines = await Promise.all(
    languages.map(async (language) => `"${language}": ${JSON.stringify((await namesOf(language))[kind])}`)
  )
  return lines.join(",\n")
}

/** Returns the module with the English names, for the console. */
export const englishNames = async (): Promise<string> =>
  deriveFile(
    "The languages of mails, with their English names.",
    `import { type SupportedLanguage, supportedLanguages } from "../../core/schema/supported-languages.ts"

    export const languageNames: Readonly<Record<SupportedLanguage, string>> = { ${await nameLines("english")} }

    /** The languages for a select. */
    export const languageOptions = supportedLanguages.map((language) => [language, languageNames[language]] as const)`
  )

/** Returns the module with the names in the languages themselves, for the gallery. */
export const ownNames = async (): Promise<string> =>
  deriveFile(
    "The languages of the screens, with their own names.",
    `export const languageNames = { ${await nameLines("own")} } as const`
  )
