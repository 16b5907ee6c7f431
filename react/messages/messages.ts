/** How components reach their texts, and the language that these are in. */
import { createContext, use, useContext } from "react"
import { useOnServer } from "../runtime/on-server.ts"
import type { MessageOverrides, Messages, MessagesOf } from "./english.ts"
import { forms } from "./english/forms.ts"
import { englishLocale, type Locale } from "./language.ts"
import { Counted, type PluralForms } from "./template.ts"

/** Texts of an application's own. Those under a language's name hold for that language. */
export type ProviderMessages = MessageOverrides & { readonly [name in `${string}-${string}`]?: MessageOverrides }

/** What a provider says its texts are. */
export interface TextSource {
  readonly locale: Locale
  readonly overrides: ProviderMessages
}

export const MessagesContext = createContext<TextSource>({ locale: englishLocale, overrides: {} })

type Group = Readonly<Record<string, string>>

const known = new WeakMap<Locale, WeakMap<ProviderMessages, Map<Group, unknown>>>()

/** Suspends until the texts of the language are here. */
const useTextSource = (): TextSource => {
  const { overrides, locale } = useContext(MessagesContext)
  // Also when it is there: what suspended by a promise has to be told by that promise.
  return { overrides, locale: locale.loading === null ? locale : use(locale.loading) }
}

/**
 * The texts of a group, in the provider's language and with its own ones in place. Without a group, those of sign-in and
 * sign-up. Suspends while the language is loaded.
 */
export function useMessages(): Messages
export function useMessages<G extends Group>(group: G): MessagesOf<G>
export function useMessages(group: Group = forms): unknown {
  return textsOf(useTextSource(), group)
}

/** The same for what must not suspend: the texts are empty until the language is here. */
export function useMessagesOrBlank(): Messages
export function useMessagesOrBlank<G extends Group>(group: G): MessagesOf<G>
export function useMessagesOrBlank(group: Group = forms): unknown {
  const source = useContext(MessagesContext)
  if (useIsReady(source.locale)) return textsOf(source, group)
  return Object.fromEntries(Object.keys(group).map((key) => [key, ""]))
}

/** A server may have loaded the language for somebody else: it says what a browser that has not yet will say. */
const useIsReady = ({ isReady, loading }: Locale) => {
  const onServer = useOnServer()
  return loading === null || (isReady && !onServer)
}

const textsOf = (source: TextSource, group: Group) => {
  const { overrides, locale } = source
  const byOverrides = known.get(locale) ?? new WeakMap<ProviderMessages, Map<Group, unknown>>()
  known.set(locale, byOverrides)
  const groups = byOverrides.get(overrides) ?? new Map<Group, unknown>()
  byOverrides.set(overrides, groups)
  const texts = groups.get(group) ?? inPlace(source, group)
  groups.set(group, texts)
  return texts
}

/** What stands in place of an English text, if anything does. */
const ownText = ({ overrides, locale }: TextSource, key: string): string | PluralForms | undefined => {
  for (const texts of [Reflect.get(overrides, locale.name), overrides, locale.texts]) {
    if (typeof texts === "object" && texts !== null && Object.hasOwn(texts, key) && texts[key] !== undefined)
      return texts[key]
  }
  return undefined
}

const inPlace = (source: TextSource, group: Group) =>
  Object.fromEntries(
    Object.entries(group).map(([key, english]) => {
      const text = ownText(source, key) ?? source.locale.disguise?.(key, english) ?? english
      return [key, typeof text === "string" ? text : new Counted(text, source.locale.tag)]
    })
  )

/** An error that people are told about. */
export interface DisplayedError {
  readonly message: string
  readonly code?: unknown
  readonly _tag?: unknown
}

/** What an error says: by its code or its tag in the provider's language, else by its own message. */
export const useErrorText = (): ((error: DisplayedError) => string) => {
  const source = useTextSource()
  return ({ _tag, code, message }) => {
    const text = ownText(source, String(code)) ?? ownText(source, String(_tag))
    return typeof text === "string" ? text : message
  }
}

/** The language that the screens are in. */
export interface LanguageInUse {
  /** Its BCP 47 tag. */
  readonly tag: string
  readonly direction: "ltr" | "rtl"
}

/** The language that the screens are in: what `auto` came to, say. English until another one is loaded. */
export const useLanguage = (): LanguageInUse => {
  const { locale } = useContext(MessagesContext)
  return useIsReady(locale) ? locale : englishLocale
}

/** Attributes for the outermost element of a screen: none where nobody chose a language, since the page's hold. */
export const useLanguageAttributes = () => {
  const { locale } = useContext(MessagesContext)
  return locale === englishLocale ? {} : { lang: locale.tag, dir: locale.direction }
}
