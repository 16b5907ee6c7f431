/** The languages of the screens: English is here, the texts of the others are loaded when they are wanted. */
import type { MessageOverrides } from "./english.ts"

/** What stands in place of an English text, made of that text. */
export type Disguise = (key: string, english: string) => string

/** What a language's file holds. */
interface Loaded {
  readonly texts?: MessageOverrides
  readonly disguise?: Disguise
}

// By language, and of one language the first is for the regions that have no texts of their own.
const files = {
  "de-DE": () => import("./languages/de-DE.ts"),
  "es-419": () => import("./languages/es-419.ts"),
  "es-ES": () => import("./languages/es-ES.ts"),
  "fr-FR": () => import("./languages/fr-FR.ts"),
  "fr-CA": () => import("./languages/fr-CA.ts"),
  "it-IT": () => import("./languages/it-IT.ts"),
  "pt-PT": () => import("./languages/pt-PT.ts"),
  "pt-BR": () => import("./languages/pt-BR.ts"),
  "zh-CN": () => import("./languages/zh-CN.ts"),
  "zh-TW": () => import("./languages/zh-TW.ts"),
  "ar-XB": () => import("./languages/pseudo.ts")
}

/** A language that the screens speak. `ar-XB` is none: English in disguise and right to left, to try a page with. */
export type LanguageName = "en-US" | keyof typeof files

/** A language of an application's own. Write it outside of the component. */
export interface Language {
  /** Its BCP 47 tag: for the attribute `lang`, and for how plurals and dates are written. */
  readonly tag: string
  /** Default `ltr`. */
  readonly direction?: "ltr" | "rtl" | undefined
  /** Its texts, or what loads them. Those that are left out are English. */
  readonly texts: MessageOverrides | (() => Promise<MessageOverrides>)
}

/** A language in use. */
export interface Locale {
  /** What overrides for this language are listed under. */
  readonly name: string
  readonly tag: string
  readonly direction: "ltr" | "rtl"
  readonly texts: MessageOverrides
  /** Of the pseudo-language, which has no texts. */
  readonly disguise?: Disguise
  /** Whether the texts are here. */
  readonly isReady: boolean
  /** Of texts that had to be loaded. It comes to the language with them; or to English, if they cannot be had. */
  readonly loading: Promise<Locale> | null
}

/** English, where nobody asked for a language. */
export const englishLocale: Locale = {
  name: "en-US",
  tag: "en-US",
  direction: "ltr",
  texts: {},
  isReady: true,
  loading: null
}

const isFile = (name: string): name is keyof typeof files => Object.hasOwn(files, name)

/** The language for a tag, if there is one. By CLDR's likely subtags: `zh-HK` is written like `zh-TW`, `pt` is `pt-BR`. */
const nameFor = (tag: string): LanguageName | undefined => {
  const { language, region, script } = new Intl.Locale(tag).maximize()
  if (language === "en") return "en-US"
  const name = language === "zh" && script === "Hant" ? "zh-TW" : `${language}-${region}`
  if (isFile(name)) return name
  return Object.keys(files)
    .filter(isFile)
    .find((name) => name.startsWith(`${language}-`) && name !== "ar-XB")
}

const choose = (wanted: string | ReadonlyArray<string>) => {
  for (const entry of String(wanted).split(",")) {
    const tag = entry.replace(/;.*/, "").trim().replaceAll("_", "-")
    try {
      const name = nameFor(tag)
      if (name !== undefined) return { name, tag }
    } catch {
      // It is no tag, `*` say.
    }
  }
  return { name: "en-US", tag: "en-US" } as const
}

/**
 * The language of the screens that suits best, given one or more BCP 47 tags, the best first. It takes the header
 * `Accept-Language` as it is: browsers send it in that order. English if none is known.
 *
 * @example nearestLanguage("de-AT,de;q=0.9,en;q=0.8") // "de-DE"
 */
export const nearestLanguage = (wanted: string | ReadonlyArray<string>): LanguageName => choose(wanted).name

const named = new Map<string, Locale>()
const own = new WeakMap<object, Locale>()

/** The language for a tag or for a list of them as `nearestLanguage` takes it, or an application's own. */
export const localeFor = (lang: string | Language): Locale => {
  if (typeof lang !== "string") {
    const { direction = "ltr", tag, texts } = lang
    const base = { ...englishLocale, name: tag, tag, direction }
    const keep = (locale: Locale) => void own.set(texts, locale)
    return (
      own.get(texts) ??
      (typeof texts === "function"
        ? load(base, () => texts().then((texts) => ({ texts })), keep)
        : kept({ ...base, texts }, keep))
    )
  }
  const known = named.get(lang)
  if (known !== undefined) return known
  const { name, tag } = choose(lang)
  const keep = (locale: Locale) => void named.set(lang, locale)
  if (name === "en-US") return kept({ ...englishLocale, tag }, keep)
  const base = { ...englishLocale, name, tag, direction: name === "ar-XB" ? ("rtl" as const) : ("ltr" as const) }
  return load(base, files[name], keep)
}

type Keep = (locale: Locale) => void

const kept = (locale: Locale, keep: Keep): Locale => {
  keep(locale)
  return locale
}

const load = (base: Locale, file: () => Promise<Loaded>, keep: Keep): Locale => {
  const loading: Promise<Locale> = file()
    .then(
      (loaded) => ({ ...base, ...loaded, loading }),
      (error: unknown) => {
        // The page goes on in English; whoever watches over it is told.
        globalThis.reportError?.(error)
        return { ...englishLocale, loading }
      }
    )
    .then((value) => {
      // What `use` looks at: else it would suspend once more where it has not seen the promise before.
      Object.assign(loading, { status: "fulfilled", value })
      return kept(value, keep)
    })
  return kept({ ...base, isReady: false, loading }, keep)
}
