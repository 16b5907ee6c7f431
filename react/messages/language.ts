/** The languages of the screens. English is bundled; the others are loaded on demand. */
import { currentPlatform } from "../../core/environment/variables.ts"
import { setBounded } from "../../core/sharing/bounded-map.ts"
import { nearestLocale } from "../../core/schema/nearest-locale.ts"
import { type SupportedLanguage, supportedLanguages } from "../../core/schema/supported-languages.ts"
import { LOAD_AGAIN } from "../runtime/load-until-done.ts"
import type { MessageOverrides } from "./english.ts"
import { languageFiles } from "./language-files.ts"
import type { PseudoTranslate } from "./languages/pseudo.ts"

/** The exports of a language's file. */
interface LanguageModule {
  readonly texts?: MessageOverrides
  readonly pseudoTranslate?: PseudoTranslate
}

/** A language of the screens. `ar-XB` is a pseudo-language for tests: transformed English, right to left. */
export type LanguageName = SupportedLanguage | "ar-XB"

const files: Readonly<Record<Exclude<LanguageName, "en-US">, () => Promise<LanguageModule>>> = languageFiles

/** A language of the application. Create it outside of the component. */
export interface Language {
  /** BCP 47 tag, for the attribute `lang` and for plurals and dates. */
  readonly tag: string
  /** Default `ltr`. */
  readonly direction?: "ltr" | "rtl" | undefined
  /** The texts, or a function that loads them. Missing texts are English. */
  readonly texts: MessageOverrides | (() => Promise<MessageOverrides>)
}

/** A language in use. */
export interface Locale {
  /** Key of the overrides for this language. */
  readonly name: string
  readonly tag: string
  readonly direction: "ltr" | "rtl"
  readonly texts: MessageOverrides
  /** Only the pseudo-language has it, and no texts. */
  readonly pseudoTranslate?: PseudoTranslate
  /** The texts are loaded. */
  readonly isReady: boolean
  /** Set for texts that are loaded. Resolves with the locale; with English if loading fails. */
  readonly loading: Promise<Locale> | null
  /** Set until the texts are loaded. Loads them, single flight, and rejects if that fails. */
  readonly loadTexts?: () => Promise<unknown>
  /** Set for English in place of texts that could not be loaded: the time of the failure, in epoch milliseconds. */
  readonly failedAt?: number
}

/** The default locale. */
export const englishLocale: Locale = {
  name: "en-US",
  tag: "en-US",
  direction: "ltr",
  texts: {},
  isReady: true,
  loading: null
}

const names: ReadonlyArray<LanguageName> = [...supportedLanguages, "ar-XB"]

const choose = (wanted: string | ReadonlyArray<string>) => {
  for (const entry of String(wanted).split(",")) {
    const tag = entry.replace(/;.*/, "").trim().replaceAll("_", "-")
    try {
      const name = nearestLocale(names, tag)
      if (name !== undefined) return { name, tag }
    } catch {
      // Not a tag, e.g. `*`.
    }
  }
  return { name: "en-US", tag: "en-US" } as const
}

/**
 * Returns the best language of the screens for BCP 47 tags in the order of preference, e.g. the header
 * `Accept-Language`. Returns English if none matches.
 *
 * @example nearestLanguage("de-AT,de;q=0.9,en;q=0.8") // "de-DE"
 */
export const nearestLanguage = (wanted: string | ReadonlyArray<string>): LanguageName => choose(wanted).name

/** By the tags as they were given. Bounded, because on a server they are those of each request. */
const localesByTag = new Map<string, Locale>()
const own = new WeakMap<object, Locale>()

/** Returns the locale for tags as `nearestLanguage` takes them, or for a language of the application. */
export const localeFor = (lang: string | Language): Locale => {
  if (typeof lang !== "string") {
    const { direction = "ltr", tag, texts } = lang
    const base = { ...englishLocale, name: tag, tag, direction }
    const keep = (locale: Locale) => void own.set(texts, locale)
    return (
      keptLocale(own.get(texts)) ??
      (typeof texts === "function"
        ? load(base, () => texts().then((texts) => ({ texts })), keep)
        : keepLocale({ ...base, texts }, keep))
    )
  }
  const known = keptLocale(localesByTag.get(lang))
  if (known !== undefined) return known
  const { name, tag } = choose(lang)
  const keep = (locale: Locale) => setBounded(localesByTag, lang, locale)
  if (name === "en-US") return keepLocale({ ...englishLocale, tag }, keep)
  const direction = name.startsWith("ar-") ? "rtl" : "ltr"
  const base: Locale = { ...englishLocale, name, tag, direction }
  return load(base, files[name], keep)
}

/** On a server no effect loads texts again. The first request that comes ten seconds after the failure does. */
const keptLocale = (locale: Locale | undefined): Locale | undefined =>
  // The clock is read for failed texts only: Next refuses to prerender a component that reads it.
  locale?.failedAt === undefined || currentPlatform() === "browser" || Date.now() - locale.failedAt < LOAD_AGAIN
    ? locale
    : undefined

type StoreLocale = (locale: Locale) => void

const keepLocale = (locale: Locale, keep: StoreLocale): Locale => {
  keep(locale)
  return locale
}

const load = (base: Locale, file: () => Promise<LanguageModule>, keep: StoreLocale): Locale => {
  let texts: Promise<Locale> | null = null
  const loadTexts = () => {
    texts ??= file().then(
      (loaded) => keepLocale({ ...base, ...loaded }, keep),
      (error: unknown) => {
        texts = null
        throw error
      }
    )
    return texts
  }
  const loading: Promise<Locale> = loadTexts()
    .then(
      (locale) => ({ ...locale, loading }),
      (error: unknown) => {
        // The page continues in English. Error monitoring gets the error.
        globalThis.reportError?.(error)
        return { ...englishLocale, loading, loadTexts, failedAt: Date.now() }
      }
    )
    .then((value) => {
      // `use` reads these fields. Without them it suspends once more for a promise that it has not seen.
      Object.assign(loading, { status: "fulfilled", value })
      return keepLocale(value, keep)
    })
  return keepLocale({ ...base, isReady: false, loading, loadTexts }, keep)
}
