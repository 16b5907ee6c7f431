/** The choices of the gallery: themes, color schemes, directions, languages and widths. */
import type { Language, LanguageName } from "keystile/react"
import { languageNames } from "./language-names.ts"

export const themes = ["verdigris", "ink", "harbour", "terracotta", "plum"] as const

export const schemes = ["light", "dark"] as const

/** In CSS pixels: a phone, a tablet, a desktop. */
export const widths = [320, 720, 1280] as const

/** The names of the languages. A language of the screens without a name is a type error. */
const names: Readonly<Record<LanguageName, string>> = { ...languageNames, "ar-XB": "Pseudo, right to left" }

/** Every text with long words, because translations are up to 40 % longer than English. */
const longWords: Language = {
  tag: "de-DE",
  texts: {
    signInTitle: "Melden Sie sich bei Ihrem Benutzerkonto der Gesellschaft an",
    signInWith: "Mit Ihrem bestehenden Konto von {provider} anmelden",
    orContinueWith: "Oder fahren Sie auf einem anderen Weg fort",
    emailTab: "Nur mit der E-Mail-Adresse",
    passwordTab: "E-Mail-Adresse und Kennwort",
    lastUsed: "zuletzt benutzt",
    email: "Ihre geschäftliche E-Mail-Adresse",
    password: "Ihr persönliches Zugangskennwort",
    forgotPassword: "Haben Sie Ihr Kennwort vergessen?",
    signIn: "Jetzt am Benutzerkonto anmelden",
    noAccount: "Sie haben noch kein eigenes Benutzerkonto bei uns?",
    toSignUp: "Jetzt kostenlos registrieren"
  }
}

export interface LanguageChoice {
  readonly id: string
  readonly name: string
  readonly dir: "ltr" | "rtl"
  /** The value of the provider's `lang`. */
  readonly lang: string | Language
}

export const rightToLeft = "ar-XB"

export const languages: ReadonlyArray<LanguageChoice> = [
  ...Object.entries(names).map(
    ([id, name]) => ({ id, name, dir: id.startsWith("ar-") ? "rtl" : "ltr", lang: id }) satisfies LanguageChoice
  ),
  { id: "de-x-long", name: "Long words", dir: "ltr", lang: longWords }
]
